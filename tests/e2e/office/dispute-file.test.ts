import { expect, test } from 'vitest';
import { accessibilityFaults } from '#support/browser/axe.ts';
import { memberPages } from '#support/browser/member-pages.ts';
import { operatorPage } from '#support/browser/operator-pages.ts';
import { databaseForTests, siteForTests } from '#support/browser/site-for-tests.ts';
import { order, payerAt } from '#support/payer.ts';

const { site, browser } = await siteForTests();
const database = await databaseForTests(site);
const people = await memberPages(site, browser);

test.each([
  { device: 'phone', dark: true },
  { device: 'desktop', dark: false },
] as const)('imports a file of disputes with a preview on a $device', async ({ device, dark }) => {
  const payer = await payerAt(browser, site, 'en', 'desktop');
  const disputed = await order(payer, 'paid');
  const other = await order(payer, 'paid');
  // The gateway charges the money back, and its notification is lost.
  await database.query(`update sandbox_orders set outcome = 'chargeback' where payment_id = $1`, [disputed]);
  const { rows } = await database.query(`select amount_cents from payments where id = $1`, [disputed]);
  const amount = (rows[0].amount_cents / 100).toFixed(2);
  const id = await people.plant({ name: device === 'phone' ? 'Frida' : 'Farah' });
  await database.query(`update members set roles = '{finance}' where id = $1`, [id]);
  const page = await operatorPage(browser, site, database, {
    id,
    path: '/en/admin/worklist',
    language: 'en-GB',
    device,
    dark,
  });
  const fold = page.locator('details').filter({ hasText: 'Import a file of disputes' });
  await fold.locator('summary').click();
  await fold.getByLabel('Gateway').selectOption('sandbox');
  const lines = [`${disputed},${amount},EUR,case 1`, `${other},1.00,EUR,case 2`, 'nobody,2.00,EUR,case 3'];
  await fold.locator('input[type=file]').setInputFiles({
    name: 'disputes.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['id,amount,currency,dispute', ...lines].join('\n')),
  });
  await fold.getByRole('button', { name: 'Preview' }).click();
  await fold.getByText('1 of 3 lines would take credits back.').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  if (process.env['SHOTS'])
    await page.screenshot({ path: `${process.env['SHOTS']}/disputes-${device}.png`, fullPage: true });
  await fold.getByRole('button', { name: 'Take back the credits of 1 payment' }).click();
  await fold.getByText('1 of 3 lines took credits back.').waitFor();
  // The worklist above shows the dispute without a reload.
  await page.locator('table, main ul').filter({ hasText: payer.email }).first().waitFor();
  await fold.getByRole('link', { name: disputed }).click();
  await page.getByRole('heading', { name: 'Disputes at the gateway' }).waitFor();
  await page.getByText('case 1').waitFor();
  if (process.env['SHOTS'])
    await page.screenshot({ path: `${process.env['SHOTS']}/disputed-${device}.png`, fullPage: true });
});
