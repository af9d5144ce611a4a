import type { Settings } from '#contract/site-settings/settings.ts';
import type { Api } from '#web/api.ts';
import { persistentStorage } from '#web/page/browser-storage.ts';

export type PushState = 'unknown' | 'capable' | 'subscribed' | 'denied';

/** Version of the subscription, the same number as in the service worker. Older subscriptions are renewed. */
const PUSH_VERSION = 2;
const versionKey = 'push-version';

const supported = () =>
  typeof window !== 'undefined' &&
  'serviceWorker' in navigator &&
  'PushManager' in window &&
  'Notification' in window;

export const canAskPush = (settings: Settings) =>
  supported() && settings.push_public_key !== null && Notification.permission === 'default';

export async function pushState(settings: Settings): Promise<PushState> {
  if (!supported() || settings.push_public_key === null) return 'unknown';
  if (Notification.permission === 'denied') return 'denied';
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  return subscription && Notification.permission === 'granted' ? 'subscribed' : 'capable';
}

/**
 * Asks for permission and registers the subscription with the site. Call it from a click handler, because
 * browsers reject other requests for permission.
 */
export async function subscribePush(api: Api, settings: Settings): Promise<PushState> {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'capable';
  const registration = await navigator.serviceWorker.register('/service-worker.js', {
    updateViaCache: 'none',
  });
  await navigator.serviceWorker.ready;
  return register(api, settings, registration);
}

/**
 * Renews this browser's subscription if its version or the site's key is outdated. Also registers a
 * subscription that the browser has changed or that the site does not have (`known`), because the site
 * deletes subscriptions together with their session, for example on a password change. Does nothing if push
 * is off. Returns whether anything was registered.
 */
export async function renewPush(api: Api, settings: Settings, known: boolean): Promise<boolean> {
  if ((await pushState(settings)) !== 'subscribed') return false;
  const registration = await navigator.serviceWorker.ready;
  const subscription = await registration.pushManager.getSubscription();
  if (!subscription) return false;
  const isCurrent =
    persistentStorage.get(versionKey) ===
    `${PUSH_VERSION} ${settings.push_public_key} ${subscription.endpoint}`;
  if (isCurrent && known) return false;
  if (!isCurrent) await subscription.unsubscribe();
  await register(api, settings, registration);
  return true;
}

async function register(
  api: Api,
  settings: Settings,
  registration: ServiceWorkerRegistration,
): Promise<PushState> {
  if (settings.push_public_key === null) return 'unknown';
  const key = keyOf(settings.push_public_key);
  const subscription =
    (await registration.pushManager.getSubscription()) ??
    (await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
  const { expirationTime, keys } = subscription.toJSON();
  const { endpoint } = subscription;
  await api.call('subscribePush', {
    body: {
      subscription: {
        endpoint,
        expirationTime: expirationTime ?? null,
        keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' },
      },
    },
  });
  persistentStorage.set(versionKey, `${PUSH_VERSION} ${settings.push_public_key} ${endpoint}`);
  return 'subscribed';
}

export async function unsubscribePush(api: Api): Promise<PushState> {
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  if (subscription) {
    await subscription.unsubscribe();
    await api.call('unsubscribePush', { body: { endpoint: subscription.endpoint } });
  }
  return 'capable';
}

function keyOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replace(/-/g, '+').replace(/_/g, '/'));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}
