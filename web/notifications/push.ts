import type { Settings } from '#contract/site-settings.ts';
import type { Api } from '#web/api.ts';

/** Push in this browser (docs/product.md 4): unknown, capable, subscribed, denied. */
export type PushState = 'unknown' | 'capable' | 'subscribed' | 'denied';

/** Of the subscription; the worker has the same number. One of an older version is renewed. */
const PUSH_VERSION = 2;
const versionKey = 'push-version';

const supported = () => typeof window !== 'undefined' && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** Whether asking makes sense now: the browser can, and the member has not decided yet. */
export const canAskPush = (settings: Settings) => supported() && settings.push_public_key !== null && Notification.permission === 'default';

export async function pushState(settings: Settings): Promise<PushState> {
  if (!supported() || settings.push_public_key === null) return 'unknown';
  if (Notification.permission === 'denied') return 'denied';
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  return subscription && Notification.permission === 'granted' ? 'subscribed' : 'capable';
}

/** Asks the browser, registers the subscription with the site. Call it from a click: browsers refuse to ask otherwise. */
export async function subscribePush(api: Api, settings: Settings): Promise<PushState> {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'capable';
  const registration = await navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' });
  await navigator.serviceWorker.ready;
  return register(api, settings, registration);
}

/**
 * Renews this browser's subscription when it is of an older version or of another key of the site, and registers one that the
 * browser has changed or that the site does not know (`known`): it forgets them with the session, at a new password for one. Does
 * nothing where push is off. Returns whether anything was registered.
 */
export async function renewPush(api: Api, settings: Settings, known: boolean): Promise<boolean> {
  if ((await pushState(settings)) !== 'subscribed') return false;
  const registration = await navigator.serviceWorker.ready;
  const subscription = (await registration.pushManager.getSubscription())!;
  const isCurrent = localStorage.getItem(versionKey) === `${PUSH_VERSION} ${settings.push_public_key} ${subscription.endpoint}`;
  if (isCurrent && known) return false;
  if (!isCurrent) await subscription.unsubscribe();
  await register(api, settings, registration);
  return true;
}

async function register(api: Api, settings: Settings, registration: ServiceWorkerRegistration): Promise<PushState> {
  const key = keyOf(settings.push_public_key!);
  const subscription =
    (await registration.pushManager.getSubscription()) ?? (await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
  const { endpoint, expirationTime, keys } = subscription.toJSON();
  await api.call('subscribePush', {
    body: { subscription: { endpoint: endpoint!, expirationTime: expirationTime ?? null, keys: { p256dh: keys!['p256dh']!, auth: keys!['auth']! } } },
  });
  localStorage.setItem(versionKey, `${PUSH_VERSION} ${settings.push_public_key} ${endpoint}`);
  return 'subscribed';
}

/** Ends the subscription of this browser, here and at the site. */
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
