import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { settingsGroups, settingsPath } from '#contract/membership/settings-sections.ts';
import { accessibilityFaultsInBothThemes } from '#support/browser/axe.ts';
import { appReady, closePages, newPage } from '#support/browser/browser.ts';
import { chatPages } from '#support/browser/chat-pages.ts';
import { databaseForTests, siteForTests } from '#support/browser/site-for-tests.ts';

const { site, browser } = await siteForTests();
const database = await databaseForTests(site);
let anna: number;
const { idOf, pageOf } = chatPages(() => ({ site, browser, database }));

beforeAll(async () => {
  anna = await idOf('anna');
});
beforeEach(() => closePages(browser));

const listOf = (page: Page) => page.getByRole('navigation', { name: 'Instellingen' });
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim());
const heightOf = (page: Page) =>
  page.locator('main').evaluate((main) => Math.round(main.getBoundingClientRect().height));

test('lists the settings on a phone, and opens each as a short page with a way back', async () => {
  const page = await pageOf('anna', '/notifications', { device: 'phone' });
  const paths = await listOf(page)
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(paths).toEqual(settingsGroups.flat().map(settingsPath));
  expect(await page.getByRole('table').count()).toBe(0);
  expect(await heightOf(page)).toBeLessThan(1300);
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);

  await listOf(page).getByRole('link', { name: 'Beveiliging' }).click();
  await page.waitForURL('**/notifications/security');
  await page.getByRole('heading', { level: 1, name: 'Beveiliging' }).waitFor();
  expect(await focused(page)).toBe('Beveiliging');
  expect(await page.title()).toContain('Beveiliging · Instellingen');
  expect(await listOf(page).count()).toBe(0);
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);

  await page.getByRole('main').getByRole('link', { name: 'Instellingen' }).click();
  await page.waitForURL('**/notifications');
  await expect.poll(() => focused(page)).toBe('Beveiliging');
});

test('keeps every settings page short on a phone', async () => {
  const page = await pageOf('anna', '/notifications', { device: 'phone' });
  for (const path of settingsGroups.flat().map(settingsPath)) {
    if (!path.startsWith('/notifications/')) continue;
    await page.goto(path);
    await appReady(page);
    expect(await heightOf(page), path).toBeLessThan(1800);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(390);
  }
});

test('shows current values in the list', async () => {
  await database.query('update members set spending_cap = 40 where id = $1', [anna]);
  const page = await pageOf('anna', '/notifications/visibility', { device: 'phone' });
  await page.getByRole('switch', { name: /Onzichtbaar zijn/ }).click();
  await page.getByText('Opgeslagen').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Instellingen' }).click();
  await listOf(page)
    .getByRole('link', { name: /Incognito en onzichtbaar\s*Onzichtbaar$/ })
    .waitFor();
  await listOf(page)
    .getByRole('link', { name: /^Uitgavenlimiet.*40/ })
    .waitFor();
  await listOf(page)
    .getByRole('link', { name: /anna@example\.test/ })
    .waitFor();
});

for (const device of ['phone', 'desktop'] as const)
  test(`a member chooses quiet hours and one email a week (${device})`, async () => {
    await database.query('delete from notification_rhythms');
    const page = await pageOf('anna', '/notifications', { device });
    await listOf(page)
      .getByRole('link', { name: /^Stille uren en ritme/ })
      .click();
    await page.waitForURL('**/notifications/rhythm');
    await page.getByLabel('Van', { exact: true }).fill('23:30');
    await page.getByLabel('Tot', { exact: true }).fill('');
    await page.getByRole('switch', { name: /Meldingen op je apparaten/ }).click();
    await page.getByRole('radio', { name: 'Eén keer per week' }).check();
    await page.getByLabel('Dag', { exact: true }).selectOption({ label: 'zondag' });
    await page.getByLabel('Tijd', { exact: true }).fill('10:15');
    await page.getByRole('button', { name: 'Opslaan' }).click();
    await expect
      .poll(() => page.getByLabel('Tot', { exact: true }).getAttribute('aria-invalid'))
      .toBe('true');
    expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
    await page.getByLabel('Tot', { exact: true }).fill('07:00');
    await page.getByRole('button', { name: 'Opslaan' }).click();
    await page.getByText('Opgeslagen').waitFor();
    await page.goto('/notifications/rhythm');
    await appReady(page);
    expect(await page.getByLabel('Van', { exact: true }).inputValue()).toBe('23:30');
    expect(await page.getByRole('switch', { name: /Meldingen op je apparaten/ }).isChecked()).toBe(true);
    expect(await page.getByLabel('Dag', { exact: true }).inputValue()).toBe('7');
    expect(await page.getByLabel('Tijd', { exact: true }).inputValue()).toBe('10:15');
    if (device === 'desktop') return;
    await page.goto('/notifications');
    await listOf(page)
      .getByRole('link', { name: /23:30–07:00 · Eén keer per week$/ })
      .waitFor();
  });

test('shows the list beside the open section on a wide screen, and changes the section by keyboard', async () => {
  const page = await pageOf('anna', '/notifications', { device: 'desktop' });
  await page.getByRole('table').waitFor();
  expect(await listOf(page).locator('[aria-current]').count()).toBe(0);
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  await listOf(page).getByRole('link', { name: 'Account verwijderen' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/notifications/delete');
  await expect.poll(() => focused(page)).toBe('Account verwijderen');
  await page.keyboard.press('Tab');
  const here = listOf(page).locator('[aria-current=page]');
  expect(await here.textContent()).toBe('Account verwijderen');
  await page
    .getByRole('main')
    .getByRole('button', { name: /verwijderen/ })
    .waitFor();
  expect(await page.getByRole('heading', { name: 'Account verwijderen' }).count()).toBe(1);
});

test('leads anchors of mails from before to their section, and unknown sections to the error page', async () => {
  const page = await pageOf('anna', '/notifications#data', { device: 'phone' });
  await page.waitForURL('**/notifications/data');
  await page.getByRole('heading', { level: 1, name: 'Je gegevens' }).waitFor();
  const answer = await page.goto('/notifications/nowhere');
  expect(answer?.status()).toBe(404);
  expect((await page.goto('/notifications/constructor'))?.status()).toBe(404);
});

test('asks visitors to log in, and remembers the section they came for', async () => {
  const page = await newPage(browser, { baseURL: site.url });
  await page.goto('/notifications/spending');
  expect(new URL(page.url()).search).toBe(`?next=${encodeURIComponent('/notifications/spending')}`);
});
