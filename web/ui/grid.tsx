import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import styles from './grid.module.css';

export function Grid({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={clsx(styles['grid'], className)}>{children}</div>;
}

export const gridCell = styles['cell'];

/**
 * Sets how many of the twelve columns a cell takes: `xs` on phones, `m` from 768 px, `l` from 992, `xl` from
 * 1200.
 */
export const columnSpan = (columns: { xs?: number; m?: number; l?: number; xl?: number }) =>
  Object.fromEntries(Object.entries(columns).map(([size, count]) => [`--${size}`, count]));
