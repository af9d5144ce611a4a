import { describe, expect, test } from 'vitest';
import { localePath } from '#contract/lists/locales.ts';
import { accessibilityFaults } from '#support/browser/axe.ts';
import { complaintsOf } from '#support/browser/browser.ts';
import { mailsTo } from '#support/browser/person.ts';
import { siteForTests } from '#support/browser/site-for-tests.ts';
import { balance, checkout, codeSentTo, confirmAddress, pay, payerAt } from '#support/payer.ts';

const { site, browser } = await siteForTests();

describe.each([
  { locale: 'nl', device: 'phone' },
  { locale: 'en', device: 'desktop' },
] as const)('in $locale on a $device', ({ locale, device }) => {
  test('shows each outcome on a screen in the page’s language, with the next step', async () => {
    const payer = await payerAt(browser, site, locale, device);
    await confirmAddress(site, payer);
    const complaints = complaintsOf(payer.page);
    for (const outcome of ['failed', 'cancelled', 'pending'] as const) {
      await payer.open('/credits/2/ideal?return_to=/members');
      await pay(payer);
      await checkout(payer, outcome);
      await payer.heading(`transactions:${outcome}.heading`).waitFor();
      expect(new URL(payer.page.url()).pathname).toMatch(
        new RegExp(`^${localePath(locale, '/transactions/')}`),
      );
      if (outcome === 'pending') continue;
      // Repeating an order costs money, so its button must show the price.
      const again = payer.page.locator('main button', { hasText: 'iDEAL' }).filter({ hasText: /\d[.,]\d\d/ });
      await expect.poll(() => again.count()).toBe(1);
    }
    expect(await balance(payer.page)).toBe(0);
    await payer.button('transactions:pending.continue').click();
    await checkout(payer, 'paid');
    await payer.heading('transactions:completed.heading').waitFor();
    await payer.page
      .getByRole('status')
      .getByText(payer.says('common:credits_arrived_other', { count: 50 }))
      .waitFor();
    await payer.link('transactions:completed.back').click();
    await payer.page.waitForURL((url) => url.pathname === localePath(locale, '/members'));
    expect(await balance(payer.page)).toBe(50);
    await mailsTo(site, payer.email, 2);
    await payer.open('/transactions');
    await expect.poll(() => payer.page.locator('main li a[href*="/transactions/"]').count()).toBe(3);
    expect(complaints).toEqual([]);
  });

  test('sells in złoty by BLIK to a member in the Netherlands who pays from Poland', async () => {
    const payer = await payerAt(browser, site, locale, device);
    const complaints = complaintsOf(payer.page);
    await payer.open('/credits/2');
    const from = payer.page.getByLabel(payer.says('credits:pay.from'));
    expect(await from.inputValue()).toBe('NL');
    await from.selectOption('PL');
    await payer.page.getByText(payer.says('credits:pay.from_hint')).waitFor();
    await payer.page.getByRole('radio', { name: /BLIK/ }).check();
    const button = payer.page.locator('main form button[type=submit]').last();
    await expect.poll(() => button.innerText()).toMatch(/PLN|zł/);
    expect(await accessibilityFaults(payer.page)).toEqual([]);
    await pay(payer);
    await checkout(payer, 'paid');
    await payer.heading('transactions:completed.heading').waitFor();
    expect(await balance(payer.page)).toBe(50);
    expect(complaints).toEqual([]);
  });

  test('updates the open screen when a pending payment completes', async () => {
    const payer = await payerAt(browser, site, locale, device);
    await payer.open('/credits/1/sct');
    await pay(payer);
    await checkout(payer, 'pending');
    const id = payer.page.url().split('/').at(-1)!;
    await payer.heading('transactions:pending.heading').waitFor();
    await fetch(`${site.url}/sandbox/checkout/${id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"outcome":"paid"}',
    });
    await payer.heading('transactions:completed.heading').waitFor();
  });

  // These tests do not depend on size and language, so they run once.
  test.runIf(device === 'desktop')(
    'repeats an order with a stored card in one click, and offers three ways on when it fails',
    async () => {
      const payer = await payerAt(browser, site, locale, device);
      await payer.open('/credits/2/creditcard');
      await payer.page.getByRole('checkbox').first().check();
      await pay(payer);
      await checkout(payer, 'expired_card');
      await payer.open('/credits/repeat-order');
      await payer.page
        .getByText(payer.says('credits:repeat.with_card', { brand: 'Visa', last4: '0069' }))
        .waitFor();
      await pay(payer);
      await payer.heading('transactions:failed.heading').waitFor();
      const way = (key: string) =>
        payer.page.getByRole('button', {
          name: new RegExp(payer.says(`transactions:failed.${key}`, { price: '' }).trim()),
        });
      for (const key of ['retry_card', 'enter_card', 'paypal']) await way(key).waitFor();
      await payer.page.getByRole('checkbox').check();
      await payer.button('transactions:failed.paypal').click();
      await payer.page.waitForURL(/\/sandbox\/checkout\//);
      expect(await payer.page.locator('main').innerText()).toContain('PayPal');
      await checkout(payer, 'paid');
      await payer.heading('transactions:completed.heading').waitFor();
      expect(await balance(payer.page)).toBe(100);
    },
  );

  test.runIf(device === 'phone')(
    'asks for missing direct debit data, sends a code and accepts the right one',
    async () => {
      const payer = await payerAt(browser, site, locale, device);
      await confirmAddress(site, payer);
      const mobile = device === 'phone' ? '0623400001' : '0623400002';
      await payer.open('/credits/1/sdd');
      await pay(payer);
      await payer.page.waitForURL(/\/directdebit/);
      await payer.button('directdebit:send').click();
      await payer.page.getByText(payer.says('errors:field.consent_required')).waitFor();
      const form = {
        account_holder: 'P. Payer',
        iban: 'nl91 abna 0417 1643 00',
        street: 'Gracht',
        house_number: '1',
        postal_code: '1015 CJ',
        city: 'Amsterdam',
        mobile,
      };
      for (const [name, value] of Object.entries(form)) await payer.page.fill(`input[name=${name}]`, value);
      await payer.page.getByRole('checkbox').last().check();
      await payer.button('directdebit:send').click();
      await payer.page.waitForSelector('input[name=code]');
      const code = await codeSentTo(site, `+31${mobile.slice(1)}`);
      await payer.page.fill('input[name=code]', code === '000000' ? '111111' : '000000');
      await payer.button('directdebit:confirm').click();
      await payer.page.getByText(payer.says('errors:error.code_invalid'), { exact: true }).waitFor();
      await payer.page.fill('input[name=code]', code);
      await payer.button('directdebit:confirm').click();
      await payer.heading('transactions:completed.heading').waitFor();
      expect(await balance(payer.page)).toBe(20);
    },
  );

  test('counts down the time bonus, reminds after 40 seconds in the members’ area, and stays dismissed', async () => {
    const payer = await payerAt(browser, site, locale, device);
    const { page } = payer;
    await page.clock.install();
    await payer.open('/premium');
    const timer = page.getByRole('timer').first();
    await expect.poll(() => timer.innerText()).toMatch(/0[34]\s+\S+\s+\d\d/);
    await page.clock.runFor(30_000);
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.clock.runFor(15_000);
    const reminder = page.getByRole('dialog');
    await reminder.getByText(payer.says('credits:bonus.title', { percent: '25%' })).waitFor();
    await payer.button('credits:bonus.later').click();
    await reminder.waitFor({ state: 'hidden' });
    await payer.open('/members');
    await page.clock.runFor(60_000);
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  const colorScheme = device === 'phone' ? 'dark' : 'light';
  test(`has no axe violations on any screen of buying, ${colorScheme}`, async () => {
    const payer = await payerAt(browser, site, locale, device);
    await confirmAddress(site, payer);
    await payer.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const path of [
      '/credits',
      '/credits/3',
      '/premium',
      '/pricing',
      '/transactions',
      '/transactions?show=statement',
      '/credits/repeat-order',
      '/directdebit?package=2',
    ]) {
      await payer.open(path);
      expect(await accessibilityFaults(payer.page), path).toEqual([]);
    }
  });
});
