import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accessibilityFaults } from '#support/browser/axe.ts';
import { personAt, type Person } from '#support/browser/person.ts';
import { siteForTests } from '#support/browser/site-for-tests.ts';
import {
  balance,
  checkout,
  choose,
  codeSentTo,
  confirmAddress,
  inDatabase,
  order,
  pay,
  payerAt,
} from '#support/payer.ts';

const { site, browser } = await siteForTests();
beforeAll(async () => {
  await inDatabase(
    site,
    `insert into discount_codes (code, value_percentage, currency, minimum_order_cents, expires) values
      ('HALF', 50, null, null, null), ('BIG', 30, 'EUR', 5000, null), ('OLD', 50, null, null, now() - interval '1 day')`,
  );
});

let payer: Person;
const fresh = (
  locale: 'nl' | 'en',
  device: 'phone' | 'desktop',
  more: { country?: string; confirmed?: boolean } = {},
) =>
  beforeEach(async () => {
    payer = await payerAt(browser, site, locale, device, more);
    return () => payer.page.context().close();
  });

describe('the packages', () => {
  fresh('en', 'desktop');

  test('show the recommended one without sales, the price of a message, the VAT, and the old price of a discount', async () => {
    await payer.open('/credits');
    const recommended = payer.page
      .locator('main li, main article')
      .filter({ hasText: payer.says('credits:recommended') })
      .last();
    await recommended.getByText('€29.99').first().waitFor();
    await recommended.getByText('€39.99').first().waitFor();
    await recommended
      .getByText(payer.says('credits:per_message', { price: '€0.25' }))
      .first()
      .waitFor();
    // Nothing was sold here, so "most popular" would be false.
    expect(await payer.page.getByText(payer.says('credits:popular')).count()).toBe(0);
    await payer.page.getByText(payer.says('credits:vat', { percent: '21%' })).waitFor();
    await payer.page.getByText(payer.says('credits:discount.banner', { percent: '25%' })).waitFor();
  });

  test('accept a valid code, pass it on to the payment, and explain why another is invalid', async () => {
    await payer.open('/credits');
    await payer.page.getByText(payer.says('credits:discount.ask')).click();
    const field = payer.page.getByRole('textbox', { name: payer.says('credits:discount.label') });
    const enter = async (code: string) => {
      await field.fill(code);
      await payer.button('credits:discount.apply').click();
    };
    for (const [code, error] of [
      ['NOSUCH', 'code_not_found'],
      ['OLD', 'code_expired'],
    ] as const) {
      await enter(code);
      await payer.page.getByText(payer.says(`errors:error.${error}`), { exact: true }).waitFor();
    }
    await enter('half');
    await payer.page
      .getByText(payer.says('credits:discount.applied', { code: 'HALF', percent: '50%' }))
      .waitFor();
    await payer.page.locator('main a[href*="/credits/2"]').first().click();
    await payer.page.waitForURL(/\/credits\/2\?code=HALF/);
    await payer.button('credits:pay.button', { price: '€10.00' }).waitFor();
    await pay(payer);
    await checkout(payer, 'paid');
    await payer.heading('transactions:completed.heading').waitFor();

    await payer.open('/credits');
    await payer.page.getByText(payer.says('credits:discount.ask')).click();
    await enter('HALF');
    await payer.page.getByText(payer.says('errors:error.code_used'), { exact: true }).waitFor();
    await payer.open('/credits/2?code=BIG');
    await payer.page.getByText(payer.says('credits:discount.not_here', { minimum: '€50.00' })).waitFor();
    await payer.button('credits:pay.button', { price: '€19.99' }).waitFor();
    await payer.open('/credits/4?code=BIG');
    await payer.button('credits:pay.button', { price: '€52.49' }).waitFor();
  });

  test('report a failed load and appear after a retry', async () => {
    await payer.open('/members');
    await payer.page.route('**/api/packages.php', (route) =>
      route.fulfill({ status: 409, contentType: 'application/json', body: '{"error":"conflict"}' }),
    );
    await payer.page.locator('a[href="/en/premium"]').first().click();
    const again = payer.button('common:retry');
    await again.waitFor();
    await payer.page.unroute('**/api/packages.php');
    await again.click();
    await payer.page.getByText('€29.99').first().waitFor();
  });
});

