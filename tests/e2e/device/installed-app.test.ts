import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { locales } from '#contract/lists/locales.ts';
import { demoPassword } from '#seeds/people.ts';
import { accessibilityFaults } from '#support/browser/axe.ts';
import { appReady } from '#support/browser/browser.ts';
import { memberPages } from '#support/browser/member-pages.ts';
import { siteForTests } from '#support/browser/site-for-tests.ts';
import { changeSettings } from '#support/site-settings.ts';

const { site, browser } = await siteForTests();
const people = await memberPages(site, browser);

/** Waits until the service worker controls the page and the conversations are cached. */
async function keptOffline(page: Page) {
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const pages = await (await caches.open('offline')).keys();
        return (
          navigator.serviceWorker.controller !== null &&
          pages.some(({ url }) => url.endsWith('/offline')) &&
          localStorage.getItem('offline-kept') !== null
        );
      }),
    )
    .toBe(true);
}

test('shows cached, encrypted conversations while offline, recovers by itself, and deletes them at logout', async () => {
  const [anna, bram] = [
    await people.plant({ name: 'Annika' }),
    await people.plant({ name: 'Bastian', gender: 'male' }),
  ];
  const writer = await people.page(bram);
  await people.ask(writer, 'POST', '/api/chat.php', {
    profile: anna,
    text: 'Tomorrow at the lighthouse?',
    client_id: crypto.randomUUID(),
  });

  const page = await people.page(anna, { device: 'phone', worker: true });
  await people.open(page, '/en/chats');
  await page.getByRole('link', { name: /Bastian/ }).click();
  await page.getByText('Tomorrow at the lighthouse?').last().waitFor();
  await keptOffline(page);

  await page.context().setOffline(true);
  await page.getByText("You're offline. We'll send what you write once you're back online.").waitFor();
  await page.getByRole('textbox', { name: /Bastian/ }).fill('Gladly');
  expect(await page.getByText('Tomorrow at the lighthouse?').last().isVisible()).toBe(true);

  const address = page.url();
  await page.reload();
  await page.getByRole('heading', { name: 'You are offline' }).waitFor();
  await page.getByText('Bastian, ').click();
  await page.getByText('Tomorrow at the lighthouse?').last().waitFor();
  const stored = await page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const open = indexedDB.open('offline');
        open.onsuccess = () => {
          const all = open.result.transaction('records').objectStore('records').getAll();
          all.onsuccess = () => {
            open.result.close();
            resolve(
              all.result
                .map(({ sealed }: { sealed: ArrayBuffer }) => new TextDecoder('latin1').decode(sealed))
                .join(),
            );
          };
        };
      }),
  );
  expect(stored.length).toBeGreaterThan(50);
  expect(stored).not.toContain('lighthouse');

  // The page recovers by itself at the same place, with the draft.
  await page.context().setOffline(false);
  await appReady(page);
  expect(page.url()).toBe(address);
  await expect.poll(() => page.getByRole('textbox', { name: /Bastian/ }).inputValue()).toBe('Gladly');

  await people.open(page, '/en/members');
  await page.getByRole('button', { name: /Annika/ }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL('**/en');
  const left = await page.evaluate(async () => ({
    mark: localStorage.getItem('offline-kept'),
    bases: (await indexedDB.databases()).map(({ name }) => name),
  }));
  expect(left.mark).toBeNull();
  expect(left.bases).not.toContain('offline');
});

test('tells a site that does not answer from a device without network, and returns by itself', async () => {
  const wanda = await people.plant({ name: 'Wanda' });
  const page = await people.page(wanda, { device: 'phone', worker: true });
  await people.open(page, '/en/members');
  await expect
    .poll(() => page.evaluate(async () => (await caches.open('offline')).match('/en/offline')))
    .toBeTruthy();
  await site.stop();
  await page.reload();
  const heading = page.getByRole('heading', { level: 1 });
  await expect.poll(() => heading.textContent()).toBe("We can't be reached right now");
  expect(await page.title()).toBe("We can't be reached right now · Liaison");
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.context().setOffline(true);
  await expect.poll(() => heading.textContent()).toBe('You are offline');
  await page.context().setOffline(false);
  await expect.poll(() => heading.textContent()).toBe("We can't be reached right now");
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => heading.textContent()).toBe("We can't be reached right now");
  await site.start();
  await appReady(page);
});

test('opens the offline page instead of a broken screen if its code cannot load, and leads back', async () => {
  const clara = await people.plant({ name: 'Clara' });
  const page = await people.page(clara, { device: 'phone', worker: true });
  await people.open(page, '/en/members');
  await expect
    .poll(() => page.evaluate(async () => (await (await caches.open('offline')).keys()).length))
    .toBeGreaterThan(0);
  await page.context().setOffline(true);
  await page
    .locator('[data-bottom-bar]')
    .getByRole('link', { name: /Profile/ })
    .click();
  await page
    .getByText(/You are offline/)
    .first()
    .waitFor();
  await page.context().setOffline(false);
  await appReady(page);
});

