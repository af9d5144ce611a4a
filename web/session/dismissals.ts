import { useCallback, useSyncExternalStore } from 'react';
import { usePage } from '#web/page/page.tsx';

export type Dismissible =
  | 'profile_photo_alert'
  | 'push_alert'
  | 'install_hint'
  | 'disabled_notifications_alert'
  | 'time_bonus_modal'
  | 'welcome_tour';

/** Browsers cap cookie lifetime at 400 days. */
const KEPT_S = 400 * 86_400;
const cookie = (what: Dismissible) => `dismissed_${what}`;
const listeners = new Set<() => void>();

/**
 * Returns whether a notice was dismissed in this browser, and a function that dismisses it. A cookie stores
 * the time, so that the server omits dismissed notices and nothing flashes on load.
 */
export function useDismissal(what: Dismissible): [dismissed: boolean, dismiss: () => void] {
  const { dismissed: known } = usePage();
  const dismissed = useSyncExternalStore(
    subscribe,
    () => document.cookie.includes(`${cookie(what)}=`),
    () => known.includes(what),
  );
  const dismiss = useCallback(() => {
    const secure = location.protocol === 'https:' ? '; secure' : '';
    document.cookie = `${cookie(what)}=${new Date().toISOString()}; path=/; max-age=${KEPT_S}; samesite=lax${secure}`;
    for (const listener of listeners) listener();
  }, [what]);
  return [dismissed, dismiss];
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
