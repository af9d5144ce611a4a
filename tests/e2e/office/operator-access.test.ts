import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { accessibilityFaultsInBothThemes } from '#support/browser/axe.ts';
import { memberPages } from '#support/browser/member-pages.ts';
import { operatorPage } from '#support/browser/operator-pages.ts';
import { databaseForTests, siteForTests } from '#support/browser/site-for-tests.ts';

// The fields of an operator's languages and limits (docs/product.md 16.28, 16.30).

const { site, browser } = await siteForTests();
const database = await databaseForTests(site);
const people = await memberPages(site, browser);

const at = (id: number, path: string): Promise<Page> =>
  operatorPage(browser, site, database, { id, path: `/en${path}`, language: 'en-GB' });

/** Languages and limits as stored. */
async function accessOf(id: number): Promise<unknown> {
  const { rows } = await database.query(
    `select m.office_languages as languages, l.credits, l.credits_day, l.refund_cents, l.refund_day_cents
     from members m left join operator_limits l on l.operator_id = m.id where m.id = $1`,
    [id],
  );
  return rows[0];
}
const NO_LIMITS = { credits: null, credits_day: null, refund_cents: null, refund_day_cents: null };

const owner = await people.employ('Olga', 'owner');
const support = await people.employ('Sam', 'support');

test('sets languages and limits of an operator, shows them in words, and takes them away', async () => {
  const page = await at(owner, '/admin/operators');
  const row = page.getByRole('row', { name: /^Sam/ });
  const save = row.getByRole('button', { name: 'Save access' });
  await row.getByText(/^Support · .*All languages · No own limits$/).click();
  expect(await save.count(), 'nothing has changed yet').toBe(0);
  await row.getByLabel('German').check();
  await row.getByLabel('French').check();
  await row.getByLabel('Credits at once').fill('20');
  await row.getByLabel('Refunds of one payment').fill('12.50');
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  await save.click();
  const words = row.getByText('German and French · Credits at once: 20 · Refunds of one payment: 12.5');
  await words.waitFor();
  await expect
    .poll(() => accessOf(support))
    .toEqual({ ...NO_LIMITS, languages: ['de', 'fr'], credits: 20, refund_cents: 1250 });

  const own = await at(support, '/admin/roles');
  await own.getByText('German and French · Credits at once: 20 · Refunds of one payment: 12.5').waitFor();
  await own.context().close();

  // The new values are in the fields after the save, and an empty one is no limit.
  if (!(await row.getByLabel('Credits at once').isVisible())) await words.click();
  expect(await row.getByLabel('Refunds of one payment').inputValue()).toBe('12.5');
  await row.getByLabel('Credits at once').fill('');
  await row.getByLabel('French').uncheck();
  await save.click();
  await row.getByText('German · Refunds of one payment: 12.5').waitFor();
  await expect.poll(() => accessOf(support)).toEqual({ ...NO_LIMITS, languages: ['de'], refund_cents: 1250 });
  await page.context().close();
});

test('invites somebody with languages and limits, and refuses a negative limit', async () => {
  const page = await at(owner, '/admin/operators');
  const form = page.getByRole('heading', { name: 'Invite someone' }).locator('xpath=ancestor::section');
  await form.getByLabel('Name', { exact: true }).fill('Ines');
  await form.getByLabel('Email').fill('ines@pages.test');
  await form.getByLabel('Support').check();
  await form.getByText('All languages · No own limits').click();
  await form.getByLabel('Dutch').check();
  const daily = form.getByLabel('Refunds in 24 hours');
  await daily.fill('-1');
  await form.getByRole('button', { name: 'Send invitation' }).click();
  expect(await daily.evaluate((field: HTMLInputElement) => field.validity.rangeUnderflow)).toBe(true);
  await daily.fill('99.99');
  await form.getByRole('button', { name: 'Send invitation' }).click();
  await page.getByRole('row', { name: /^Ines/ }).getByText('Dutch · Refunds in 24 hours: 99.99').waitFor();
  const { rows } = await database.query<{ id: number }>(
    `select id from members where email = 'ines@pages.test'`,
  );
  expect(await accessOf(Number(rows[0]?.id))).toEqual({
    ...NO_LIMITS,
    languages: ['nl'],
    refund_day_cents: 9999,
  });
  await page.context().close();
});
