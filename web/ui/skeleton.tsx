import { clsx } from 'clsx';
import type { CSSProperties } from 'react';
import styles from './skeleton.module.css';

/**
 * Loading placeholder, hidden from screen readers: set `aria-busy` on its region. The footer stays below the
 * viewport while the page has a skeleton (layout.module.css).
 */
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
    <span
      aria-hidden="true"
      data-waiting=""
      className={clsx(styles['skeleton'], round && styles['round'], className)}
      style={{ width, height, ...style }}
    />
  );
}

export const CardSkeleton = () => (
  <span aria-hidden="true" data-waiting="" className={clsx(styles['skeleton'], styles['card'])} />
);

export const TextSkeleton = ({ lines = 3 }: { lines?: number }) => (
  <span className={styles['lines']}>
    {Array.from({ length: lines }, (_, line) => (
      <Skeleton key={line} width={line === lines - 1 ? '60%' : '100%'} />
    ))}
  </span>
);

export const RowSkeleton = () => (
  <span className={styles['row']}>
    <Skeleton width={52} height={52} round />
    <span className={styles['lines']}>
      <Skeleton width="40%" />
      <Skeleton width="75%" />
    </span>
  </span>
);
