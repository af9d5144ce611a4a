import { useCallback, useSyncExternalStore } from 'react';
import { usePage } from '#web/page/page.tsx';

/** What can be dismissed for good (docs/product.md). */
export type Dismissible = 'profile_photo_alert' | 'push_alert' | 'disabled_notifications_alert' | 'time_bonus_modal' | 'welcome_tour';

/** How long a browser keeps a cookie at most: 400 days. */
const KEPT_S = 400 * 86_400;
const cookie = (what: Dismissible) => `dismissed_${what}`;
const listeners = new Set<() => void>();

/**
 * Whether something was dismissed in this browser, and how to dismiss it. Kept with its time in a cookie, so that the server
 * leaves out what was dismissed and nothing appears and vanishes again.
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
