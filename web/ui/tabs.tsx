import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from '#web/router/hooks.ts';
import { NavLink } from '#web/router/link.tsx';
import styles from './tabs.module.css';

/** Tabs are links with a path each, so Back and Forward work. */
export function Tabs({
  label,
  tabs,
}: {
  label: string;
  tabs: { to: string; text: ReactNode; badge?: ReactNode; end?: boolean }[];
}) {
  const row = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // On a phone the tabs overflow, so scroll the current one to the middle.
  useEffect(() => {
    const here = row.current?.querySelector('[aria-current]')?.getBoundingClientRect();
    const shown = row.current?.getBoundingClientRect();
    if (here && shown)
      row.current?.scrollBy({ left: here.left + here.width / 2 - (shown.left + shown.width / 2) });
  }, [pathname]);
  return (
    <nav ref={row} className={styles['tabs']} aria-label={label}>
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
