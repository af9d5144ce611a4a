import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { IconPlus } from '#web/ui/icons.ts';
import styles from './fold.module.css';

interface FoldProps {
  summary: ReactNode;
  children: ReactNode;
  /** Opens a form for something new, and looks unlike the rows of what is there. */
  isNew?: boolean;
  className?: string;
}

export function Fold({ summary, children, isNew, className }: FoldProps) {
  return (
    <details className={clsx(styles['fold'], isNew && styles['new'], className)}>
      <summary>
        {isNew && <IconPlus size={20} aria-hidden="true" />}
        {isNew ? <b>{summary}</b> : summary}
      </summary>
      <div className={styles['inside']}>{children}</div>
    </details>
  );
}
