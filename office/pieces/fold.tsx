import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import styles from './fold.module.css';

interface FoldProps {
  summary: ReactNode;
  children: ReactNode;
  className?: string;
}

export function Fold({ summary, children, className }: FoldProps) {
  return (
    <details className={clsx(styles['fold'], className)}>
      <summary>{summary}</summary>
      <div className={styles['inside']}>{children}</div>
    </details>
  );
}
