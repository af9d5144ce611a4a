import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { locales } from '#contract/lists/locales.ts';
import { appReady, launchBrowser } from '#support/browser/browser.ts';
import { memberPages, type MemberPages } from '#support/browser/member-pages.ts';
import { startSite, type RunningSite } from '#support/running-site.ts';
import { changeSettings } from '#support/site-settings.ts';

let site: RunningSite;
let browser: Browser;
let people: MemberPages;
beforeAll(async () => {
  [site, browser] = await Promise.all([startSite(), launchBrowser()]);
  people = await memberPages(site, browser);
});
afterAll(async () => {
  await browser?.close();
  await site?.remove();
});

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

test('queues photos shared by another app for cropping in the profile', async () => {
  const fenna = await people.plant({ name: 'Fenna' });
  const page = await people.page(fenna, { worker: true });
  await people.open(page, '/en/members');
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  // A form with a file is posted as a navigation, as the share sheet does.
  await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 900, height: 1200 });
    canvas.getContext('2d')!.fillRect(100, 100, 500, 700);
    const picture = await new Promise<Blob>((resolve) =>
      canvas.toBlob((blob) => resolve(blob!), 'image/png'),
    );
    const form = Object.assign(document.createElement('form'), {
      action: '/en/share',
      method: 'post',
      enctype: 'multipart/form-data',
    });
    const input = Object.assign(document.createElement('input'), { type: 'file', name: 'photo' });
    const files = new DataTransfer();
    files.items.add(new File([picture], 'holiday.png', { type: 'image/png' }));
    input.files = files.files;
    form.append(input);
    document.body.append(form);
    form.submit();
  });
  await page.waitForURL('**/en/profile**');
  await page
    .locator('dialog[open]')
    .getByRole('button', { name: /Use photo/ })
    .waitFor();
});

test('uploads no shared photo without a press, even one that the browser cannot show', async () => {
  const hanne = await people.plant({ name: 'Hanne' });
  const page = await people.page(hanne, { worker: true });
  await people.open(page, '/en/members');
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  const heic = readFileSync(new URL('../../support/phone.heic', import.meta.url)).toString('base64');
  await page.evaluate((bytes) => {
    const form = Object.assign(document.createElement('form'), {
      action: '/en/share',
      method: 'post',
      enctype: 'multipart/form-data',
    });
    const input = Object.assign(document.createElement('input'), { type: 'file', name: 'photo' });
    const files = new DataTransfer();
    const content = Uint8Array.from(atob(bytes), (letter) => letter.codePointAt(0)!);
    files.items.add(new File([content], 'phone.heic', { type: 'image/heic' }));
    input.files = files.files;
    form.append(input);
    document.body.append(form);
    form.submit();
  }, heic);
  await page.waitForURL('**/en/profile**');
  const dialog = page.locator('dialog[open]');
  await dialog.getByText('phone.heic').waitFor();
  const count = () =>
    page.evaluate(async () => {
      const user: { profile: { photos: unknown[] } } = await (await fetch('/api/user.php')).json();
      return user.profile.photos.length;
    });
  expect(await count()).toBe(0);
  await dialog.getByRole('button', { name: 'Use photo' }).click();
  await expect.poll(count).toBe(1);
});

test("ignores a photo that another site's form shares, and asks before using one that hides its origin", async () => {
  const tessa = await people.plant({ name: 'Tessa' });
  const page = await people.page(tessa, { worker: true });
  await people.open(page, '/en/members');
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  const photos = () =>
    page.evaluate(async () => {
      const user: { profile: { photos: unknown[] } } = await (await fetch('/api/user.php')).json();
      return user.profile.photos.length;
    });
  const attacker = createServer((request, response) =>
    response
      .setHeader('content-type', 'text/html')
      .end(sharingForm(site.url, request.url === '/hidden' ? 'no-referrer' : 'unsafe-url')),
  ).listen(0, '127.0.0.1');
  await once(attacker, 'listening');
  try {
    const { port } = attacker.address() as AddressInfo;
    // The profile removes the query once it has read the shared photos.
    const visited: string[] = [];
    page.on('framenavigated', (frame) => visited.push(frame.url()));
    await page.goto(`http://127.0.0.1:${port}/`);
    await page.waitForURL('**/en/profile**');
    await appReady(page);
    expect(visited).toContain(`${site.url}/en/profile`);
    expect(visited.filter((url) => url.includes('shared'))).toEqual([]);
    await page.goto(`http://127.0.0.1:${port}/hidden`);
    await page.waitForURL('**/en/profile**');
    await page
      .locator('dialog[open]')
      .getByRole('button', { name: /Use photo/ })
      .waitFor();
    expect(await photos()).toBe(0);
  } finally {
    attacker.close();
  }
});

/** A page that posts a photo to the site's share target as soon as it loads. */
const sharingForm = (target: string, policy: string) => `<!doctype html>
  <meta name="referrer" content="${policy}">
  <form action="${target}/en/share" method="post" enctype="multipart/form-data"><input type="file" name="photo"></form>
  <script type="module">
    const canvas = Object.assign(document.createElement('canvas'), { width: 900, height: 1200 });
    canvas.getContext('2d').fillRect(100, 100, 500, 700);
    const picture = await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
    const files = new DataTransfer();
    files.items.add(new File([picture], 'planted.png', { type: 'image/png' }));
    document.querySelector('input').files = files.files;
    document.querySelector('form').submit();
  </script>`;

test('deletes at logout what a member wrote and did not send', async () => {
  const irma = await people.plant({ name: 'Irma' });
  const page = await people.page(irma);
  await people.open(page, '/en/members');
  await page.evaluate(async (member) => {
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
  }, irma);
  await page.getByRole('button', { name: /Irma/ }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL('**/en');
  const left = await page.evaluate(
    () =>
      new Promise<{ messages: number; keys: string[] }>((resolve) => {
        const request = indexedDB.open('unsent-messages', 1);
        request.onsuccess = () => {
          const all = request.result.transaction('messages').objectStore('messages').count();
          all.onsuccess = () => resolve({ messages: all.result, keys: Object.keys(localStorage) });
        };
      }),
  );
  expect(left.messages).toBe(0);
  expect(left.keys.filter((key) => /^(unsent|draft|recent-emoji)/.test(key))).toEqual([]);
});

test('updates the app on navigation, but not while something is typed', async () => {
  const gesa = await people.plant({ name: 'Gesa' });
  const page = await people.page(gesa, { worker: true });
  await people.open(page, '/en/notifications');
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  // Only a page that loaded with a controlling service worker is notified of a new one.
  await people.open(page, '/en/notifications');
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
