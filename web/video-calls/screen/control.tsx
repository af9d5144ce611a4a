import type { ReactNode } from 'react';
import styles from './stage.module.css';

interface ControlProps {
  label: string;
  icon: ReactNode;
  onClick: () => void;
  look?: 'end' | 'chosen' | undefined;
  pressed?: boolean;
}

/** A round button with its name below, as large as a thumb. */
export function Control({ label, icon, onClick, look, pressed }: ControlProps) {
  return (
    <button
      type="button"
      className={styles['control']}
      data-look={look}
      aria-pressed={pressed}
      onClick={onClick}
    >
      <span className={styles['round']} aria-hidden="true">
        {icon}
      </span>
      <span className={styles['name']}>{label}</span>
    </button>
  );
}
