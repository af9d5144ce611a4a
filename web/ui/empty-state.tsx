import type { ReactNode } from 'react';
import { RoundIcon } from './round-icon.tsx';
import styles from './empty-state.module.css';

/** Placeholder of an empty list. It should suggest a next step; omit `action` only if there is none. */
export function EmptyState({
  icon,
  title,
  text,
  action,
}: {
  icon?: ReactNode;
  title: ReactNode;
  text?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className={styles['empty']}>
      {icon && <RoundIcon className={styles['icon']}>{icon}</RoundIcon>}
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {action && <div className={styles['action']}>{action}</div>}
    </div>
  );
}
