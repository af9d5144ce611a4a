import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { accessibilityFaultsInBothThemes } from '#support/browser/axe.ts';
import { memberPages } from '#support/browser/member-pages.ts';
import { operatorPage } from '#support/browser/operator-pages.ts';
import { databaseForTests, siteForTests } from '#support/browser/site-for-tests.ts';

const { site, browser } = await siteForTests();
const database = await databaseForTests(site);
const people = await memberPages(site, browser);
let owner: number;

beforeAll(async () => {
  owner = await people.plant({ name: 'Olga' });
  await database.query(`update members set roles = '{owner}' where id = $1`, [owner]);
  await database.query(`update sites set overrides = overrides || '{"free_messages": 7}' where host = '*'`);
  await database.query(
    `insert into setting_changes (host, key, old_value, new_value, operator_id) values ('*', 'free_messages', '6', '7', $1)`,
    [owner],
  );
});

const open = (device: 'desktop' | 'phone' = 'desktop'): Promise<Page> =>
  operatorPage(browser, site, database, {
    id: owner,
    path: '/en/admin/setting-history?key=free_messages',
    language: 'en-GB',
    device,
  });
const stored = async () =>
  (await database.query(`select overrides -> 'free_messages' as value from sites where host = '*'`)).rows[0]
    ?.value;

test('shows what undoing changes before it does, on a phone and for screen readers', async () => {
  for (const device of ['phone', 'desktop'] as const) {
    const page = await open(device);
    await page.getByRole('button', { name: 'Undo' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('After undoing').waitFor();
    expect(await dialog.innerText()).toMatch(/Now\s+7[^]*After undoing\s+6/);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
    expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await stored()).toBe(7);
  }
});

test('refuses to undo a value that has changed since, and undoes the latest', async () => {
  const page = await open();
  await page.getByRole('button', { name: 'Undo' }).click();
  await database.query(
    `insert into setting_changes (host, key, old_value, new_value, operator_id) values ('*', 'free_messages', '7', '8', $1)`,
    [owner],
  );
  await database.query(`update sites set overrides = overrides || '{"free_messages": 8}' where host = '*'`);
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  await page.getByText('This was changed elsewhere').waitFor();
  expect(await stored()).toBe(8);
  await page.reload();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  await expect.poll(stored).toBe(7);
});
