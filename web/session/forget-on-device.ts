import { persistentStorage } from '#web/page/browser-storage.ts';

/** Prefixes of localStorage keys that belong to a member. The member's id follows, as in `draft:5:7`. */
const kinds = ['draft', 'spends', 'streak_dismissed', 'unsent'];
const PUSH_VERSION = 'push-version';
/**
 * Unsubscribing must finish before the page unloads, but a push service that does not respond must not block
 * logout.
 */
const PATIENCE_MS = 2000;

/**
 * Clears a member's data from this browser at logout and unsubscribes from push, so that the next user of the
 * device sees none of it.
 */
export async function forgetOnDevice(member: number): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  persistentStorage.remove(PUSH_VERSION);
  await Promise.race([Promise.allSettled([forgetWords(member), endPushes()]), late]);
}

/**
 * Clears what a member read and wrote in this browser. Unsent messages and photos shared from another app go too: a
 * copy on a shared device is worse than a lost message. Push stays subscribed here for the member's next login, but
 * the server no longer sends any.
 */
export async function forgetWords(member: number): Promise<void> {
  for (const key of persistentStorage.keys()) {
    const [kind = '', owner] = key.split(':');
    if (key === 'recent-emoji' || (kinds.includes(kind) && owner === String(member)))
      persistentStorage.remove(key);
  }
  await Promise.allSettled([
    forgetConversations(),
    forgetUnsent(member),
    forgetShared(),
    closeNotifications(),
  ]);
}

const forgetConversations = async () => (await import('./offline-store.ts')).forgetConversations();

const forgetUnsent = async (member: number) => (await import('./unsent-db.ts')).forgetUnsent(member);

const forgetShared = async () => 'caches' in window && caches.delete('shared');

async function closeNotifications() {
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const notification of (await registration?.getNotifications()) ?? []) notification.close();
}

async function endPushes() {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration) return;
  await (await registration.pushManager?.getSubscription())?.unsubscribe();
  await navigator.clearAppBadge?.();
}
