import { clsx } from 'clsx';
import type { CSSProperties } from 'react';
import styles from './skeleton.module.css';

/** A placeholder while something loads. Hidden from screen readers: put `aria-busy` on the region. While one is there the footer stays out of sight (layout.module.css). */
export function Skeleton({
  width,
  height = '1em',
  round,
  className,
  style,
}: {
  width?: CSSProperties['width'];
  height?: CSSProperties['height'];
  round?: boolean;
  className?: string;
  style?: CSSProperties;
}) {
  return (
    <span aria-hidden="true" data-waiting="" className={clsx(styles['skeleton'], round && styles['round'], className)} style={{ width, height, ...style }} />
  );
}

/** A portrait card that is on its way. */
export const CardSkeleton = () => <span aria-hidden="true" data-waiting="" className={clsx(styles['skeleton'], styles['card'])} />;

/** Lines of text that are on their way. */
export const TextSkeleton = ({ lines = 3 }: { lines?: number }) => (
  <span className={styles['lines']}>
    {Array.from({ length: lines }, (_, line) => (
      <Skeleton key={line} width={line === lines - 1 ? '60%' : '100%'} />
    ))}
  </span>
);

/** A row with a round picture, as in lists of conversations. */
export const RowSkeleton = () => (
  <span className={styles['row']}>
    <Skeleton width={52} height={52} round />
    <span className={styles['lines']}>
      <Skeleton width="40%" />
      <Skeleton width="75%" />
    </span>
  </span>
);