test('opens a conversation from a notification within the open window, keeping drafts elsewhere', async () => {
  const [dora, emil] = [
    await people.plant({ name: 'Dora' }),
    await people.plant({ name: 'Emil', gender: 'male' }),
  ];
  const writer = await people.page(emil);
  await people.ask(writer, 'POST', '/api/chat.php', {
    profile: dora,
    text: 'Coffee?',
    client_id: crypto.randomUUID(),
  });
  const page = await people.page(dora, { worker: true });
  await people.open(page, '/en/members');
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  const { chats } = await people.ask(page, 'GET', '/api/chats.php');
  await page.evaluate(() => Object.assign(window, { same: 'document' }));
  // The service worker sends this message to an open window when a notification is clicked.
  const answered = await page.evaluate(
    (path) =>
      new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }) => resolve(data);
        navigator.serviceWorker.dispatchEvent(
          new MessageEvent('message', { data: { type: 'open', path }, ports: [port2] }),
        );
      }),
    `/en/chats/${chats[0].conversation.id}`,
  );
  expect(answered).toBe('gone');
  await page.waitForURL(`**/en/chats/${chats[0].conversation.id}`);
  await page.getByText('Coffee?').last().waitFor();
  expect(await page.evaluate(() => (window as never as { same: string }).same)).toBe('document');
});

/** Stores in the browser what a member left unsent: a draft, a message and the emoji used last. */
const leaveUnsent = (page: Page, member: number) =>
  page.evaluate(async (member) => {
    localStorage.setItem(`unsent:${member}`, 'yes');
    localStorage.setItem(`draft:${member}:7`, 'half a sentence');
    localStorage.setItem('recent-emoji', '😘');
    await new Promise<void>((resolve, reject) => {
      const request = indexedDB.open('unsent-messages', 1);
      request.onupgradeneeded = () => request.result.createObjectStore('messages', { keyPath: 'client_id' });
      request.onerror = () => reject(request.error!);
      request.onsuccess = () => {
        const write = request.result.transaction('messages', 'readwrite');
        const text = 'my private unsent words';
        write.objectStore('messages').put({
          ...{ client_id: 'a', member, profile: 999_999, kind: 'text', text, state: 'failed' },
          created_at: new Date().toISOString(),
        });
        write.oncomplete = () => (request.result.close(), resolve());
      };
    });
  }, member);

const unsentIn = async (page: Page) => {
  const left = await page.evaluate(
    () =>
      new Promise<{ messages: number; keys: string[] }>((resolve) => {
        const request = indexedDB.open('unsent-messages', 1);
        request.onsuccess = () => {
          const all = request.result.transaction('messages').objectStore('messages').count();
          all.onsuccess = () => {
            request.result.close();
            resolve({ messages: all.result, keys: Object.keys(localStorage) });
          };
        };
      }),
  );
  return { ...left, keys: left.keys.filter((key) => /^(unsent|draft|recent-emoji)/.test(key)) };
};

