import { clsx } from 'clsx';
import type { ButtonHTMLAttributes, ReactNode } from 'react';
import styles from './chip.module.css';

export function Chip({
  chosen,
  icon,
  className,
  children,
  type = 'button',
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { chosen?: boolean; icon?: ReactNode }) {
  return (
    <button
      type={type}
      aria-pressed={chosen}
      className={clsx(styles['chip'], chosen && styles['chosen'], className)}
      {...rest}
    >
      {icon}
      {children}
    </button>
  );
}

export function Tag({
  tone = 'soft',
  icon,
  children,
}: {
  tone?: 'soft' | 'red' | 'gold' | 'green' | 'paper';
  icon?: ReactNode;
  children: ReactNode;
}) {
  return (
    <span className={clsx(styles['tag'], styles[tone])}>
      {icon}
      {children}
    </span>
  );
}
