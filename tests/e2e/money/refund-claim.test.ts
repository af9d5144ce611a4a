import { afterAll, expect, test } from 'vitest';
import { accessibilityFaults } from '#support/browser/axe.ts';
import { mailsTo } from '#support/browser/person.ts';
import { siteForTests } from '#support/browser/site-for-tests.ts';
import { balance, inDatabase, pay, payerAt } from '#support/payer.ts';
import { btcpayKeys, startFakeBtcpay } from '#support/services/fake-btcpay.ts';

const btcpay = await startFakeBtcpay();
afterAll(() => btcpay.close());
const { site, browser } = await siteForTests({ ...btcpayKeys, BTCPAY_URL: btcpay.url });
await inDatabase(
  site,
  `insert into payment_methods (country, method, position, active) values ('NL', 'bitcoin', 90, true)`,
);

test.each([
  { locale: 'fr', device: 'phone' },
  { locale: 'en', device: 'desktop' },
] as const)(
  'leads a member from the order and the mail to the page where a bitcoin refund is claimed, in $locale on a $device',
  async ({ locale, device }) => {
    const payer = await payerAt(browser, site, locale, device);
    await payer.open('/credits/2/bitcoin');
    await payer.page.route('https://btcpay.example/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>BTCPay</title>' }),
    );
    await pay(payer);
    await payer.page.waitForURL('https://btcpay.example/i/**');
    const invoice = btcpay.invoices.at(-1)!.id;
    btcpay.set(invoice, { status: 'Settled' });
    const { body, signature } = btcpay.webhook(invoice, 'InvoiceSettled');
    await fetch(`${site.url}/api/payment-webhook.php?gateway=btcpay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'BTCPay-Sig': signature },
      body,
    });
    const openOrder = async () => {
      await payer.open('/transactions');
      await payer.page.locator('main li a[href*="/transactions/"]').first().click();
      await payer.page.waitForURL(/\/transactions\/[\w-]+$/);
    };
    await openOrder();
    expect(await balance(payer.page)).toBe(50);
    const pulls = btcpay.pullPayments.length;
    await payer.page
      .locator('main')
      .getByRole('link', { name: payer.says('withdraw:button') })
      .click();
    await payer.page.waitForURL(/\/withdraw\?order=/);
    await payer.button('withdraw:confirm').click();
    await payer.heading('withdraw:done.heading').waitFor();
    expect(await balance(payer.page)).toBe(0);

    await expect.poll(() => btcpay.pullPayments.length).toBe(pulls + 1);
    const pull = btcpay.pullPayments.at(-1)!;
    const amount = new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' }).format(
      Number(pull.amount),
    );
    await openOrder();
    const claim = payer.link('withdraw:claim', { amount });
    await claim.waitFor();
    await payer.page.getByText(payer.says('withdraw:claim_hint')).waitFor();
    await payer.heading('transactions:completed.heading_refunding').waitFor();
    expect(
      await payer.page
        .locator('main')
        .getByRole('link', { name: payer.says('withdraw:button') })
        .count(),
    ).toBe(0);
    expect(await accessibilityFaults(payer.page)).toEqual([]);
    expect(await payer.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    if (process.env['SHOTS'])
      await payer.page.screenshot({ path: `${process.env['SHOTS']}/claim-${device}.png`, fullPage: true });
    await claim.click();
    await payer.page.waitForURL(pull.viewLink);
    await expect
      .poll(async () => JSON.stringify(await mailsTo(site, payer.email, 1)), { timeout: 60_000 })
      .toContain(pull.viewLink);
  },
);
