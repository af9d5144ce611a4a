/* Push version 2 (section 9): shows what the server sends and opens the page it names. Pages themselves are not cached. */

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('push', (event) => {
  if (!event.data) return;
  const { title, body, path, tag, badge } = event.data.json();
  event.waitUntil(
    Promise.all([
      self.registration.showNotification(title, { body, tag, renotify: tag !== undefined, icon: '/icon-192.png', badge: '/icon-192.png', data: { path } }),
      badge === undefined || !('setAppBadge' in self.navigator) ? null : self.navigator.setAppBadge(badge).catch(() => {}),
    ]),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const address = new URL(event.notification.data?.path ?? '/', self.location.origin);
  // Only pages of this site are opened, whatever the message says.
  if (address.origin !== self.location.origin) return;
  event.waitUntil(
    (async () => {
      const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
      const open = windows.find((client) => new URL(client.url).pathname === address.pathname) ?? windows[0];
      if (!open) return self.clients.openWindow(address.href);
      await open.focus();
      if (new URL(open.url).pathname !== address.pathname) await open.navigate(address.href).catch(() => self.clients.openWindow(address.href));
    })(),
  );
});
