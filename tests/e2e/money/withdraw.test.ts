import { describe, expect, test } from 'vitest';
import { localePath, type Locale } from '#contract/lists/locales.ts';
import { accessibilityFaults } from '#support/browser/axe.ts';
import { complaintsOf } from '#support/browser/browser.ts';
import { logInAsOwner } from '#support/browser/operator-pages.ts';
import { mailsTo, personAt, type Device, type Person } from '#support/browser/person.ts';
import { siteForTests } from '#support/browser/site-for-tests.ts';
import { balance, confirmAddress, order, payerAt } from '#support/payer.ts';

const { site, browser } = await siteForTests();

/** A payer with a confirmed address. Others receive only the activation mail. */
const payerHere = async (locale: Locale, device: Device) => {
  const payer = await payerAt(browser, site, locale, device);
  await confirmAddress(site, payer);
  return payer;
};
const bought = (payer: Person) => order(payer, 'paid');
const creditsOf = ({ page }: Person) => balance(page);
const faultsOf = ({ page }: Person) => accessibilityFaults(page);

describe.each([
  { locale: 'de', device: 'phone', dark: true },
  { locale: 'en', device: 'desktop', dark: false },
] as const)('in $locale on a $device', ({ locale, device, dark }) => {
  test('lets a member withdraw from an order on its page with one form and one button, and shows the refund', async () => {
    const payer = await payerHere(locale, device);
    const complaints = complaintsOf(payer.page);
    await payer.page.emulateMedia({ colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce' });
    const id = await bought(payer);
    await payer.open(`/transactions/${id}`);
    await payer.page
      .locator('main')
      .getByRole('link', { name: payer.says('withdraw:button') })
      .click();
    await payer.page.waitForURL(
      (url) => url.pathname === localePath(locale, '/withdraw') && url.searchParams.get('order') === id,
    );
    await payer.page.locator('input[name=name]').fill('');
    await payer.button('withdraw:confirm').click();
    await payer.page.getByText(payer.says('errors:field.required')).waitFor();
    expect(await creditsOf(payer)).toBe(50);
    await payer.page.locator('input[name=name]').fill('Pia Payer');
    expect(await faultsOf(payer)).toEqual([]);
    await payer.button('withdraw:confirm').click();
    await payer.heading('withdraw:done.heading').waitFor();
    expect(await creditsOf(payer)).toBe(0);
    expect(await faultsOf(payer)).toEqual([]);
    await mailsTo(site, payer.email, 4);
    await payer.link('withdraw:done.orders').click();
    await expect
      .poll(async () => {
        await payer.open('/transactions');
        return payer.page.locator('main').innerText();
      })
      .toContain(payer.says('transactions:status.refund'));
    await payer.open('/withdraw');
    await payer.heading('withdraw:none').waitFor();
    // Except for the intended errors and the welcome offer, which has ended.
    expect(complaints.filter((one) => !/\b(410|422)\b/.test(one))).toEqual([]);
  });

  test('lets a visitor withdraw from the footer of any page with order and address, and confirms by mail', async () => {
    const payer = await payerHere(locale, device);
    const id = await bought(payer);
    const visitor = await personAt(browser, site, { name: '', email: '', password: '', locale, device });
    await visitor.open('/pages/return-policy');
    await visitor.page
      .locator('footer')
      .getByRole('link', { name: visitor.says('common:footer.withdraw') })
      .click();
    await visitor.page.locator('input[name=order]').fill(id);
    await visitor.page.locator('input[name=name]').fill('Pia Payer');
    await visitor.page.locator('input[name=email]').fill(payer.email);
    expect(await faultsOf(visitor)).toEqual([]);
    await visitor.button('withdraw:confirm').click();
    await visitor.heading('withdraw:done.heading').waitFor();
    // Who paid how much is the payer's business, and this visitor has not logged in.
    expect(await visitor.page.locator('main').innerText()).not.toContain('€');
    expect(await creditsOf(payer)).toBe(0);
    await mailsTo(site, payer.email, 3);
  });

  test('announces the refund when an account is deleted, and pays it', async () => {
    const payer = await payerHere(locale, device);
    await bought(payer);
    await payer.open('/notifications/delete');
    await payer.button('notifications:delete.start').click();
    await payer.page.getByRole('radio').first().click();
    await payer.button('notifications:delete.next').click();
    await payer.button('notifications:delete.go_on').click();
    const amount = new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' }).format(14.99);
    await payer.page
      .getByText(payer.says('notifications:delete.refund_other', { count: 50, amount }))
      .waitFor();
    const dialog = payer.page.getByRole('dialog');
    await dialog.locator('input[name=password]').fill(payer.password);
    await dialog.getByRole('button', { name: payer.says('notifications:delete.confirm') }).click();
    await payer.page.waitForURL(/account-deleted/);
    const mails = await mailsTo(site, payer.email, 4);
    expect(mails.map(({ subject }) => subject)).toContain(
      payer.says('mail:withdrawal.subject', { site: 'Liaison' }),
    );
  });

  test('removes the limits in another tab after a first purchase', async () => {
    const payer = await payerHere(locale, device);
    const other = await payer.page.context().newPage();
    await other.goto(new URL(localePath(locale, '/members'), site.url).href);
    const shown = (path: string) => other.locator(`a[href="${localePath(locale, path)}"]:visible`);
    await shown('/premium').first().waitFor();
    await bought(payer);
    await expect.poll(() => shown('/premium').count()).toBe(0);
    await shown('/credits').first().waitFor();
  });
});

test('lets an operator find a payment, refund a part with a reason, and create a discount code', async () => {
  const payer = await payerHere('en', 'desktop');
  const id = await bought(payer);
  const operator = await personAt(browser, site, {
    name: '',
    email: '',
    password: '',
    locale: 'en',
    device: 'desktop',
  });
  const { page, says } = operator;
  await logInAsOwner(page, site);
  await operator.open('/admin/payments');
  await page.locator('main input[name=find]').fill(payer.email);
  await operator.button('office/lists:filters.show').click();
  await page.locator(`a[href="${localePath('en', `/admin/payments/${id}`)}"]`).click();
  const reason = page.getByLabel(says('office/payments:orders.reason'));
  await reason.waitFor();
  expect(await faultsOf(operator)).toEqual([]);
  await page.getByRole('link', { name: payer.email }).waitFor();
  await page.getByLabel(says('office/payments:orders.amount', { currency: 'EUR' })).fill('5');
  await page.getByLabel(says('office/payments:orders.credits')).fill('10');
  await operator.button('office/payments:orders.refund').click();
  await page.getByText(says('errors:field.required')).waitFor();
  await reason.fill('asked by phone');
  await operator.button('office/payments:orders.refund').click();
  await page.getByText('asked by phone').waitFor();
  expect(await creditsOf(payer)).toBe(40);

  await operator.open('/admin/payments');
  const code = page.locator('form').filter({ has: page.locator('input[name=percentage]') });
  await code.locator('input[name=code]').fill('spring-20');
  await code.locator('input[name=percentage]').fill('20');
  await operator.button('office/payments:orders.make').click();
  await page.getByText('SPRING-20').waitFor();
  expect(await faultsOf(operator)).toEqual([]);
  expect((await payer.page.request.get('/api/discountcode.php?code=spring-20')).status()).toBe(200);
});
