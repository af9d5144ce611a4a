import { afterAll, describe, expect, test } from 'vitest';
import { accessibilityFaults } from '#support/browser/axe.ts';
import { complaintsOf } from '#support/browser/browser.ts';
import { memberPages } from '#support/browser/member-pages.ts';
import { operatorPage } from '#support/browser/operator-pages.ts';
import { databaseForTests, siteForTests } from '#support/browser/site-for-tests.ts';
import { balance, pay, payerAt } from '#support/payer.ts';
import { startFakeMollie } from '#support/services/fake-mollie.ts';
import { startFakeVerotel } from '#support/services/fake-verotel.ts';

const [mollie, verotel] = await Promise.all([startFakeMollie(), startFakeVerotel()]);
afterAll(() => Promise.all([mollie.close(), verotel.close()]));
const { site, browser } = await siteForTests({
  VEROTEL_SHOP_ID: '60678',
  VEROTEL_SIGNATURE_KEY: 'key',
  VEROTEL_URL: verotel.url,
  MOLLIE_API_KEY: 'test_key_of_thirty_characters_x',
  MOLLIE_API_URL: mollie.url,
});
const database = await databaseForTests(site);
const people = await memberPages(site, browser);

describe.each([
  { locale: 'nl', device: 'phone' },
  { locale: 'en', device: 'desktop' },
] as const)('in $locale on a $device', ({ locale, device }) => {
  test('pays an order that one gateway does not take at the next one, with one button', async () => {
    const payer = await payerAt(browser, site, locale, device);
    const complaints = complaintsOf(payer.page);
    mollie.brokenWith = null;
    await payer.open('/credits/2/ideal');
    await pay(payer);
    await payer.page.waitForURL((url) => url.href.startsWith(verotel.url));
    await payer.page.getByRole('button', { name: 'Decline' }).click();
    await payer.heading('transactions:pending.heading').waitFor();
    await payer.heading('transactions:failed.heading').waitFor({ timeout: 20_000 });
    await payer.page.getByText(payer.says('transactions:next.declined')).waitFor();
    const button = payer.page.locator('main button');
    expect(await button.count()).toBe(1);
    expect(await accessibilityFaults(payer.page)).toEqual([]);
    expect(await payer.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    if (process.env['SHOTS'])
      await payer.page.screenshot({ path: `${process.env['SHOTS']}/cascade-${device}.png`, fullPage: true });
    await payer.page.route('https://pay.example/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Pay</title>' }),
    );
    await button.click();
    await payer.page.waitForURL('https://pay.example/**');
    const id = payer.page.url().split('/').at(-1) ?? '';
    mollie.set(id, { status: 'paid' });
    await fetch(`${site.url}/api/payment-webhook.php?gateway=mollie`, {
      method: 'POST',
      body: new URLSearchParams({ id }),
    });
    await payer.open('/transactions');
    await expect.poll(() => payer.page.locator('main li a[href*="/transactions/"]').count()).toBe(2);
    expect(await balance(payer.page)).toBe(50);
    expect(complaints).toEqual([]);
  });
});

test.each(['phone', 'desktop'] as const)(
  'lets an operator choose the order of gateways on a %s',
  async (device) => {
    const id = await people.plant({ name: device === 'phone' ? 'Finn' : 'Fenna' });
    await database.query(`update members set roles = '{finance}' where id = $1`, [id]);
    const page = await operatorPage(browser, site, database, {
      id,
      path: '/en/admin/prices',
      language: 'en-GB',
      device,
    });
    const row = page.locator('ol > li').filter({ has: page.locator('input[name=ideal]') });
    const summary = row.locator('summary');
    await summary.click();
    await row.getByRole('checkbox', { name: 'Verotel' }).uncheck();
    await expect.poll(() => summary.innerText()).not.toContain('Verotel');
    await row.getByRole('checkbox', { name: 'Verotel' }).check();
    await expect.poll(() => summary.innerText()).toMatch(/Mollie → Verotel$/);
    await row.getByRole('button', { name: 'Try Verotel earlier for iDEAL' }).click();
    await expect.poll(() => summary.innerText()).toMatch(/Verotel → Mollie$/);
    await row.getByRole('button', { name: 'Try Mollie earlier for iDEAL' }).click();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    if (process.env['SHOTS'])
      await page.screenshot({ path: `${process.env['SHOTS']}/order-${device}.png`, fullPage: true });
    await page.locator('form').filter({ has: row }).locator('button[type=submit]').click();
    await page.getByText('Saved').first().waitFor();
    const payer = await payerAt(browser, site, 'en', 'desktop');
    const order = await payer.page.request.post('/api/payment.php', {
      data: { package: 2, method: 'ideal', idempotency_key: crypto.randomUUID(), consent: true },
    });
    expect((await order.json()).redirect_url).toMatch(/^https:\/\/pay\.example\//);
  },
);