test('deletes at logout what a member wrote and did not send', async () => {
  const irma = await people.plant({ name: 'Irma' });
  const page = await people.page(irma);
  await people.open(page, '/en/members');
  await leaveUnsent(page, irma);
  await page.getByRole('button', { name: /Irma/ }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL('**/en');
  expect(await unsentIn(page)).toEqual({ messages: 0, keys: [] });
});

test('deletes what a member wrote after the session was ended elsewhere, and keeps it after it expired', async () => {
  const noor = await people.plant({ name: 'Noortje' });
  const elsewhere = await people.page(noor);
  const page = await people.page(noor);
  await people.open(page, '/en/members');
  await leaveUnsent(page, noor);
  await people.query(
    "update sessions set expires_at = app_now() - interval '1 second' where token_hash = (select token_hash from sessions where member_id = $1 order by created_at desc limit 1)",
    [noor],
  );
  await people.query('delete from sessions where member_id = $1 and expires_at < app_now()', [noor]);
  await people.open(page, '/en');
  const kept = await unsentIn(page);
  expect(kept.messages).toBe(1);
  expect(kept.keys).toContain(`draft:${noor}:7`);

  expect(
    (
      await page.request.post('/api/user.php', {
        data: { email: 'noortje@pages.test', password: demoPassword },
      })
    ).status(),
  ).toBe(200);
  const { sessions } = await (await elsewhere.request.get('/api/sessions.php')).json();
  const other = sessions.find(({ current }: { current: boolean }) => !current);
  expect((await elsewhere.request.delete('/api/sessions.php', { data: { id: other.id } })).status()).toBe(
    200,
  );
  // The home page defers the app for visitors, and must not do so here.
  await page.goto('/en');
  await expect.poll(() => unsentIn(page)).toEqual({ messages: 0, keys: [] });
});

test('updates the app on navigation, but not while something is typed', async () => {
  const gesa = await people.plant({ name: 'Gesa' });
  const page = await people.page(gesa, { worker: true });
  await people.open(page, '/en/notifications/access');
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  // Only a page that loaded with a controlling service worker is notified of a new one.
  await people.open(page, '/en/notifications/access');
  const stay = () => page.evaluate(() => Object.assign(window, { same: 'document' }));
  const stayed = () => page.evaluate(() => 'same' in window);
  await page.waitForTimeout(4500);
  await stay();
  await page.evaluate(() => navigator.serviceWorker.dispatchEvent(new Event('controllerchange')));
  await page.waitForTimeout(500);
  expect(await stayed()).toBe(true);

  await page.getByLabel('New email address').fill('gesa@elsewhere.test');
  const navigation = page.getByRole('navigation').first();
  await navigation.getByRole('link', { name: /^Messages/ }).click();
  await page.waitForURL('**/en/chats');
  expect(await stayed()).toBe(true);
  await navigation.getByRole('link', { name: /^Search members/ }).click();
  await page.waitForURL('**/en/members');
  await appReady(page);
  expect(await stayed()).toBe(false);
});

test('shows a back button only in the installed app, on screens without their own tab', async () => {
  const [hilde, ivo] = [
    await people.plant({ name: 'Hilde' }),
    await people.plant({ name: 'Ivo', gender: 'male' }),
  ];
  const page = await people.page(hilde, { device: 'phone' });
  const back = page.getByRole('button', { name: 'Back', exact: true });
  await people.open(page, '/en/members');
  await people.open(page, `/en/members/${ivo}`);
  expect(await back.count()).toBe(0);
  // iOS sets `navigator.standalone`. Other systems change the display mode.
  await page.addInitScript(() => Object.defineProperty(navigator, 'standalone', { value: true }));
  for (const [path, shown] of [
    [`/en/members/${ivo}`, 1],
    ['/en/likes/sent', 1],
    [`/en/likes/m/${ivo}`, 1],
    ['/en/credits', 1],
    ['/en/members', 0],
    ['/en/chats', 0],
    ['/en/notifications', 0],
  ] as const) {
    await people.open(page, path);
    await expect.poll(() => back.count(), { message: path }).toBe(shown);
  }
  await people.open(page, `/en/members/${ivo}`);
  await back.click();
  await page.waitForURL('**/en/notifications');
});

test('has a manifest with the name and colours of the site and texts in each language, and one scope for all', async () => {
  await people.query(
    `insert into sites (host, company_id, overrides) select 'zweite.example', company_id, $1 from sites where host = '*'`,
    [
      JSON.stringify({
        name: 'Zweite Liebe',
        domain_language: 'de',
        languages: locales,
        theme: { day: '#eef4ff', evening: '#101820' },
      }),
    ],
  );
  await changeSettings(site, { languages: locales });
  const ask = async (path: string, host?: string) => {
    const answer = await new Promise<IncomingMessage>((resolve, reject) =>
      get(new URL(path, site.url), host ? { headers: { host } } : {}, resolve).on('error', reject),
    );
    return { status: answer.statusCode, content: await buffer(answer) };
  };
  const messages = new Set<string>();
  for (const [host, name, colour] of [
    [undefined, 'Liaison', '#fffaf6'],
    ['zweite.example', 'Zweite Liebe', '#eef4ff'],
  ] as const)
    for (const locale of locales) {
      const home = locale === 'nl' ? '/' : `/${locale}`;
      const under = home === '/' ? '' : home;
      const manifest = JSON.parse((await ask(`${under}/manifest.webmanifest`, host)).content.toString());
      const at = `${name} ${locale}`;
      expect(manifest, at).toMatchObject({
        id: '/',
        name,
        short_name: name,
        lang: locale,
        scope: '/',
        display: 'standalone',
        start_url: home,
      });
      expect([manifest.theme_color, manifest.background_color], at).toEqual([colour, colour]);
      expect(manifest.share_target, at).toMatchObject({
        action: `${under}/share`,
        method: 'POST',
        enctype: 'multipart/form-data',
      });
      expect(
        manifest.shortcuts.map(({ url }: { url: string }) => url),
        at,
      ).toEqual([`${under}/chats`, `${under}/members`, `${under}/likes`]);
      messages.add(manifest.shortcuts[0].name);
      for (const { src } of manifest.icons) expect((await ask(src, host)).status, src).toBe(200);
      expect((await ask(`${under}/chats`, host)).status, at).toBeLessThan(400);
    }
  // Danish and Norwegian share one text.
  expect(messages.size).toBeGreaterThanOrEqual(locales.length - 2);
});
