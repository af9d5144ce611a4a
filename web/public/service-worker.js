/*
 * The site's worker (docs/decisions/service-worker.md). It answers without a network what it can: code and fonts that were seen
 * before, and for a page the offline page. Nothing of a member passes through its caches.
 */

/** Every build is another worker: its assets are kept apart, and open pages hear that a newer app has come. */
const BUILD = '__BUILD__';
/** A subscription of an older version is renewed (web/notifications/push.ts has the same number). */
const PUSH_VERSION = 2;

const ASSETS = `assets-${BUILD}`;
const OFFLINE = 'offline';
const SHARED = 'shared';

self.addEventListener('install', () => self.skipWaiting());

self.addEventListener('activate', (event) =>
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name.startsWith('assets-') && name !== ASSETS) await caches.delete(name);
      await self.clients.claim();
    })(),
  ),
);

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin) return;
  if (request.method === 'POST' && /^(\/[a-z]{2})?\/share$/.test(url.pathname)) return event.respondWith(takeShared(request));
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate') return event.respondWith(page(request, url));
  // Their addresses change with their content.
  if (url.pathname.startsWith('/assets/') || url.pathname.startsWith('/i18n/')) event.respondWith(kept(request));
});

/** A page from the network, else the offline page in its language. */
async function page(request, url) {
  try {
    return await fetch(request);
  } catch (error) {
    const cache = await caches.open(OFFLINE);
    const locale = /^\/[a-z]{2}(?=\/|$)/.exec(url.pathname)?.[0] ?? '';
    // In another language rather than not at all.
    const other = (await cache.keys()).find(({ url: kept }) => kept.endsWith('/offline'));
    const offline = (await cache.match(`${locale}/offline`)) ?? (other && (await cache.match(other)));
    if (!offline) throw error;
    return offline;
  }
}

async function kept(request) {
  const known = await caches.match(request);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) {
    const copy = answer.clone();
    void caches.open(ASSETS).then((cache) => cache.put(request, copy));
  }
  return answer;
}

/** A photo shared from another app waits in the browser until the profile page takes it. */
async function takeShared(request) {
  const form = await request.formData();
  const cache = await caches.open(SHARED);
  const photos = form.getAll('photo').filter((photo) => typeof photo !== 'string' && photo.type.startsWith('image/'));
  await Promise.all(
    photos
      .slice(0, 5)
      .map((photo, i) => cache.put(`/shared/${i}`, new Response(photo, { headers: { 'content-type': photo.type, 'x-name': encodeURIComponent(photo.name) } }))),
  );
  return Response.redirect(new URL('profile?shared=1', request.url), 303);
}

/** Keeps the offline page of a language, with what it needs. */
async function keepOffline(path, parts) {
  const answer = await fetch(path, { credentials: 'omit' });
  if (!answer.ok) return;
  const cache = await caches.open(OFFLINE);
  await cache.addAll(parts);
  for (const old of await cache.keys()) {
    const { pathname } = new URL(old.url);
    // Of other builds; one page and its parts are enough.
    if (pathname !== path && !parts.includes(pathname)) await cache.delete(old);
  }
  await cache.put(path, answer);
}

self.addEventListener('message', (event) => {
  if (event.data?.type === 'keep-offline') event.waitUntil(keepOffline(event.data.path, event.data.parts).catch(() => {}));
});

self.addEventListener('push', (event) => {
  if (!event.data) return;
  const { title, body, path, tag, badge } = event.data.json();
  event.waitUntil(
    Promise.all([
      self.registration.showNotification(title, { body, tag, renotify: tag !== undefined, icon: '/icons/192.png', badge: '/badge-96.png', data: { path } }),
      badge === undefined || !('setAppBadge' in self.navigator) ? null : self.navigator.setAppBadge(badge).catch(() => {}),
    ]),
  );
});

// The browser's push service has another address for this browser: the open page, or the next one, tells the site.
self.addEventListener('pushsubscriptionchange', (event) =>
  event.waitUntil(
    self.clients.matchAll({ type: 'window' }).then((windows) => windows.forEach((client) => client.postMessage({ type: 'renew-push', version: PUSH_VERSION }))),
  ),
);

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const address = new URL(event.notification.data?.path ?? '/', self.location.origin);
  // Only pages of this site are opened, whatever the message says.
  if (address.origin !== self.location.origin) return;
  event.waitUntil(open(address));
});

/** Goes to a page in a window that is open, by the app itself so that nothing typed there is lost; else in a new window. */
async function open(address) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const client = windows.find(({ url }) => new URL(url).pathname === address.pathname) ?? windows.find(({ focused }) => focused) ?? windows[0];
  if (!client) return self.clients.openWindow(address.href);
  await client.focus();
  if (new URL(client.url).pathname === address.pathname || (await goneByApp(client, address))) return;
  await client.navigate(address.href).catch(() => self.clients.openWindow(address.href));
}

/** Whether the page's app went there. A page without one does not answer. */
function goneByApp(client, { pathname, search }) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(true);
    setTimeout(resolve, 1000, false);
    client.postMessage({ type: 'open', path: pathname + search }, [port2]);
  });
}
