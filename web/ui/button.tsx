import { clsx } from 'clsx';
import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { Link, type LinkProps } from '#web/router/link.tsx';
import styles from './button.module.css';

interface Look {
  /**
   * Use `primary` once per view and `danger` for irreversible actions. `secondary` is outlined; `quiet` has
   * no border.
   */
  look?: 'primary' | 'secondary' | 'quiet' | 'danger';
  size?: 's' | 'm' | 'l';
  wide?: boolean;
  icon?: ReactNode;
}

type ButtonProps = Look &
  ButtonHTMLAttributes<HTMLButtonElement> & { /** Shows progress and ignores clicks. */ busy?: boolean };

export function Button({
  look = 'primary',
  size = 'm',
  wide,
  icon,
  busy,
  className,
  children,
  disabled,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={clsx(styles['button'], styles[look], styles[size], wide && styles['wide'], className)}
      disabled={disabled}
      aria-busy={busy || undefined}
      {...rest}
      onClick={busy ? (event) => event.preventDefault() : rest.onClick}
    >
      {busy ? <span className={styles['busy']} aria-hidden="true" /> : icon}
      {children}
    </button>
  );
}

/** A link styled as a button. `to` is a path without locale prefix. */
export function ButtonLink({
  look = 'primary',
  size = 'm',
  wide,
  icon,
  className,
  children,
  ...rest
}: Look & LinkProps) {
  return (
    <Link
      className={clsx(styles['button'], styles[look], styles[size], wide && styles['wide'], className)}
      {...rest}
    >
      {icon}
      {children}
    </Link>
  );
}

type IconButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** Accessible name. */ label: string;
  look?: 'soft' | 'plain' | 'float';
  size?: 's' | 'm';
};

/** A round icon-only button with a touch target of at least 44 px (size `m`). */
export function IconButton({
  label,
  look = 'plain',
  size = 'm',
  className,
  children,
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <button
      type={type}
      aria-label={label}
      title={label}
      className={clsx(styles['icon'], styles[`icon-${look}`], styles[`icon-${size}`], className)}
      {...rest}
    >
      {children}
    </button>
  );
}
