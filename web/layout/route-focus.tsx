import { useLayoutEffect, useRef } from 'react';
import { useLocation } from '#web/router/hooks.ts';

/**
 * Moves keyboard focus to the new screen's heading after navigation, so that screen readers announce it. It
 * does nothing if an element of the screen or a dialog already has focus.
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
