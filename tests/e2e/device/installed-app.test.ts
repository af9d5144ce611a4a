import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { locales } from '#contract/lists/locales.ts';
import { appReady, launchBrowser } from '#support/browser/browser.ts';
import { memberPages, type MemberPages } from '#support/browser/member-pages.ts';
import { startSite, type RunningSite } from '#support/running-site.ts';

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

/** Waits until the page's worker answers for it and the conversations have been put aside. */
async function keptOffline(page: Page) {
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const pages = await (await caches.open('offline')).keys();
        return (
          navigator.serviceWorker.controller !== null && pages.some(({ url }) => url.endsWith('/offline')) && localStorage.getItem('offline-kept') !== null
        );
      }),
    )
    .toBe(true);
}

test('without a network the page says so and stays; a reload shows the latest conversations, sealed, until the network is back; logging out forgets them', async () => {
  const [anna, bram] = [await people.plant({ name: 'Annika' }), await people.plant({ name: 'Bastian', gender: 'male' })];
  const writer = await people.page(bram);
  await people.ask(writer, 'POST', '/api/chat.php', { profile: anna, text: 'Tomorrow at the lighthouse?', client_id: crypto.randomUUID() });

  const page = await people.page(anna, { device: 'phone', worker: true });
  await people.open(page, '/en/chats');
  await page.getByRole('link', { name: /Bastian/ }).click();
  await page.getByText('Tomorrow at the lighthouse?').last().waitFor();
  await keptOffline(page);

  await page.context().setOffline(true);
  await page.getByText('You are offline. What you write is kept and sent later.').waitFor();
  await page.getByRole('textbox', { name: /Bastian/ }).fill('Gladly');
  expect(await page.getByText('Tomorrow at the lighthouse?').last().isVisible()).toBe(true);

  const address = page.url();
  await page.reload();
  await page.getByRole('heading', { name: 'You are offline' }).waitFor();
  await page.getByText('Bastian, ').click();
  await page.getByText('Tomorrow at the lighthouse?').last().waitFor();
  // What lies in the browser's storage is not to be read there.
  const stored = await page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const open = indexedDB.open('offline');
        open.onsuccess = () => {
          const all = open.result.transaction('records').objectStore('records').getAll();
          all.onsuccess = () => {
            open.result.close();
            resolve(all.result.map(({ sealed }: { sealed: ArrayBuffer }) => new TextDecoder('latin1').decode(sealed)).join());
          };
        };
      }),
  );
  expect(stored.length).toBeGreaterThan(50);
  expect(stored).not.toContain('lighthouse');

  // Back by itself, where one was, with what was typed.
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

test('a tap on a screen whose code cannot be fetched leads to the offline page and back, never to a dead page', async () => {
  const clara = await people.plant({ name: 'Clara' });
  const page = await people.page(clara, { device: 'phone', worker: true });
  await people.open(page, '/en/members');
  await expect.poll(() => page.evaluate(async () => (await (await caches.open('offline')).keys()).length)).toBeGreaterThan(0);
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

test('a notification opens its conversation in the window that is open, by the app: nothing typed elsewhere is lost', async () => {
  const [dora, emil] = [await people.plant({ name: 'Dora' }), await people.plant({ name: 'Emil', gender: 'male' })];
  const writer = await people.page(emil);
  await people.ask(writer, 'POST', '/api/chat.php', { profile: dora, text: 'Coffee?', client_id: crypto.randomUUID() });
  const page = await people.page(dora, { worker: true });
  await people.open(page, '/en/members');
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  const { chats } = await people.ask(page, 'GET', '/api/chats.php');
  await page.evaluate(() => Object.assign(window, { same: 'document' }));
  // What the worker sends to an open window when a notification is pressed.
  const answered = await page.evaluate(
    (path) =>
      new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }) => resolve(data);
        navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data: { type: 'open', path }, ports: [port2] }));
      }),
    `/en/chats/${chats[0].conversation.id}`,
  );
  expect(answered).toBe('gone');
  await page.waitForURL(`**/en/chats/${chats[0].conversation.id}`);
  await page.getByText('Coffee?').last().waitFor();
  expect(await page.evaluate(() => (window as never as { same: string }).same)).toBe('document');
});

