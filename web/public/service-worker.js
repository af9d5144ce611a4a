/* The service worker (docs/decisions/0015-service-worker.md). It serves scripts and fonts from its cache,
   and offline the offline page. Its caches never contain member data. */

/**
 * Each build has a different worker script: its assets have their own cache, and open pages learn of the
 * newer build.
 */
const BUILD = '__BUILD__';
/** Subscriptions with an older version are renewed. web/notifications/push.ts has the same number. */
const PUSH_VERSION = 2;

const ASSETS = `assets-${BUILD}`;
const OFFLINE = 'offline';
const SHARED = 'shared';

self.addEventListener('install', () => self.skipWaiting());

self.addEventListener('activate', (event) =>
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys())
        if (name.startsWith('assets-') && name !== ASSETS) await caches.delete(name);
      await self.clients.claim();
    })(),
  ),
);

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin) return;
  if (request.method === 'POST' && /^(\/[a-z]{2})?\/share$/.test(url.pathname))
    return event.respondWith(takeShared(request));
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate') return event.respondWith(page(request, url));
  // URLs of these files change with their content, so cached copies never go stale.
  if (url.pathname.startsWith('/assets/') || url.pathname.startsWith('/i18n/'))
    event.respondWith(kept(request));
});

async function page(request, url) {
  try {
    return await fetch(request);
  } catch (error) {
    const cache = await caches.open(OFFLINE);
    const locale = /^\/[a-z]{2}(?=\/|$)/.exec(url.pathname)?.[0] ?? '';
    // The offline page in another language is better than none.
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

/** Stores photos shared from another app until the profile page fetches them. */
async function takeShared(request) {
  const profile = (query) => Response.redirect(new URL(`profile${query}`, request.url), 303);
  // The share sheet sends no referrer. Another site's form must not put photos here.
  const { origin } = request.referrer ? new URL(request.referrer) : self.location;
  if (origin !== self.location.origin && origin !== 'null') return profile('');
  const form = await request.formData();
  const cache = await caches.open(SHARED);
  const photos = form
    .getAll('photo')
    .filter((photo) => typeof photo !== 'string' && photo.type.startsWith('image/'));
  await Promise.all(
    photos.slice(0, 5).map((photo, i) =>
      cache.put(
        `/shared/${i}`,
        new Response(photo, {
          headers: { 'content-type': photo.type, 'x-name': encodeURIComponent(photo.name) },
        }),
      ),
    ),
  );
  return profile('?shared=1');
}

async function keepOffline(path, parts) {
  const answer = await fetch(path, { credentials: 'omit' });
  if (!answer.ok) return;
  const cache = await caches.open(OFFLINE);
  await cache.addAll(parts);
  for (const old of await cache.keys()) {
    const { pathname } = new URL(old.url);
    // Remove assets of other builds and pages in other languages.
    if (pathname !== path && !parts.includes(pathname)) await cache.delete(old);
  }
  await cache.put(path, answer);
}

self.addEventListener('message', (event) => {
  if (event.data?.type === 'keep-offline')
    event.waitUntil(keepOffline(event.data.path, event.data.parts).catch(() => {}));
});

self.addEventListener('push', (event) => {
  if (!event.data) return;
  const { title, body, path, tag, badge, conversation } = event.data.json();
  const { id, actions } = conversation ?? {};
  event.waitUntil(
    Promise.all([
      show(title, { body, tag, renotify: tag !== undefined, actions, data: { path, conversation: id } }),
      showBadge(badge),
    ]),
  );
});

const show = (title, options) =>
  self.registration.showNotification(title, {
    ...options,
    icon: '/icons/192.png',
    badge: '/badge-96.png',
  });

const showBadge = async (count) => {
  if (count !== undefined && 'setAppBadge' in self.navigator)
    await self.navigator.setAppBadge(count).catch(() => {});
};

// The subscription's URL has changed. Open pages, or else the next one, send the new one to the server.
self.addEventListener('pushsubscriptionchange', (event) =>
  event.waitUntil(
    self.clients
      .matchAll({ type: 'window' })
      .then((windows) =>
        windows.forEach((client) => client.postMessage({ type: 'renew-push', version: PUSH_VERSION })),
      ),
  ),
);

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  if (event.action === 'read') return event.waitUntil(markRead(event.notification));
  const address = new URL(event.notification.data?.path ?? '/', self.location.origin);
  // Only open pages of this site, whatever the message contains.
  if (address.origin !== self.location.origin) return;
  event.waitUntil(open(address));
});

