import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import styles from './round-icon.module.css';

/**
 * A decorative icon, or a few characters, on a coloured circle. Hidden from screen readers. Every page loads its
 * styles, so the few screens with another colour bring it by `className`.
 */
export function RoundIcon({
  small = false,
  className,
  children,
}: {
  small?: boolean;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span className={clsx(styles['round'], small && styles['small'], className)} aria-hidden="true">
      {children}
    </span>
  );
}
