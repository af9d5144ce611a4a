import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { accessibilityFaultsInBothThemes } from '#support/browser/axe.ts';
import { memberPages } from '#support/browser/member-pages.ts';
import { operatorPage } from '#support/browser/operator-pages.ts';
import { databaseForTests, siteForTests } from '#support/browser/site-for-tests.ts';

const { site, browser } = await siteForTests();
const database = await databaseForTests(site);
const people = await memberPages(site, browser);
let moderator: number;
let spammer: number;
let ids: number[];

beforeAll(async () => {
  moderator = await people.plant({ name: 'Mo' });
  await database.query(`update members set roles = '{moderator}' where id = $1`, [moderator]);
  const colleague = await people.plant({ name: 'Colette' });
  spammer = await people.plant({ name: 'Spammer' });
  const { rows } = await database.query(
    `insert into complaints (reporter_id, profile_id, category, body, host, status, taken_by, taken_at)
     select null, $1, 'spam', 'Buys me gold ' || n, '*', case when n = 3 then 'in_review' else 'open' end, case when n = 3 then $2::bigint end, case when n = 3 then app_now() end
     from generate_series(1, 3) n returning id::int`,
    [spammer, colleague],
  );
  ids = rows.map(({ id }: { id: number }) => id);
});

const open = (path: string, device: 'desktop' | 'phone' = 'desktop'): Promise<Page> =>
  operatorPage(browser, site, database, { id: moderator, path: `/en${path}`, language: 'en-GB', device });
const list = () => `/admin/complaint-list?member=${spammer}`;

test('filters reports, keeps a wrong number with the reason, and opens one of them', async () => {
  const page = await open('/admin/complaints');
  await page.getByRole('main').getByRole('link', { name: 'All reports' }).click();
  await page.waitForURL(/complaint-list/);
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('spam');
  await page.getByRole('combobox', { name: 'Worked on by' }).selectOption('nobody');
  const member = page.getByRole('searchbox', { name: 'Member number' });
  await member.fill('Spammer');
  await page.getByRole('button', { name: 'Show' }).click();
  await page.getByText('Type the number of a member.').waitFor();
  expect(await member.inputValue()).toBe('Spammer');
  await member.fill(String(spammer));
  await page.getByRole('button', { name: 'Show' }).click();
  await expect.poll(() => page.getByRole('row').count()).toBe(3);
  expect(await page.getByText('Buys me gold').count()).toBe(0);
  for (const key of ['j', 'Enter']) await page.keyboard.press(key);
  await page.getByText('Buys me gold 2').waitFor();
  await page.getByRole('link', { name: 'Open in the queue' }).click();
  await page.waitForURL(new RegExp(`report=${ids[1]}`));
  await page
    .locator('[aria-current=true]')
    .filter({ hasText: String(ids[1]) })
    .waitFor();
  const other = await open('/admin/complaints?report=999999');
  await other.getByText('Report 999999 is decided').waitFor();
});

test('is usable on a phone, in the dark and for screen readers, also when nothing is found', async () => {
  for (const device of ['phone', 'desktop'] as const) {
    const page = await open(list(), device);
    await page.getByRole('checkbox', { name: `Select Report ${ids[0]}` }).check();
    await page.getByText('1 selected').waitFor();
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(await overflow()).toBeLessThanOrEqual(0);
    expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Decide 1 report' }).click();
    await page.getByRole('dialog').getByLabel('Decide').selectOption('warned');
    expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
    const record = await open(`/admin/complaint-list/${ids[0]}`, device);
    await record.getByText('Buys me gold 1').waitFor();
    expect(await accessibilityFaultsInBothThemes(record)).toEqual([]);
  }
  const page = await open(`${list()}&category=payment`);
  await page.getByText('No report found').waitFor();
  await page.getByRole('link', { name: 'Clear the filters' }).last().click();
  await page.getByRole('row').nth(1).waitFor();
});

test('selects by keys and decides the selected reports once, apart from a colleague’s', async () => {
  const page = await open(`${list()}&sort=oldest`);
  for (const key of ['j', 'x', 'j', 'x', 'j', 'x']) await page.keyboard.press(key);
  await page.getByRole('button', { name: 'Decide 3 reports' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Decide').selectOption('warned');
  await dialog.getByLabel('Rule').selectOption('spam');
  await dialog.getByLabel('What happened').fill('The same advertisement to everybody.');
  await dialog.getByRole('button', { name: 'Warn the member' }).click();
  await dialog.getByText('Done: 2.').waitFor();
  await dialog.getByText(`Report ${ids[2]}: This was changed elsewhere`).waitFor();
  await database.query(`update complaints set taken_by = null where id = $1`, [ids[2]]);
  await dialog.getByRole('button', { name: 'Try these again' }).click();
  await dialog.getByText('Done: 3.').waitFor();
  const { rows } = await database.query(`select kind from measures where member_id = $1`, [spammer]);
  expect(rows.map(({ kind }) => kind)).toEqual(['warning']);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page.getByText('3 selected').waitFor({ state: 'detached' });
  await expect.poll(() => page.getByRole('cell', { name: 'Decided' }).count()).toBe(3);
});
