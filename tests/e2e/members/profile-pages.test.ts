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
    expect(await heightOf(page), path).toBeLessThan(2100);
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

for (const device of ['desktop', 'phone'] as const)
  test(`Tab meets the list and the photos in the order in which they stand (${device})`, async () => {
    const page = await pageOf('anna', '/profile', { device });
    const next = async () => {
      await page
        .getByRole('main')
        .getByRole('link', { name: 'Bekijk je profiel zoals anderen het zien' })
        .focus();
      await page.keyboard.press('Tab');
      return page.evaluate(() => document.activeElement?.getAttribute('data-section') ?? null);
    };
    await expect.poll(next).toBe(device === 'desktop' ? 'photos' : null);
    if (device === 'desktop') {
      await rowOf(page, 'looks').focus();
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.closest('nav') ?? null)).toBeNull();
      // A narrower window turns the order around.
      await page.setViewportSize({ width: 800, height: 900 });
      await expect.poll(next).toBeNull();
    }
  });

/** Answers the next saves of the profile with this refusal. */
const refuse = (page: Page, status: number, json: object) =>
  page.route('**/api/profile.php', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status, json }) : route.continue(),
  );

test('opens the section with a field that the server refuses, and keeps what was typed', async () => {
  const page = await pageOf('anna', '/profile/about', { device: 'phone' });
  await page.getByRole('textbox', { name: 'Over mij' }).fill('Bel me op');
  await back(page).click();
  await rowOf(page, 'looks').click();
  await refuse(page, 422, { error: 'invalid_fields', message: 'Refused', fields: { about: 'invalid' } });
  await page.getByRole('button', { name: 'Opslaan', exact: true }).click();
  await page.waitForURL('**/profile/about');
  const about = page.getByRole('textbox', { name: 'Over mij' });
  await expect.poll(() => about.getAttribute('aria-invalid')).toBe('true');
  expect(await about.inputValue()).toBe('Bel me op');
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
});

test('keeps what was typed when saving fails, and says so', async () => {
  const page = await pageOf('anna', '/profile/about', { device: 'phone' });
  const about = page.getByRole('textbox', { name: 'Over mij' });
  await about.fill('Ik houd van regen.');
  await refuse(page, 400, { error: 'bad_request', message: 'Refused' });
  const save = page.getByRole('button', { name: 'Opslaan', exact: true });
  await save.click();
  await page.getByRole('alert').first().waitFor();
  expect(await about.inputValue()).toBe('Ik houd van regen.');
  await page.getByRole('status').getByText('Nog niet bewaard').waitFor();
  await page.unroute('**/api/profile.php');
  await save.click();
  await page.getByText('Opgeslagen', { exact: true }).waitFor();
});

test('the bar that saves is out of reach without changes, and undoes them', async () => {
  const page = await pageOf('anna', '/profile/about', { device: 'desktop' });
  const isInert = () =>
    page.locator('button[type=submit]').evaluate((save) => save.closest('[inert]') !== null);
  await expect.poll(isInert).toBe(true);
  const about = page.getByRole('textbox', { name: 'Over mij' });
  const before = await about.inputValue();
  await about.fill('Iets anders.');
  await expect.poll(isInert).toBe(false);
  await page.getByRole('button', { name: 'Ongedaan maken' }).click();
  expect(await about.inputValue()).toBe(before);
  await expect.poll(isInert).toBe(true);
  expect(await rowOf(page, 'about').getByText('Nog niet bewaard').count()).toBe(0);
});
