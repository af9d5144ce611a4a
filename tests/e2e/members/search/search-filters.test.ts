import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { accessibilityFaultsInBothThemes } from '#support/browser/axe.ts';
import { cardsOf, memberPages } from '#support/browser/member-pages.ts';
import { siteForTests } from '#support/browser/site-for-tests.ts';
import { changeSettings } from '#support/site-settings.ts';

const { site, browser } = await siteForTests();
const pages = await memberPages(site, browser);
let free: number;
beforeAll(async () => {
  free = await pages.plant({ name: 'Frits', gender: 'male' });
  const gent = { country: 'BE', region: 'Oost-Vlaanderen', city: 'Gent' };
  await pages.plant({ name: 'Sofieke', ...gent });
  await pages.plant({ name: 'Sanne', ...gent });
  await pages.plant({ name: 'Griet', ...gent, city: 'Aalst' });
});

const foundOn = (page: Page) => page.getByText(/^\d+ profiles?$/).textContent();
const namesOn = async (page: Page) =>
  (await cardsOf(page).locator('a').allTextContents()).map((text) => text.split(',')[0]);

async function openSheet(page: Page) {
  await page.getByRole('button', { name: 'All filters' }).click();
  return page.locator('dialog[open]');
}

test.each(['phone', 'desktop'] as const)(
  'finds Sofie from Gent, and those around her (%s)',
  async (device) => {
    const page = await pages.page(free, { device });
    await pages.open(page, '/en/members?country=BE&min_age=18&max_age=99');
    const sheet = await openSheet(page);
    await sheet.getByLabel('Town').fill('Gent');
    await sheet.getByLabel('First name').fill('Sofieke');
    expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
    await sheet.getByRole('button', { name: 'Show members (1)' }).click();
    await page.waitForURL(/town=Gent&name=Sofieke/);
    await expect.poll(() => foundOn(page)).toBe('1 profile');
    expect((await namesOn(page))[0]).toBe('Sofieke');
    await page.reload();
    await page.getByRole('button', { name: 'Sofieke', exact: true }).click();
    await page.waitForURL((url) => !url.searchParams.has('name') && url.searchParams.has('town'));

    const again = await openSheet(page);
    await again.getByLabel('Distance').selectOption('Within 50 km');
    await again.getByRole('button', { name: /Show members/ }).click();
    await page.waitForURL(/radius=50/);
    await expect.poll(() => namesOn(page)).toEqual(expect.arrayContaining(['Sofieke', 'Griet']));
    await page.getByRole('button', { name: 'Gent · Within 50 km' }).waitFor();
    expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Clear filters' }).first().click();
    await page.waitForURL((url) => !url.searchParams.has('town') && !url.searchParams.has('radius'));
  },
);

test('marks the filters that the site keeps for premium members', async () => {
  await changeSettings(site, { premium_filters: ['online', 'name'] });
  const page = await pages.page(free, { device: 'phone' });
  await pages.open(page, '/en/members');
  const sheet = await openSheet(page);
  await expect.poll(() => sheet.getByLabel('Online now · Premium').isDisabled()).toBe(true);
  expect(await sheet.getByLabel('First name').isDisabled()).toBe(true);
  expect(await sheet.getByLabel('With photo').isEnabled()).toBe(true);
  // Looks and interests are free on this site.
  await sheet.getByRole('group', { name: 'Hair colour' }).waitFor();
  await pages.open(page, '/en/members?online=true');
  await page.getByRole('button', { name: 'Search without them' }).click();
  await expect.poll(() => cardsOf(page).count()).toBeGreaterThan(0);
});

test("offers the site's countries, and the country of a link besides", async () => {
  await changeSettings(site, { countries: ['NL', 'BE'] });
  try {
    const page = await pages.page(free);
    for (const [path, offered] of [
      ['/en/members', ['Belgium', 'Netherlands', 'All countries']],
      ['/en/members?country=DE', ['Belgium', 'Germany', 'Netherlands', 'All countries']],
    ] as const) {
      await pages.open(page, path);
      const country = (await openSheet(page)).getByLabel('Country');
      await expect.poll(() => country.locator('option').allTextContents()).toEqual(offered);
    }
  } finally {
    await changeSettings(site, { countries: null });
  }
});