test('photos shared by another app wait in the profile to be cropped', async () => {
  const fenna = await people.plant({ name: 'Fenna' });
  const page = await people.page(fenna, { worker: true });
  await people.open(page, '/en/members');
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  // As the share sheet does: a form with a file, posted as a navigation.
  await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 900, height: 1200 });
    canvas.getContext('2d')!.fillRect(100, 100, 500, 700);
    const picture = await new Promise<Blob>((resolve) => canvas.toBlob((blob) => resolve(blob!), 'image/png'));
    const form = Object.assign(document.createElement('form'), { action: '/en/share', method: 'post', enctype: 'multipart/form-data' });
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

test('a newer app is taken at a change of page, and waits while something is typed', async () => {
  const gesa = await people.plant({ name: 'Gesa' });
  const page = await people.page(gesa, { worker: true });
  await people.open(page, '/en/notifications');
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  // The page that finds a worker in charge is the one that can hear of another.
  await people.open(page, '/en/notifications');
  const stay = () => page.evaluate(() => Object.assign(window, { same: 'document' }));
  const stayed = () => page.evaluate(() => 'same' in window);
  await page.waitForTimeout(4500);
  await stay();
  await page.evaluate(() => navigator.serviceWorker.dispatchEvent(new Event('controllerchange')));
  await page.waitForTimeout(500);
  expect(await stayed()).toBe(true);

  await page.getByLabel('New e-mail address').fill('gesa@elsewhere.test');
  const navigation = page.getByRole('navigation').first();
  await navigation.getByRole('link', { name: /^Messages/ }).click();
  await page.waitForURL('**/en/chats');
  expect(await stayed()).toBe(true);
  await navigation.getByRole('link', { name: /^Search members/ }).click();
  await page.waitForURL('**/en/members');
  await appReady(page);
  expect(await stayed()).toBe(false);
});

test('the installed app has a way back on the screens without a tab of their own, and nowhere else', async () => {
  const [hilde, ivo] = [await people.plant({ name: 'Hilde' }), await people.plant({ name: 'Ivo', gender: 'male' })];
  const page = await people.page(hilde, { device: 'phone' });
  const back = page.getByRole('button', { name: 'Back', exact: true });
  await people.open(page, '/en/members');
  await people.open(page, `/en/members/${ivo}`);
  expect(await back.count()).toBe(0);
  // As iOS says it; elsewhere the display mode does.
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

test('the manifest has name and colours of its site and the words of each language, with shortcuts, a share target and one scope for all languages', async () => {
  await people.query(`insert into sites (host, company_id, overrides) select 'zweite.example', company_id, $1 from sites where host = '*'`, [
    JSON.stringify({ name: 'Zweite Liebe', domain_language: 'de', languages: locales, theme: { day: '#eef4ff', evening: '#101820' } }),
  ]);
  await people.query(`update sites set overrides = overrides || $1 where host = '*'`, [JSON.stringify({ languages: locales })]);
  await site.stop();
  await site.start();
  /** A page of the site under a name of its choice, as a browser asks that was led here by it. */
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
      expect(manifest, at).toMatchObject({ id: '/', name, short_name: name, lang: locale, scope: '/', display: 'standalone', start_url: home });
      expect([manifest.theme_color, manifest.background_color], at).toEqual([colour, colour]);
      expect(manifest.share_target, at).toMatchObject({ action: `${under}/share`, method: 'POST', enctype: 'multipart/form-data' });
      expect(
        manifest.shortcuts.map(({ url }: { url: string }) => url),
        at,
      ).toEqual([`${under}/chats`, `${under}/members`, `${under}/likes`]);
      messages.add(manifest.shortcuts[0].name);
      for (const { src } of manifest.icons) expect((await ask(src, host)).status, src).toBe(200);
      expect((await ask(`${under}/chats`, host)).status, at).toBeLessThan(400);
    }
  // Danish and Norwegian share theirs.
  expect(messages.size).toBeGreaterThanOrEqual(locales.length - 2);
});
