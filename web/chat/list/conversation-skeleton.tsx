import { clsx } from 'clsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import styles from './conversation-skeleton.module.css';

const bubbles = [
  { width: 220, own: false },
  { width: 300, own: false },
  { width: 180, own: true },
  { width: 260, own: false },
  { width: 340, own: true },
];

export function ConversationSkeleton() {
  return (
    <div className={styles['view']} aria-busy="true">
      <div className={styles['header']}>
        <Skeleton width={80} height={80} round />
        <span className={styles['text']}>
          <Skeleton width={160} height={24} />
          <Skeleton width={120} />
        </span>
      </div>
      <div className={styles['bubbles']}>
        {bubbles.map(({ width, own }, index) => (
          <Skeleton
            key={index}
            width={width}
            height={46}
            className={clsx(styles['bubble'], own && styles['own'])}
          />
        ))}
      </div>
    </div>
  );
}
