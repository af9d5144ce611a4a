import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { accessibilityFaultsInBothThemes } from '#support/browser/axe.ts';
import { complaintsOf, hydrated } from '#support/browser/browser.ts';
import { memberPages } from '#support/browser/member-pages.ts';
import { operatorPage } from '#support/browser/operator-pages.ts';
import { databaseForTests, siteForTests } from '#support/browser/site-for-tests.ts';

const { site, browser } = await siteForTests();
const database = await databaseForTests(site);
const people = await memberPages(site, browser);

async function officeOf(role: string): Promise<Page> {
  const id = await people.plant({ name: role === 'owner' ? 'Olive' : 'Edgar' });
  await database.query('update members set roles = array[$2] where id = $1', [id, role]);
  return operatorPage(browser, site, database, { id, path: '/en/admin', language: 'en-GB' });
}
const isFocused = (field: Locator) => field.evaluate((element) => element === document.activeElement);
const input = (page: Page) => page.getByRole('combobox', { name: 'Go to a screen, a setting or a member' });
async function openPalette(page: Page): Promise<void> {
  await hydrated(page.getByRole('button', { name: 'Go to' }));
  await page.keyboard.press('Control+k');
  await expect.poll(() => isFocused(input(page))).toBe(true);
}

test('opens screens, settings and members by name, with the keyboard alone', async () => {
  const page = await officeOf('owner');
  const complaints = complaintsOf(page);
  await openPalette(page);
  expect(await accessibilityFaultsInBothThemes(page, new Set())).toEqual([]);
  await page.keyboard.type('audit');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/en\/admin\/audit$/);

  await openPalette(page);
  await page.keyboard.type('title of the home');
  await page.getByRole('option', { name: 'Title of the home page' }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/admin\/settings#setting-index_title$/);
  const title = page.getByRole('textbox', { name: 'Title of the home page' });
  await expect.poll(() => isFocused(title)).toBe(true);

  // Choosing a setting also works on the settings screen itself.
  await page.getByRole('searchbox', { name: 'Find a setting' }).fill('sms');
  await page.getByRole('button', { name: 'Go to' }).click();
  await expect.poll(() => isFocused(input(page))).toBe(true);
  await page.keyboard.type('name of the site');
  await page.keyboard.press('Enter');
  const name = page.getByRole('textbox', { name: 'Name of the site' });
  await expect.poll(() => isFocused(name)).toBe(true);

  await openPalette(page);
  await page.keyboard.type('zzz unknown');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/admin\/members\?find=zzz%20unknown$|\/admin\/members\?find=zzz\+unknown$/);
  expect(complaints).toEqual([]);
});

test('offers only what the role may open, and closes with Escape', async () => {
  const page = await officeOf('editor');
  await openPalette(page);
  await page.getByRole('option', { name: 'Emails' }).waitFor();
  expect(await page.getByRole('option', { name: 'Operators' }).count()).toBe(0);
  await page.keyboard.type('title of the home');
  await page.getByText('Nothing found. Try another word.').waitFor();
  await page.keyboard.press('Escape');
  await input(page).waitFor({ state: 'detached' });
});
