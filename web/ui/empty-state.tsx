import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

/** Nothing here, and what to do next: `action` is never left out without a reason. */
export function EmptyState({ icon, title, text, action }: { icon?: ReactNode; title: ReactNode; text?: ReactNode; action?: ReactNode }) {
  return (
    <div className={styles['empty']}>
      {icon && <span className={styles['icon']}>{icon}</span>}
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {action && <div className={styles['action']}>{action}</div>}
    </div>
  );
}
