/** What this browser keeps of a member, each with the member's id behind it: drafts (`draft:5:7`), what was spent when. */
const kinds = ['draft', 'spends', 'streak_dismissed'];
/** The subscription has to go before the page does, but a push service that does not answer holds nobody back. */
const PATIENCE_MS = 2000;

/**
 * Forgets at logout what a member has written, read and done in this browser, and ends its pushes: whoever uses it next finds
 * and hears none of it. Unsent messages wait for their writer.
 */
export async function forgetOnDevice(member: number): Promise<void> {
  for (const key of Object.keys(localStorage)) {
    const [kind = '', owner] = key.split(':');
    if (kinds.includes(kind) && owner === String(member)) localStorage.removeItem(key);
  }
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  await Promise.race([Promise.allSettled([forgetConversations(), endPushes()]), late]);
}

const forgetConversations = async () => (await import('./offline-store.ts')).forgetConversations();

async function endPushes() {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration) return;
  for (const notification of await registration.getNotifications()) notification.close();
  await (await registration.pushManager?.getSubscription())?.unsubscribe();
  await navigator.clearAppBadge?.();
}
