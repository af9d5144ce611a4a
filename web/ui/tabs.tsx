import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import styles from './tabs.module.css';

/** Tabs that are addresses: each opens a path of its own, so back and forward work. */
export function Tabs({ label, tabs }: { label: string; tabs: { to: string; text: ReactNode; badge?: ReactNode; end?: boolean }[] }) {
  return (
    <nav className={styles['tabs']} aria-label={label}>
      {tabs.map(({ to, text, badge, end = true }) => (
        <NavLink
          key={to}
          to={to}
          end={end}
          className={({ isActive }) => (isActive ? `${styles['tab']} ${styles['here']}` : styles['tab'])}
          prefetch="intent"
          preventScrollReset
        >
          {text}
          {badge}
        </NavLink>
      ))}
    </nav>
  );
}
