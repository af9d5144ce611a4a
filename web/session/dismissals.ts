import { useCallback, useSyncExternalStore } from 'react';

/** What can be dismissed for good (section 4). */
export type Dismissible = 'profile_photo_alert' | 'push_alert' | 'disabled_notifications_alert' | 'time_bonus_modal' | 'welcome_tour';

const key = (what: Dismissible) => `dismissed:${what}`;
const listeners = new Set<() => void>();

/**
 * Whether something was dismissed in this browser, and how to dismiss it. Stored with its time. The server can not
 * know, so it counts as dismissed until the browser has looked: nothing appears and vanishes again.
 */
export function useDismissal(what: Dismissible): [dismissed: boolean, dismiss: () => void] {
  const dismissed = useSyncExternalStore(
    subscribe,
    () => localStorage.getItem(key(what)) !== null,
    () => true,
  );
  const dismiss = useCallback(() => {
    localStorage.setItem(key(what), new Date().toISOString());
    for (const listener of listeners) listener();
  }, [what]);
  return [dismissed, dismiss];
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