describe('paying', () => {
  fresh('nl', 'phone');

  test('shows costs and VAT in advance and requires consent', async () => {
    await payer.open('/credits/3/paypal');
    await payer.page.getByText(payer.says('credits:pay.costs_line')).waitFor();
    await payer.page.getByText('€ 0,35', { exact: false }).first().waitFor();
    await payer.page.getByText(payer.says('credits:pay.vat', { percent: '21%' })).waitFor();
    const button = payer.page.locator('main form button[type=submit]').last();
    expect(await button.innerText()).toContain('30,34');
    await button.click();
    await payer.page.getByText(payer.says('credits:pay.consent_needed')).waitFor();
    expect(new URL(payer.page.url()).pathname).toBe('/credits/3/paypal');
    await payer.page.getByRole('radio').first().click();
    await expect.poll(() => button.innerText()).toContain('29,99');
  });

  test('leads back to the packages when the package is not sold or there is no last order', async () => {
    await payer.open('/credits/99');
    await payer.page.getByText(payer.says('credits:pay.unknown')).waitFor();
    await payer.open('/credits/repeat-order');
    await payer.page.getByText(payer.says('credits:repeat.none')).waitFor();
    await payer.link('credits:pay.back').click();
    await payer.heading('credits:heading').waitFor();
  });

  test('requires a login and returns a visitor to the order afterwards', async () => {
    const visitor = await personAt(browser, site, { ...payer, locale: 'nl', device: 'phone' });
    for (const path of [
      '/credits',
      '/credits/2',
      '/credits/repeat-order',
      '/directdebit?package=2',
      '/transactions',
    ]) {
      await visitor.page.goto(path);
      expect(new URL(visitor.page.url()).pathname).toBe('/login');
      expect(new URL(visitor.page.url()).searchParams.get('next')).toBe(path);
    }
    await visitor.page.goto('/pricing');
    await visitor.heading('pricing:heading'.replace('pricing:', 'credits:pricing.')).waitFor();
    await visitor.page.context().close();
  });

  test('reports an unavailable gateway and continues with the same order', async () => {
    await payer.open('/credits/1/ideal');
    let away = true;
    const keys: string[] = [];
    await payer.page.route('**/api/payment.php', (route) => {
      keys.push((route.request().postDataJSON() as { idempotency_key: string }).idempotency_key);
      return away
        ? route.fulfill({ status: 409, contentType: 'application/json', body: '{"error":"conflict"}' })
        : route.continue();
    });
    await pay(payer);
    await payer.page.getByRole('alert').first().waitFor();
    away = false;
    await payer.page.locator('main form button[type=submit]').last().click();
    await checkout(payer, 'paid');
    expect(new Set(keys).size).toBe(1);
  });
});

