import { AxeBuilder } from '@axe-core/playwright';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { localePath, type Locale } from '#contract/lists/locales.ts';
import { complaintsOf, launchBrowser } from '#support/browser/browser.ts';
import { mailsTo, personAt, type Device, type Person } from '#support/browser/person.ts';
import { balance, confirmAddress, order, payerAt } from '#support/payer.ts';
import { startSite, type RunningSite } from '#support/running-site.ts';
import { logInAsOwner } from '#support/browser/operator-pages.ts';

// Changing one's mind, as a member and as a visitor see it; and what a purchase opens in every tab.

let site: RunningSite;
let browser: Browser;
beforeAll(async () => {
  [site, browser] = await Promise.all([startSite({ DEMO_MEMBERS: '8' }), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await site?.remove();
});

/** Someone whose address is confirmed: to others no mail goes but their activation. */
const payerHere = async (locale: Locale, device: Device) => {
  const payer = await payerAt(browser, site, locale, device);
  await confirmAddress(site, payer);
  return payer;
};
/** A paid order, made without its screens. */
const bought = (payer: Person) => order(payer, 'paid');
const creditsOf = ({ page }: Person) => balance(page);
const faultsOf = async ({ page }: Person) =>
  (await new AxeBuilder({ page }).analyze()).violations.map(({ id, nodes }) => `${page.url()}: ${id} ${nodes[0]?.html}`);

describe.each([
  { locale: 'de', device: 'phone', dark: true },
  { locale: 'en', device: 'desktop', dark: false },
] as const)('in $locale on a $device', ({ locale, device, dark }) => {
  test('a member withdraws from an order: from its page, by one form and one button, and sees the money on its way', async () => {
    const payer = await payerHere(locale, device);
    const complaints = complaintsOf(payer.page);
    await payer.page.emulateMedia({ colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce' });
    const id = await bought(payer);
    await payer.open(`/transactions/${id}`);
    await payer.page
      .locator('main')
      .getByRole('link', { name: payer.says('withdraw:button') })
      .click();
    await payer.page.waitForURL((url) => url.pathname === localePath(locale, '/withdraw') && url.searchParams.get('order') === id);
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
    // What was refused on purpose, and the welcome offer, which is over.
    expect(complaints.filter((one) => !/\b(410|422)\b/.test(one))).toEqual([]);
  });

  test('a visitor withdraws from the foot of any page with order and address, and learns the rest by mail', async () => {
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
    expect(await visitor.page.locator('main').innerText()).not.toContain('19');
    expect(await creditsOf(payer)).toBe(0);
    await mailsTo(site, payer.email, 3);
  });

  test('who deletes the account is told what comes back, and it does', async () => {
    const payer = await payerHere(locale, device);
    await bought(payer);
    await payer.open('/notifications');
    await payer.button('notifications:delete.start').click();
    await payer.page.getByRole('radio').first().click();
    await payer.button('notifications:delete.next').click();
    await payer.button('notifications:delete.go_on').click();
    const amount = new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' }).format(14.99);
    await payer.page.getByText(payer.says('notifications:delete.refund_other', { count: 50, amount })).waitFor();
    const dialog = payer.page.getByRole('dialog');
    await dialog.locator('input[name=password]').fill(payer.password);
    await dialog.getByRole('button', { name: payer.says('notifications:delete.confirm') }).click();
    await payer.page.waitForURL(/account-deleted/);
    const mails = await mailsTo(site, payer.email, 4);
    expect(mails.map(({ subject }) => subject)).toContain(payer.says('mail:withdrawal.subject', { site: 'Liaison' }));
  });

  test('a first purchase lifts the limits in another tab at once', async () => {
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

test('an operator finds a payment, gives a part back with a reason, and makes a discount code', async () => {
  const payer = await payerHere('en', 'desktop');
  const id = await bought(payer);
  const operator = await personAt(browser, site, { name: '', email: '', password: '', locale: 'en', device: 'desktop' });
  const { page, says } = operator;
  await logInAsOwner(page, site);
  await operator.open('/admin/payments');
  await page.locator('main input[name=find]').fill(payer.email);
  await operator.button('back_office_payments:search').click();
  await page.locator(`a[href="${localePath('en', `/admin/payments/${id}`)}"]`).click();
  const reason = page.getByLabel(says('back_office_payments:reason'));
  await reason.waitFor();
  expect(await faultsOf(operator)).toEqual([]);
  await page.getByLabel(says('back_office_payments:amount', { currency: 'EUR' })).fill('5');
  await page.getByLabel(says('back_office_payments:credits')).fill('10');
  await operator.button('back_office_payments:refund').click();
  await page.getByText(says('errors:field.required')).waitFor();
  await reason.fill('asked by phone');
  await operator.button('back_office_payments:refund').click();
  await page.getByText('asked by phone').waitFor();
  expect(await creditsOf(payer)).toBe(40);

  await operator.open('/admin/payments');
  await page.locator('input[name=code]').fill('spring-20');
  await page.locator('input[name=percentage]').fill('20');
  await operator.button('back_office_payments:make').click();
  await page.getByText('SPRING-20').waitFor();
  expect(await faultsOf(operator)).toEqual([]);
  expect((await payer.page.request.get('/api/discountcode.php?code=spring-20')).status()).toBe(200);
});