const json = (method, body) => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** Works on a locked phone. If the site cannot be reached, the notification comes back without a sound. */
async function markRead({ title, body, tag, actions, data }) {
  const { conversation } = data;
  const answer = await fetch('/api/chat-read.php', json('PUT', { conversation })).catch(() => null);
  if (!answer?.ok) return show(title, { body, tag, actions, data, silent: true });
  await showBadge((await answer.json()).badge);
}

// The network is back after a page has stored messages that it could not send (web/session/unsent-db.ts).
self.addEventListener('sync', (event) => {
  if (event.tag === 'unsent') event.waitUntil(sendUnsent());
});

/**
 * Sends the texts of the logged-in member, in order. A page that is open sends them too: of two sends with the same
 * `client_id` the server stores one. What it refuses, and everything but texts, waits for the next page, which shows
 * it. A rejection makes the browser try again later.
 */
async function sendUnsent() {
  const answer = await fetch('/api/user.php');
  if (answer.status === 403) return;
  if (!answer.ok) throw new Error(`The site answered ${answer.status}.`);
  const { id } = await answer.json();
  const db = await openUnsent();
  if (!db) return;
  const waits = new Set();
  const messages = (await result(db.transaction('messages').objectStore('messages').getAll()))
    .filter(({ member }) => member === id)
    .sort((a, b) => a.created_at.localeCompare(b.created_at));
  for (const message of messages)
    if (!waits.has(message.profile) && !(await sendText(db, message))) waits.add(message.profile);
  db.close();
}

async function sendText(db, { kind, state, client_id, profile, text, quote, about, like, words_confirmed }) {
  if (kind !== 'text' || state === 'failed') return false;
  const answer = await fetch(
    '/api/chat.php',
    json('POST', { profile, client_id, text, reply_to: quote?.id, ...aboutOf(about, like), words_confirmed }),
  );
  if (answer.status >= 500 || answer.status === 429) throw new Error(`The site answered ${answer.status}.`);
  if (!answer.ok) return false;
  await result(db.transaction('messages', 'readwrite').objectStore('messages').delete(client_id));
  return true;
}

/** As in web/chat/outbox/outbox.ts. */
function aboutOf(about, like) {
  if (!about) return {};
  const photo = about.startsWith('photo:') && Number(about.slice(6));
  return { ...(photo ? { about_photo: photo } : { about_prompt: about }), ...(like && { like }) };
}

const result = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Null if the pages have not created the database. Only they know its tables. */
function openUnsent() {
  const request = indexedDB.open('unsent-messages', 1);
  request.onupgradeneeded = () => request.transaction.abort();
  return result(request).catch(() => null);
}

/**
 * Navigates an open window to a page, by its app if possible so that typed input is not lost, or else opens a
 * new window.
 */
async function open(address) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const client =
    windows.find(({ url }) => new URL(url).pathname === address.pathname) ??
    windows.find(({ focused }) => focused) ??
    windows[0];
  if (!client) return self.clients.openWindow(address.href);
  await client.focus();
  if (new URL(client.url).pathname === address.pathname || (await goneByApp(client, address))) return;
  await client.navigate(address.href).catch(() => self.clients.openWindow(address.href));
}

/** Returns whether the page's app navigated. A page whose app is not running does not answer. */
function goneByApp(client, { pathname, search }) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(true);
    setTimeout(resolve, 1000, false);
    client.postMessage({ type: 'open', path: pathname + search }, [port2]);
  });
}
