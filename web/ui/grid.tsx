import { clsx } from 'clsx';
import type { CSSProperties, ReactNode } from 'react';
import styles from './grid.module.css';

/** The grid of twelve columns that pages are laid out on. */
export function Grid({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={clsx(styles['grid'], className)}>{children}</div>;
}

/** The class of a cell, for elements that say what they are. */
export const cell = styles['cell'];

/** How many of the twelve columns a cell takes: `xs` on phones, `m` from 768 px on, `l` from 992, `xl` from 1200. */
export const span = (columns: { xs?: number; m?: number; l?: number; xl?: number }) =>
  Object.fromEntries(Object.entries(columns).map(([size, count]) => [`--${size}`, count])) as CSSProperties;
