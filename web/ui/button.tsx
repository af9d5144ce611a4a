import { clsx } from 'clsx';
import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import styles from './button.module.css';

interface Look {
  /** `primary` once per view; `secondary` outlined; `quiet` without a border; `danger` for what can not be undone. */
  look?: 'primary' | 'secondary' | 'quiet' | 'danger';
  size?: 's' | 'm' | 'l';
  /** Takes the whole width. */
  wide?: boolean;
  icon?: ReactNode;
}

type ButtonProps = Look & ButtonHTMLAttributes<HTMLButtonElement> & { /** Shows progress and refuses clicks. */ busy?: boolean };

export function Button({ look = 'primary', size = 'm', wide, icon, busy, className, children, disabled, type = 'button', ...rest }: ButtonProps) {
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

/** A link that looks like a button. `to` is a path without locale prefix. */
export function ButtonLink({ look = 'primary', size = 'm', wide, icon, className, children, ...rest }: Look & LinkProps) {
  return (
    <Link className={clsx(styles['button'], styles[look], styles[size], wide && styles['wide'], className)} {...rest}>
      {icon}
      {children}
    </Link>
  );
}

type IconButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** What it does, for everyone who does not see the icon. */ label: string;
  look?: 'soft' | 'plain' | 'float';
  size?: 's' | 'm';
};

/** A round button with an icon alone. At least 44 px to touch (size `m`). */
export function IconButton({ label, look = 'plain', size = 'm', className, children, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button type={type} aria-label={label} title={label} className={clsx(styles['icon'], styles[`icon-${look}`], styles[`icon-${size}`], className)} {...rest}>
      {children}
    </button>
  );
}
