import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { accessibilityFaultsInBothThemes } from '#support/browser/axe.ts';
import { memberPages } from '#support/browser/member-pages.ts';
import { operatorPage } from '#support/browser/operator-pages.ts';
import { databaseForTests, siteForTests } from '#support/browser/site-for-tests.ts';

const { site, browser } = await siteForTests();
const database = await databaseForTests(site);
const people = await memberPages(site, browser);
const names = ['Aotea', 'Kahu', 'Marama'];
let moderator: number;

beforeAll(async () => {
  moderator = await people.plant({ name: 'Mo' });
  await database.query(`update members set roles = '{moderator}' where id = $1`, [moderator]);
  for (const name of names) await people.plant({ name, country: 'NZ', city: 'Nelson' });
});

const open = (path: string, device: 'desktop' | 'phone' = 'desktop'): Promise<Page> =>
  operatorPage(browser, site, database, { id: moderator, path: `/en${path}`, language: 'en-GB', device });
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

test('filters members, keeps filters, order and columns in the address, and saves them as a view', async () => {
  const page = await open('/admin/members');
  await page.getByRole('combobox', { name: 'Country' }).selectOption('NZ');
  await button(page, 'Show').click();
  await page.waitForURL(/country=NZ/);
  await expect.poll(() => page.getByRole('row').count()).toBe(names.length + 1);
  await page.getByRole('link', { name: 'Since' }).click();
  await page.waitForURL(/sort=oldest/);
  await button(page, 'Columns').click();
  await page.getByRole('checkbox', { name: 'Email' }).click();
  await page.waitForURL(/columns=name%2Cstate/);
  await page.getByRole('columnheader', { name: 'Email' }).waitFor({ state: 'detached' });
  await page.getByRole('checkbox', { name: 'Number' }).click();
  await page.getByRole('columnheader', { name: 'Number' }).waitFor();
  await page.keyboard.press('Escape');
  await button(page, 'Views').click();
  await button(page, 'Save this view').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name of the view').fill('Islands');
  await dialog.getByRole('button', { name: 'Save this view' }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  const address = page.url();

  const later = await open('/admin/members');
  await button(later, 'Views').click();
  await later.getByRole('link', { name: 'Islands' }).click();
  await later.waitForURL(address);
  await later.getByRole('columnheader', { name: 'Number' }).waitFor();
  expect(await later.getByText('@pages.test').count()).toBe(0);
  expect(
    (await later.getByRole('row').allInnerTexts()).slice(1).map((text) => /Select (\w+)/.exec(text)?.[1]),
  ).toEqual(names);
});

test('moves, selects and opens by keys, and warns the selected members once', async () => {
  const page = await open('/admin/members?country=NZ&sort=oldest');
  for (const key of ['j', 'x', 'j', 'j', 'x']) await page.keyboard.press(key);
  await page.getByText('2 selected').waitFor();
  await button(page, 'Act on 2').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('What to do').selectOption('warning');
  await dialog.getByLabel('Rule').selectOption('spam');
  await dialog.getByLabel('What happened').fill('The same advertisement to everybody.');
  // The colleague who was hired in the meantime cannot be warned, the other can.
  const marama = `(select id from profiles where name = 'Marama')`;
  await database.query(`update members set roles = '{writer}' where id = ${marama}`);
  await dialog.getByRole('button', { name: 'Warn the member' }).click();
  await dialog.getByText('Done: 1.').waitFor();
  await dialog.getByText(/^Marama: /).waitFor();
  await database.query(`update members set roles = '{}' where id = ${marama}`);
  await dialog.getByRole('button', { name: 'Try these again' }).click();
  await dialog.getByText('Done: 2.').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page.getByText('2 selected').waitFor({ state: 'detached' });
  const { rows } = await database.query(
    `select p.name from measures join profiles p on p.id = member_id where measures.kind = 'warning' order by 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual(['Aotea', 'Marama']);

  await row(page, 'Aotea').getByRole('link').focus();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Kahu', level: 1 }).waitFor();
});

test('is usable on a phone, in the dark and for screen readers, also when nobody is found', async () => {
  for (const device of ['phone', 'desktop'] as const) {
    const page = await open('/admin/members?country=NZ', device);
    await page.getByRole('checkbox', { name: 'Select Aotea' }).check();
    await page.getByText('1 selected').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
    expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  }
  const page = await open('/admin/members?country=NZ&status=banned');
  await page.getByText('Nobody found').waitFor();
  await page.getByRole('link', { name: 'Clear the filters' }).last().click();
  await row(page, 'Aotea').waitFor();
});
