import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import styles from './round-icon.module.css';

/** A decorative icon, or a few characters, on a coloured circle. Hidden from screen readers. */
export function RoundIcon({
  size = 'm',
  tone = 'blush',
  className,
  children,
}: {
  size?: 's' | 'm' | 'l';
  tone?: 'blush' | 'green' | 'gold' | 'soft';
  className?: string;
  children: ReactNode;
}) {
  return (
    <span className={clsx(styles['round'], styles[size], styles[tone], className)} aria-hidden="true">
      {children}
    </span>
  );
}
