import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { demoPassword, emailOf } from '#seeds/people.ts';
import { builtAssets } from '#server/platform/ssr/page-assets.ts';
import { appReady, newPage } from '#support/browser/browser.ts';
import { cardsOf } from '#support/browser/member-pages.ts';
import { siteForTests } from '#support/browser/site-for-tests.ts';

const { site, browser } = await siteForTests();

/** A page of a phone, and a function that delays each of its requests. */
async function slowPage() {
  const page = await newPage(browser, { device: 'phone', baseURL: site.url });
  await page.request.post('/api/user.php', { data: { email: emailOf('anna'), password: demoPassword } });
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  const delay = (latency: number) =>
    client.send('Network.emulateNetworkConditions', {
      offline: false,
      latency,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
  return { page, delay };
}

const { modules, styles } = await builtAssets(
  join(process.env['BUILD_DIR'] ?? 'build', 'client/.vite/manifest.json'),
)(['web/members/profile.tsx']);

/** The scripts, sheets and texts of the profile screen that the page has not loaded. */
const missing = (page: Page) =>
  page.evaluate(
    (paths) => {
      const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
      return paths.filter((path) => !loaded.includes(path));
    },
    [...modules, ...styles, '/i18n/nl/photos.json'],
  );

test('opens the profile of a tapped card without waiting for the network', async () => {
  const { page, delay } = await slowPage();
  await delay(1500);
  await page.goto('/members');
  await appReady(page);
  const card = cardsOf(page)
    .filter({ has: page.locator('img') })
    .first();
  const picture = card.locator('img');
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  const thumb = await picture.getAttribute('src');
  const name = await card.getByRole('link').getAttribute('aria-label');
  await expect.poll(() => missing(page)).toEqual([]);

  // Whatever the tap still has to load takes longer than the test waits.
  await delay(60_000);
  await card.getByRole('link').tap();
  await page.locator('main h1', { hasText: name! }).waitFor({ timeout: 15_000 });
  const shown = page.locator(`main article img[src="${thumb}"]`).first();
  expect(await shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
});

test('loads nothing ahead for a reader who saves data', async () => {
  const { page } = await slowPage();
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  );
  await page.goto('/members');
  await appReady(page);
  // The same chunk registers the service worker.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/after-load-')),
  );
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  expect(await missing(page)).toContain(modules.at(-1));
});
