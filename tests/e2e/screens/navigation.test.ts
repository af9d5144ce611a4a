import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { appReady, closePages } from '#support/browser/browser.ts';
import { chatPages } from '#support/browser/chat-pages.ts';
import { cardsOf } from '#support/browser/member-pages.ts';
import { databaseForTests, siteForTests } from '#support/browser/site-for-tests.ts';

const { site, browser } = await siteForTests();
const database = await databaseForTests(site);
const { pageOf } = chatPages(() => ({ site, browser, database }));

beforeEach(() => closePages(browser));

const pathOf = (page: Page) => new URL(page.url()).pathname;
const scrolled = (page: Page) => page.evaluate(() => scrollY);
const follow = (page: Page, path: string) => page.locator(`a[href="${path}"]:visible`).first().click();

test('the browser’s back button asks before it loses what was typed, and leaves on consent', async () => {
  const page = await pageOf('anna', '/likes/sent', { device: 'phone' });
  await follow(page, '/profile');
  await page.waitForURL('**/profile');
  await page.locator('[data-section=about]').first().click();
  await page.waitForURL('**/profile/about');
  await page.getByRole('textbox', { name: 'Over mij' }).fill('Ik fiets het liefst in de regen, naar zee.');

  const dialog = page.locator('dialog[open]');
  await page.evaluate(() => history.go(-2));
  await dialog.getByRole('button', { name: 'Hier blijven' }).click();
  await expect.poll(() => pathOf(page)).toBe('/profile/about');
  expect(await page.getByRole('textbox', { name: 'Over mij' }).inputValue()).toContain('naar zee');

  await page.evaluate(() => history.go(-2));
  await dialog.getByRole('button', { name: 'Weggaan' }).click();
  await expect.poll(() => pathOf(page)).toBe('/likes/sent');
  await page.locator('main h1').waitFor();
  // Going forward again shows that the history is as it was.
  await page.evaluate(() => history.go(2));
  await expect.poll(() => pathOf(page)).toBe('/profile/about');
  await page.getByRole('textbox', { name: 'Over mij' }).waitFor();
});

test('of two navigations the last one counts, even if the first one’s data come later', async () => {
  const page = await pageOf('anna', '/members');
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/likes.php*', async (route) => {
    await held;
    await route.continue();
  });
  await follow(page, '/likes');
  await follow(page, '/credits');
  await page.waitForURL('**/credits');
  const heading = page.locator('main h1', { hasText: 'Houd het gesprek gaande' });
  await heading.waitFor();
  answer();
  await page.waitForLoadState('networkidle');
  expect(pathOf(page)).toBe('/credits');
  expect(await heading.count()).toBe(1);
});

test('reloads and returns to where the page was scrolled to, and starts new screens at their top', async () => {
  const page = await pageOf('bram', '/members?min_age=25&max_age=60', { device: 'phone' });
  const card = cardsOf(page).nth(9).getByRole('link').first();
  await card.scrollIntoViewIfNeeded();
  expect(await scrolled(page)).toBeGreaterThan(300);
  // What is above the card may have changed, such as the people viewed last, so its place may be another one.
  const address = await card.getAttribute('href');
  const isInView = async () =>
    void (await expect
      .poll(async () => (await page.locator(`main article a[href="${address}"]`).first().boundingBox())?.y)
      .toSatisfy((y: number | undefined) => y !== undefined && y > -300 && y < 844));
  await card.click();
  await page.waitForURL(/\/members\/\d+$/);
  await page.locator('main h1').waitFor();
  await expect.poll(() => scrolled(page)).toBe(0);

  await page.goBack();
  await isInView();
  await page.reload();
  await appReady(page);
  await isInView();
  await page.goForward();
  await page.waitForURL(/\/members\/\d+$/);
  await expect.poll(() => scrolled(page)).toBe(0);
  await page.goBack();
  await isInView();
});

test('a link with a modifier key opens a tab of its own, and the page stays', async () => {
  const page = await pageOf('anna', '/members');
  const opened = page.context().waitForEvent('page');
  await page
    .locator('a[href="/credits"]:visible')
    .first()
    .click({ modifiers: ['ControlOrMeta'] });
  const tab = await opened;
  await tab.waitForURL('**/credits');
  expect(pathOf(page)).toBe('/members');
});

test('a screen whose data cannot be loaded shows an error page, from which the site can still be used', async () => {
  const page = await pageOf('anna', '/members');
  await page.route('**/api/member.php*', (route) =>
    route.fulfill({ status: 404, json: { error: 'not_found', message: 'This page could not be found' } }),
  );
  await cardsOf(page).first().getByRole('link').first().click();
  await page.waitForURL(/\/members\/\d+$/);
  await page.locator('main h1', { hasText: 'niet gevonden' }).waitFor();
  await page.unroute('**/api/member.php*');
  await page.goBack();
  await cardsOf(page).first().waitFor();
});

test('keeps the language in every address', async () => {
  const page = await pageOf('anna', '/en/members');
  await follow(page, '/en/credits');
  await page.waitForURL('**/en/credits');
  await page.goBack();
  await page.waitForURL('**/en/members');
  expect(
    await page
      .locator('a[href^="/"]:not([hreflang])')
      .evaluateAll((links) =>
        links
          .map((link) => link.getAttribute('href') ?? '')
          .filter((href) => !/^\/en(?:\/|$|\?)/.test(href) && !href.startsWith('/photos')),
      ),
  ).toEqual([]);
});