describe('after paying', () => {
  fresh('en', 'desktop');

  test('lists every order with its receipt and every credit in the statement', async () => {
    const id = await order(payer, 'paid');
    await order(payer, 'failed');
    await order(payer, 'cancelled');
    await order(payer, 'pending', { method: 'sct' });
    const back = await order(payer, 'paid');
    await choose(payer.page, back, 'chargeback');

    await payer.open('/transactions');
    for (const status of ['completed', 'failed', 'cancelled', 'pending', 'chargeback'])
      await payer.page
        .getByText(payer.says(`transactions:status.${status}`), { exact: true })
        .first()
        .waitFor();
    const receipts = payer.page.locator(`main a[href^="/api/receipt.php"]`);
    expect(await receipts.count()).toBe(2);
    await payer.page.locator(`main a[href*="/transactions/${id}"]`).click();
    await payer.heading('transactions:completed.heading').waitFor();
    const href = await payer.page.locator('main a[href^="/api/receipt.php"]').getAttribute('href');
    const pdf = await payer.page.request.get(href!);
    expect([pdf.status(), pdf.headers()['content-type']]).toEqual([200, 'application/pdf']);
    expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-');

    await payer.open(`/transactions/${back}`);
    await payer.heading('transactions:completed.heading_chargeback').waitFor();
    for (const path of [`/transactions/${id}`, '/transactions', '/transactions?show=statement']) {
      await payer.open(path);
      expect(await accessibilityFaults(payer.page), path).toEqual([]);
    }
    await payer.open('/transactions?show=statement');
    for (const kind of ['purchase', 'chargeback'])
      await payer.page
        .getByText(payer.says(`transactions:statement.kind.${kind}`), { exact: true })
        .first()
        .waitFor();
  });

  test('leads from an empty history to the packages, and hides another member’s payment', async () => {
    await payer.open('/transactions');
    await payer.page.getByText(payer.says('transactions:history.empty')).waitFor();
    await payer.open('/transactions?show=statement');
    await payer.page.getByText(payer.says('transactions:statement.empty'), { exact: true }).waitFor();
    const other = await payerAt(browser, site, 'en', 'desktop');
    const answer = await payer.page.goto(`/en/transactions/${await order(other, 'paid')}`);
    expect(answer?.status()).toBe(404);
    await other.page.context().close();
  });

  test('announces new credits once on every screen and tab, and updates the badge immediately', async () => {
    await payer.open('/members');
    const id = await order(payer, null);
    const second = await payer.page.context().newPage();
    await second.goto(`/en/transactions/${id}`);
    await second.getByRole('heading', { name: payer.says('transactions:pending.heading') }).waitFor();
    await second.waitForFunction(() => document.documentElement.dataset['ready'] !== undefined);
    await choose(second, id, 'paid');
    const words = payer.says('common:credits_arrived_other', { count: 50 });
    for (const page of [payer.page, second]) {
      const told = page.getByRole('status').filter({ hasText: words });
      await told.first().waitFor();
      expect(await told.count()).toBe(1);
    }
    await second.getByRole('heading', { name: payer.says('transactions:completed.heading') }).waitFor();
    await payer.page
      .getByRole('navigation')
      .first()
      .getByRole('link', { name: payer.says('common:nav.credits') })
      .first()
      .waitFor();
    await second.reload();
    await second.getByRole('heading', { name: payer.says('transactions:completed.heading') }).waitFor();
    expect(await second.getByRole('status').filter({ hasText: words }).count()).toBe(0);
  });
});

describe('the time bonus', () => {
  fresh('en', 'desktop');

  /**
   * The search shows one notice at a time. The bonus appears once the address is confirmed and the photo
   * notice dismissed.
   */
  async function bonusComesFirst() {
    await confirmAddress(site, payer);
    await payer.page
      .context()
      .addCookies([
        { name: 'dismissed_profile_photo_alert', value: new Date().toISOString(), url: site.url },
      ]);
  }

  test('ends on every screen with the purchase, and at zero while it is shown', async () => {
    const { page } = payer;
    await bonusComesFirst();
    await inDatabase(
      site,
      `update members set signup_date = now() - interval '14380 seconds' where email = $1`,
      [payer.email],
    );
    await payer.open('/members');
    const bar = page.getByRole('timer');
    await bar.first().waitFor();
    await expect.poll(() => bar.count(), { timeout: 60_000 }).toBe(0);
    await payer.open('/credits/2/ideal');
    await payer.button('credits:pay.button', { price: '€19.99' }).waitFor();

    await inDatabase(
      site,
      `update members set signup_date = now(), welcome_ended_at = null where email = $1`,
      [payer.email],
    );
    await payer.open('/members');
    await bar.first().waitFor();
    await order(payer, 'paid');
    await expect.poll(() => bar.count(), { timeout: 20_000 }).toBe(0);
  });

  test('sends no reminder to members with credits', async () => {
    await order(payer, 'paid');
    await payer.page.clock.install();
    await payer.open('/members');
    await payer.page.clock.runFor(90_000);
    expect(await payer.page.getByRole('dialog').count()).toBe(0);
  });

  test('ends with the session', async () => {
    await bonusComesFirst();
    await payer.open('/members');
    await payer.page.getByRole('timer').first().waitFor();
    // The open page would reload itself when its session ends, and abort the next navigation.
    await payer.page.goto('about:blank');
    await payer.page.request.get('/api/logout.php');
    await payer.open('/members');
    expect(await payer.page.getByRole('timer').count()).toBe(0);
  });
});

