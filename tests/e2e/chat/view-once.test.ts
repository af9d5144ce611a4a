import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { accessibilityFaults } from '#support/browser/axe.ts';
import { appReady, closePages, complaintsOf } from '#support/browser/browser.ts';
import { chatPages, log, storedOffline } from '#support/browser/chat-pages.ts';
import { databaseForTests, siteForTests } from '#support/browser/site-for-tests.ts';
import { picture } from '#support/pictures.ts';

// A picture that can be seen once, between two browsers.

const { site, browser } = await siteForTests();
const database = await databaseForTests(site);
let anna: number;
let bram: number;
let file: { name: string; mimeType: string; buffer: Buffer };
const { creditsOf, idOf, pageOf } = chatPages(() => ({ site, browser, database }));

beforeAll(async () => {
  [anna, bram] = [await idOf('anna'), await idOf('bram')];
  await database.query(`select book_credits($1, 'purchase', 200, 'sales', $2, null)`, [anna, randomUUID()]);
  file = { name: 'meadow.jpg', mimeType: 'image/jpeg', buffer: await picture().jpeg().toBuffer() };
});
beforeEach(() => closePages(browser));

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const once = (page: Page) => page.getByRole('switch', { name: /^Eenmalig te zien/ });
async function choose(page: Page) {
  await page.locator('input[type=file]').setInputFiles(file);
  await once(page).check();
}

test('sends a picture to be seen once, shows it once, and tells the sender that it was opened', async () => {
  const [one, two] = [
    await pageOf('anna', `/members/${bram}/chat`),
    await pageOf('bram', `/members/${anna}/chat`, { device: 'phone', dark: true }),
  ];
  const complaints = [complaintsOf(one), complaintsOf(two)];
  const loaded: string[] = [];
  for (const page of [one, two])
    page.on(
      'response',
      (response) => response.url().includes('/chat-images/') && loaded.push(response.url()),
    );
  const before = await creditsOf(anna);
  await choose(one);
  await one.getByText('Screenshots zijn niet tegen te houden.', { exact: false }).waitFor();
  expect(await accessibilityFaults(one)).toEqual([]);
  await button(one, 'Verstuur 2 credits').click();
  await log(one).getByText('Eenmalige foto. Nog niet geopend.').waitFor();
  expect(await creditsOf(anna)).toBe(before - 2);
  await expect.poll(() => once(one).count()).toBe(0);

  await log(two).getByText('Je kunt deze foto één keer openen. Daarna wordt hij gewist.').waitFor();
  expect(await accessibilityFaults(two)).toEqual([]);
  expect(loaded).toEqual([]);
  await button(two, 'Foto openen').click();
  const shown = two.getByRole('dialog').getByRole('img', { name: 'Foto die je kreeg' });
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await two.getByText('Na het sluiten kun je deze foto niet nog eens openen.').waitFor();
  expect(await accessibilityFaults(two)).toEqual([]);
  await log(one).getByText('Eenmalige foto. Geopend.').waitFor();
  await two.keyboard.press('Escape');
  await shown.waitFor({ state: 'detached' });
  await log(two).getByText('Je hebt deze foto geopend. Hij kan niet nog eens worden geopend.').waitFor();
  await two.reload();
  await log(two).getByText('Je hebt deze foto geopend. Hij kan niet nog eens worden geopend.').waitFor();
  expect(await button(two, 'Foto openen').count()).toBe(0);
  expect(loaded).toHaveLength(1);
  expect(complaints.flat()).toEqual([]);
});

test('keeps an offline picture to be seen once, and does not use it up if it cannot be opened offline', async () => {
  const [one, two] = [
    await pageOf('anna', `/members/${bram}/chat`),
    await pageOf('bram', `/members/${anna}/chat`),
  ];
  await choose(one);
  await one.route('**/api/chat.php', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await button(one, 'Verstuur 2 credits').click();
  await log(one).getByText('Eenmalige foto', { exact: true }).waitFor();
  expect(await storedOffline(one)).toBe(1);
  await one.unroute('**/api/chat.php');
  await log(one).getByText('Eenmalige foto. Nog niet geopend.').waitFor();

  const open = button(two, 'Foto openen');
  await open.waitFor();
  await two.route('**/api/chat-image-opening.php', (route) => route.abort());
  await open.click();
  const { rows } = await database.query(
    'select count(*)::int as opened from chat_images where opened_at is not null and member_id = $1 and id = (select max(id) from chat_images)',
    [anna],
  );
  expect(rows[0].opened).toBe(0);
  await two.unroute('**/api/chat-image-opening.php');
  await two.getByRole('dialog').getByRole('img', { name: 'Foto die je kreeg' }).waitFor();
});

test('offers it for a single picture only', async () => {
  const page = await pageOf('anna', `/members/${bram}/chat`);
  await choose(page);
  const second = { ...file, name: 'second.jpg' };
  await page.locator('input[type=file]').setInputFiles(second);
  await expect.poll(() => once(page).count()).toBe(0);
  await button(page, 'second.jpg weglaten').click();
  expect(await once(page).isChecked()).toBe(true);
});

test('shows the sender why a picture was refused, also right after a reload', async () => {
  const page = await pageOf('anna', `/members/${bram}/chat`);
  const before = await creditsOf(anna);
  await page.locator('input[type=file]').setInputFiles(file);
  await button(page, 'Verstuur 2 credits').click();
  await expect.poll(() => creditsOf(anna)).toBe(before - 2);
  const sent = log(page).getByRole('img').last();
  await expect.poll(() => sent.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await database.query(
    `update chat_images set status = 'refused', refusal_reason = 'explicit', storage_key = null, colour = null
     where id = (select max(id) from chat_images where member_id = $1)`,
    [anna],
  );
  const complaints = complaintsOf(page);
  await page.reload({ waitUntil: 'commit' });
  await log(page).getByText('Te expliciet').waitFor();
  await appReady(page);
  expect(complaints).toEqual([]);
  expect(await (await page.request.get(page.url())).text()).toMatch(/<strong[^>]*>Te expliciet/);
});
