import { useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * After a change of route the keyboard goes on from the new screen's heading, and screen readers read it. Not when
 * something on the new screen, or a dialog, has the focus already.
 */
export function RouteFocus() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useLayoutEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (document.activeElement?.closest('main, dialog')) return;
    const target = document.querySelector<HTMLElement>('main h1') ?? document.getElementById('content');
    if (!target) return;
    target.tabIndex = -1;
    target.focus({ preventScroll: true });
  }, [pathname]);
  return null;
}