describe('a direct debit', () => {
  fresh('en', 'desktop');
  beforeEach(() => confirmAddress(site, payer));
  let mobiles = 24_500_000;

  async function fill(changes: Record<string, string> = {}) {
    const mobile = `06${++mobiles}`;
    const form = {
      account_holder: 'P. Payer',
      iban: 'NL02ABNA0123456789',
      street: 'Gracht',
      house_number: '1',
      postal_code: '1015 CJ',
      city: 'Amsterdam',
      mobile,
      ...changes,
    };
    for (const [name, value] of Object.entries(form)) await payer.page.fill(`input[name=${name}]`, value);
    await payer.page.getByRole('checkbox').last().check();
    await payer.button('directdebit:send').click();
    return `+31${mobile.slice(1)}`;
  }

  test('explains a wrong account number at its field, and resends an expired code after a minute', async () => {
    await payer.page.clock.install();
    await payer.open('/directdebit?package=1');
    await fill({ iban: 'NL02ABNA0123456780' });
    await payer.page.getByText(payer.says('errors:field.iban_invalid')).waitFor();
    expect(await payer.page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('iban');
    const number = await fill();
    await payer.page.waitForSelector('input[name=code]');
    const first = await codeSentTo(site, number);
    await inDatabase(
      site,
      `update direct_debits set code_expires_at = now(), last_sent_at = now() - interval '61 seconds'`,
    );
    await payer.page.fill('input[name=code]', first);
    await payer.button('directdebit:confirm').click();
    await payer.page.getByText(payer.says('errors:error.code_invalid'), { exact: true }).waitFor();
    expect(await payer.page.getByRole('button', { name: /new code in/ }).isDisabled()).toBe(true);
    await payer.page.clock.runFor(61_000);
    await payer.button('directdebit:resend').click();
    await payer.page.getByRole('status').getByText(payer.says('directdebit:resent')).waitFor();
    await payer.page.fill('input[name=code]', await codeSentTo(site, number, first));
    await payer.button('directdebit:confirm').click();
    await payer.heading('transactions:completed.heading').waitFor();
    expect(await balance(payer.page)).toBe(20);
  });

  test('is rejected with a reason beyond the limit and after a failed one', async () => {
    const iban = 'DE89370400440532013000';
    await payer.open('/directdebit?package=5');
    await fill({ iban });
    await payer.page.getByText(payer.says('errors:error.directdebit_limit')).waitFor();
    await payer.open('/directdebit?package=1');
    const number = await fill({ iban });
    await payer.page.fill('input[name=code]', await codeSentTo(site, number));
    await payer.button('directdebit:confirm').click();
    await payer.heading('transactions:completed.heading').waitFor();
    await choose(payer.page, new URL(payer.page.url()).pathname.split('/').at(-1)!, 'chargeback');
    await payer.open('/directdebit?package=1');
    await fill({ iban });
    await payer.page.getByText(payer.says('errors:error.directdebit_blocked')).waitFor();
  });
});

describe('direct debit abroad', () => {
  fresh('en', 'desktop', { country: 'US', confirmed: false });
  test('is not offered, with an explanation', async () => {
    await payer.open('/directdebit?package=1');
    await payer.page.getByText(payer.says('directdebit:confirm_first')).waitFor();
    await confirmAddress(site, payer);
    await payer.open('/directdebit?package=1');
    await payer.page.getByText(payer.says('directdebit:not_here')).waitFor();
    await payer.open('/credits/1');
    expect(await payer.page.getByText(payer.says('credits:methods.sdd')).count()).toBe(0);
  });
});
