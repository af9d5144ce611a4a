import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { accessibilityFaultsInBothThemes } from '#support/browser/axe.ts';
import { appReady, closePages } from '#support/browser/browser.ts';
import { chatPages } from '#support/browser/chat-pages.ts';
import { databaseForTests, siteForTests } from '#support/browser/site-for-tests.ts';
import { profilePath, profileSections } from '#web/profile/profile-sections.ts';

const { site, browser } = await siteForTests();
const database = await databaseForTests(site);
const { pageOf } = chatPages(() => ({ site, browser, database }));

beforeEach(() => closePages(browser));

const rowOf = (page: Page, section: string) => page.locator(`[data-section=${section}]`);
const back = (page: Page) => page.getByRole('main').getByRole('link', { name: 'Mijn profiel', exact: true });
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim());
const heightOf = (page: Page) =>
  page.locator('main').evaluate((main) => Math.round(main.getBoundingClientRect().height));

test('shows the photos and a list of sections on a phone, each of which is a short page', async () => {
  const page = await pageOf('anna', '/profile', { device: 'phone' });
  await page.locator('section[aria-labelledby="my-photos"]').waitFor();
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  await rowOf(page, 'place').getByText('Utrecht').waitFor();
  await rowOf(page, 'love').click();
  await page.waitForURL('**/profile/love');
  await expect.poll(() => focused(page)).toBe('Liefde en relaties');
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  await back(page).click();
  await expect.poll(() => focused(page)).toContain('Liefde en relaties');
  for (const path of profileSections.map(profilePath)) {
    await page.goto(path);
    await appReady(page);
    expect(await heightOf(page), path).toBeLessThan(1900);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(390);
  }
  for (const unknown of ['photos', 'nowhere', 'toString'])
    expect((await page.goto(`/profile/${unknown}`))?.status(), unknown).toBe(404);
});

for (const device of ['desktop', 'phone'] as const)
  test(`keeps what was typed from section to section, marks it as unsaved, and saves it at once (${device})`, async () => {
    const page = await pageOf('anna', '/profile/about', { device });
    const text = `Ik lees graag op een bankje in de zon. (${device})`;
    await page.getByRole('textbox', { name: 'Over mij' }).fill(text);
    const open = async (section: string) => {
      if (device === 'phone') await back(page).click();
      await rowOf(page, section).click();
      await page.waitForURL(`**/profile/${section}`);
    };
    await open('looks');
    await page.getByRole('textbox', { name: 'Lengte' }).fill(device === 'phone' ? '171' : '172');
    if (device === 'phone') await back(page).click();
    await rowOf(page, 'about').getByText('Nog niet bewaard').waitFor();
    await rowOf(page, 'looks').getByText('Nog niet bewaard').waitFor();
    expect(await rowOf(page, 'interests').getByText('Nog niet bewaard').count()).toBe(0);
    await rowOf(page, 'about').click();
    expect(await page.getByRole('textbox', { name: 'Over mij' }).inputValue()).toBe(text);

    await page.getByRole('banner').getByRole('link').first().click();
    await page.locator('dialog[open]').getByRole('button', { name: 'Hier blijven' }).click();
    await page.getByRole('button', { name: 'Opslaan', exact: true }).click();
    await page.getByText('Opgeslagen', { exact: true }).waitFor();
    await page.goto('/profile/looks');
    expect(await page.getByRole('textbox', { name: 'Lengte' }).inputValue()).toBe(
      device === 'phone' ? '171' : '172',
    );
  });

test('opens the section with a mistake when another one is saved', async () => {
  const page = await pageOf('anna', '/profile/basics', { device: 'phone' });
  await page.getByLabel('Gebruikersnaam').fill('');
  await back(page).click();
  await rowOf(page, 'basics').getByText('Kijk nog even naar de rode velden').waitFor();
  await rowOf(page, 'about').click();
  await page.getByRole('button', { name: 'Opslaan', exact: true }).click();
  await page.waitForURL('**/profile/basics');
  expect(await page.getByLabel('Gebruikersnaam').getAttribute('aria-invalid')).toBe('true');
});
