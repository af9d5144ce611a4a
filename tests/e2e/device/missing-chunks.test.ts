import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { inNewestBrowser } from '#support/browser/browser.ts';
import { chatPages, field } from '#support/browser/chat-pages.ts';
import { databaseForTests, siteForTests } from '#support/browser/site-for-tests.ts';

// Dialogs whose code is loaded when they open, without a network and after an update of the site (docs/product.md 8.3). It
// runs in both browsers (vitest.config.ts): the older one never asks again for a module that failed to load.

const { site, browser } = await siteForTests();
const database = await databaseForTests(site);
const { idOf, pageOf } = chatPages(() => ({ site, browser, database }));

const bram = await idOf('bram');

const photo = (page: Page) => page.getByRole('button', { name: 'Vergroot foto 1' });
const failed = (page: Page) =>
  page.getByRole('alert').getByText('Er is iets misgegaan, probeer het later opnieuw.');

/** Counts loads of the page itself. */
function countLoads(page: Page) {
  let count = 0;
  page.on('load', () => (count += 1));
  return () => count;
}

/** Makes the server answer 404 for these chunks, as after an update. Returns a function that restores them. */
async function removeChunks(page: Page, chunk: RegExp) {
  const refuse = (route: { fulfill: (answer: { status: number }) => Promise<void> }) =>
    route.fulfill({ status: 404 });
  await page.route(chunk, refuse);
  return () => page.unroute(chunk, refuse);
}

test('shows an error when a photo cannot be enlarged offline, and retries on the next tap', async () => {
  const page = await pageOf('anna', `/members/${bram}`, { device: 'phone' });
  const loads = countLoads(page);
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await photo(page).tap();
  await failed(page).waitFor();
  expect(await page.locator('dialog[open]').count()).toBe(0);

  await page.context().setOffline(false);
  await photo(page).tap();
  if (!inNewestBrowser) {
    await expect.poll(loads).toBe(1);
    await photo(page).tap();
  }
  const dialog = page.locator('dialog[open]');
  await dialog.getByText('1 / ').waitFor();
  // Its styles, which failed to load too.
  expect(await dialog.evaluate((element) => element.getBoundingClientRect().width)).toBe(390);
  expect(loads()).toBe(inNewestBrowser ? 0 : 1);
});

test('goes back to a loaded screen offline after a photo could not be enlarged', async () => {
  const page = await pageOf('anna', `/members/${bram}/chat`, { device: 'phone' });
  await page.locator(`a[href="/members/${bram}"]`).first().tap();
  await photo(page).waitFor();
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await photo(page).tap();
  await failed(page).waitFor();
  await page.goBack();
  await field(page).waitFor();
});

test('does not reload the page when preloading the lightbox fails', async () => {
  const page = await pageOf('anna', `/members/${bram}`);
  const loads = countLoads(page);
  await removeChunks(page, /\/assets\/lightbox/);
  const missing = page.waitForResponse(/\/assets\/lightbox.*\.js/);
  // Only a reload for a missing chunk asks first whether the server answers.
  let reloads = 0;
  page.on('request', (request) => (reloads += request.url().endsWith('/api/health.php') ? 1 : 0));
  await photo(page).hover();
  expect((await missing).status()).toBe(404);
  await page.evaluate(`import('${(await missing).url()}').catch(() => {})`);
  expect(reloads).toBe(0);

  await photo(page).click();
  await expect.poll(loads).toBe(1);
  // The page reloads at most once a minute. After that, an error is shown.
  await photo(page).click();
  await failed(page).waitFor();
  expect(loads()).toBe(1);
});

test('keeps a draft when an update of the site has removed the code of the gifts', async () => {
  const page = await pageOf('anna', `/members/${bram}/chat`);
  const loads = countLoads(page);
  const restore = await removeChunks(page, /\/assets\/gift-sheet/);
  await field(page).fill('Zullen we morgen');
  await page.getByRole('button', { name: /^Cadeau geven/ }).click();
  await expect.poll(loads).toBe(1);
  await expect.poll(() => field(page).inputValue()).toBe('Zullen we morgen');

  // Within that minute, a failed press shows an error and the next press retries.
  await page.getByRole('button', { name: /^Cadeau geven/ }).click();
  await failed(page).waitFor();
  await restore();
  if (!inNewestBrowser) await page.reload();
  await page.getByRole('button', { name: /^Cadeau geven/ }).click();
  await page.locator('dialog[open]').getByText('een roos', { exact: true }).waitFor();
  expect(await field(page).inputValue()).toBe('Zullen we morgen');
});
