import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { accessibilityFaults } from '#support/browser/axe.ts';
import { closePages } from '#support/browser/browser.ts';
import { memberPages } from '#support/browser/member-pages.ts';
import { siteForTests } from '#support/browser/site-for-tests.ts';
import { startAgeWallet } from '#support/services/age-wallet.ts';
import { changeSettings } from '#support/site-settings.ts';

// The journey through a wallet app, which is a double: it answers what the page shows, over the network.

const wallet = await startAgeWallet();
const { site, browser } = await siteForTests({
  AGE_PROVIDERS: 'eu,office',
  EU_AGE_ISSUERS: wallet.issuersFile,
});
const pages = await memberPages(site, browser);
beforeAll(() => changeSettings(site, { age_assurance: { IE: 'before_contact' } }));
beforeEach(() => closePages(browser));
afterAll(() => wallet.close());

const linkOn = async (page: Page) => {
  const link = page.getByRole('link', { name: 'Open the app' });
  await link.waitFor();
  return (await link.getAttribute('href')) ?? '';
};

const isAsked = (page: Page) => page.getByRole('heading', { name: 'Show your proof of age' }).waitFor();

test.each([
  ['phone', false],
  ['phone', true],
  ['desktop', false],
  ['desktop', true],
] as const)('lets a member on a %s through by a wallet app (dark: %s)', async (device, dark) => {
  const member = await pages.plant({ name: `Orla${device}${dark}`, country: 'IE' });
  const other = await pages.plant({ name: `Bram${device}${dark}`, gender: 'male' });
  const page = await pages.page(member, { device, dark });
  await pages.open(page, '/en/age-check');
  await page.getByText("we check it when it arrives and don't keep it").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);

  // The EU proof is the first way in the list. Choose it with the keyboard.
  await page.getByRole('button', { name: 'Check my age' }).first().focus();
  await page.keyboard.press('Enter');
  await isAsked(page);
  await page.getByRole('img', { name: 'QR code' }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Show your proof of age');
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(await accessibilityFaults(page)).toEqual([]);
  await pages.open(page, '/en/age-check');
  const link = await linkOn(page);

  // A refusal is shown with its reason, and a new request follows it.
  await wallet.answer(link, { validUntil: -1 });
  await page.getByText("Your proof of age isn't valid at the moment.").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await isAsked(page);
  const again = await linkOn(page);
  expect(again).not.toBe(link);
  expect((await wallet.answer(link)).status).toBe(404);

  const { status, body } = await wallet.answer(again);
  expect([status, body.redirect_uri]).toEqual([200, page.url()]);
  await page.getByRole('heading', { name: 'Your age has been checked' }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  const sent = await pages.ask(page, 'POST', '/api/chat.php', {
    profile: other,
    client_id: crypto.randomUUID(),
    text: 'Hello',
  });
  expect(sent.message.text).toBe('Hello');
});

test('says what to do when the request cannot be fetched, and lets the member cancel', async () => {
  const member = await pages.plant({ name: 'Maeve', country: 'IE' });
  const page = await pages.page(member);
  await pages.open(page, '/en/age-check');
  await page.route('**/api/age-proof.php*', (route) =>
    route.fulfill({ status: 404, json: { error: 'not_found' } }),
  );
  await page.getByRole('button', { name: 'Check my age' }).first().click();
  await page.getByText("can't be reached right now").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.unroute('**/api/age-proof.php*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await linkOn(page);
  await page.getByRole('button', { name: 'Cancel the check' }).click();
  await page.getByRole('heading', { name: 'With an EU proof of age' }).waitFor();
});
