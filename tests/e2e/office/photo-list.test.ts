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
let advertiser: number;
let ids: number[];

beforeAll(async () => {
  moderator = await people.plant({ name: 'Mo' });
  await database.query(`update members set roles = '{moderator}' where id = $1`, [moderator]);
  const colleague = await people.plant({ name: 'Colette' });
  advertiser = await people.plant({ name: 'Advertiser' });
  // The last one was approved by a colleague.
  const { rows } = await database.query(
    `insert into photos (member_id, storage_key, width, height, status, decided_at, decided_by)
     select $1, p.storage_key, p.width, p.height, case when n = 3 then 'active' else 'inspecting' end,
       case when n = 3 then app_now() end, case when n = 3 then $2::bigint end
     from (select storage_key, width, height from photos order by id limit 1) p, generate_series(1, 3) n returning id::int`,
    [advertiser, colleague],
  );
  ids = rows.map(({ id }: { id: number }) => id);
});

const open = (path: string, device: 'desktop' | 'phone' = 'desktop'): Promise<Page> =>
  operatorPage(browser, site, database, { id: moderator, path: `/en${path}`, language: 'en-GB', device });
const list = () => `/admin/photo-list?member=${advertiser}`;

test('filters photos and keeps a wrong number with the reason', async () => {
  const page = await open('/admin/photos');
  await page.getByRole('main').getByRole('link', { name: 'All photos' }).click();
  await page.waitForURL(/photo-list/);
  await page.getByRole('combobox', { name: 'Status' }).selectOption('inspecting');
  const member = page.getByRole('searchbox', { name: 'Member number' });
  await member.fill('Advertiser');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await page.getByText('Type the number of a member.').waitFor();
  expect(await member.inputValue()).toBe('Advertiser');
  await member.fill(String(advertiser));
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect.poll(() => page.getByRole('row').count()).toBe(3);
  expect(await page.getByRole('img', { name: 'Photo of Advertiser' }).count()).toBe(2);
});

test('is usable on a phone, in the dark and for screen readers, also when nothing is found', async () => {
  for (const device of ['phone', 'desktop'] as const) {
    const page = await open(list(), device);
    await page.getByRole('checkbox', { name: `Select Photo ${ids[0]}` }).check();
    await page.getByText('1 selected').waitFor();
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(await overflow()).toBeLessThanOrEqual(0);
    expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Decide 1 photo' }).click();
    await page.getByRole('dialog').getByLabel('Reason').waitFor();
    expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  }
  const page = await open(`${list()}&flag=empty`);
  await page.getByText('No photo found').waitFor();
  await page.getByRole('link', { name: 'Clear the filters' }).last().click();
  await page.getByRole('row').nth(1).waitFor();
});

test('selects by keys and refuses the selected photos with one reason, apart from a colleague’s', async () => {
  const page = await open(`${list()}&sort=oldest`);
  for (const key of ['j', 'x', 'j', 'x', 'j', 'x']) await page.keyboard.press(key);
  await page.getByRole('button', { name: 'Decide 3 photos' }).click();
  const dialog = page.getByRole('dialog');
  expect(await dialog.getByRole('img', { name: 'Photo of Advertiser' }).count()).toBe(3);
  await dialog.getByLabel('Reason').selectOption('contact_details');
  await dialog.getByRole('button', { name: 'Refuse' }).click();
  await dialog.getByText('Done: 2.').waitFor();
  await dialog.getByText(`Photo ${ids[2]}: This was changed elsewhere`).waitFor();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page.getByText('3 selected').waitFor({ state: 'detached' });
  await expect.poll(() => page.getByRole('cell', { name: 'Refused', exact: true }).count()).toBe(2);
  const { rows } = await database.query(`select kind from measures where member_id = $1`, [advertiser]);
  expect(rows).toHaveLength(2);
});
