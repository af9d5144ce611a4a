import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { accessibilityFaultsInBothThemes } from '#support/browser/axe.ts';
import { memberPages } from '#support/browser/member-pages.ts';
import { operatorPage } from '#support/browser/operator-pages.ts';
import { databaseForTests, siteForTests } from '#support/browser/site-for-tests.ts';

const { site, browser } = await siteForTests();
const database = await databaseForTests(site);
const people = await memberPages(site, browser);
let clerk: number;

beforeAll(async () => {
  clerk = await people.plant({ name: 'Femke' });
  await database.query(`update members set roles = '{finance}' where id = $1`, [clerk]);
  const payer = await people.plant({ name: 'Ruben' });
  await database.query(
    `insert into payments (id, member_id, credits, amount_cents, currency, country, vat_percentage, method, gateway, status, idempotency_key, host)
     select ('01990000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, $1, 10, 1000 + n * 100, 'EUR', 'IE', 21, 'ideal', 'sandbox', (array['completed', 'failed'])[1 + n % 2], gen_random_uuid(), '*'
     from generate_series(1, 6) n`,
    [payer],
  );
});

const open = (path: string, device: 'desktop' | 'phone' = 'desktop'): Promise<Page> =>
  operatorPage(browser, site, database, { id: clerk, path: `/en${path}`, language: 'en-GB', device });
const amounts = async (page: Page) =>
  (await page.getByRole('row').allInnerTexts()).slice(1).map((text) => /€\d+\.\d\d/.exec(text)?.[0]);

test('filters payments, and keeps a wrong amount with the reason', async () => {
  const page = await open('/admin/payments');
  const list = page.locator('[data-list]');
  await list.getByRole('combobox', { name: 'Country' }).selectOption('IE');
  await list.getByRole('combobox', { name: 'Status' }).selectOption('failed');
  const from = list.getByRole('textbox', { name: 'Amount from' });
  await from.fill('about 12');
  await page.getByRole('button', { name: 'Show' }).click();
  await page.getByText('Type an amount such as 24.95.').waitFor();
  expect(await from.inputValue()).toBe('about 12');
  await expect.poll(() => amounts(page)).toEqual(['€15.00', '€13.00', '€11.00']);

  await from.fill('12,50');
  await page.getByRole('button', { name: 'Show' }).click();
  await page.getByText('Type an amount such as 24.95.').waitFor({ state: 'detached' });
  await expect.poll(() => amounts(page)).toEqual(['€15.00', '€13.00']);
  await page.getByRole('link', { name: '€13.00' }).click();
  await page.waitForURL(/\/admin\/payments\/01990000-/);
});

test('is usable on a phone, in the dark and for screen readers, also when nothing is found', async () => {
  for (const device of ['phone', 'desktop'] as const) {
    const page = await open('/admin/payments?country=IE', device);
    await page.getByRole('link', { name: '€11.00' }).waitFor();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  }
  const page = await open('/admin/payments?country=IE&status=cancelled');
  await page.getByText('No payment found').waitFor();
  await page.getByRole('link', { name: 'Clear the filters' }).last().click();
  await page.getByRole('link', { name: '€11.00' }).waitFor();
});
