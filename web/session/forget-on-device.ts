import { persistentStorage } from './browser-storage.ts';

/** Prefixes of localStorage keys that belong to a member. The member's id follows, as in `draft:5:7`. */
const kinds = ['draft', 'spends', 'streak_dismissed', 'unsent'];
const ofAnybody = ['recent-emoji', 'push-version'];
/**
 * Unsubscribing must finish before the page unloads, but a push service that does not respond must not block
 * logout.
 */
const PATIENCE_MS = 2000;

/**
 * Clears a member's data from this browser at logout and unsubscribes from push, so that the next user of the
 * device sees none of it. Unsent messages and photos shared from another app go too: a copy on a shared device is worse
 * than a lost message.
 */
export async function forgetOnDevice(member: number): Promise<void> {
  for (const key of persistentStorage.keys()) {
    const [kind = '', owner] = key.split(':');
    if (ofAnybody.includes(key) || (kinds.includes(kind) && owner === String(member)))
      persistentStorage.remove(key);
  }
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  await Promise.race([
    Promise.allSettled([forgetConversations(), forgetUnsent(member), forgetShared(), endPushes()]),
    late,
  ]);
}

const forgetConversations = async () => (await import('./offline-store.ts')).forgetConversations();

const forgetUnsent = async (member: number) => (await import('./unsent-db.ts')).forgetUnsent(member);

const forgetShared = async () => 'caches' in window && caches.delete('shared');

async function endPushes() {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration) return;
  for (const notification of await registration.getNotifications()) notification.close();
  await (await registration.pushManager?.getSubscription())?.unsubscribe();
  await navigator.clearAppBadge?.();
}
