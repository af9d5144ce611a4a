import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { accessibilityFaults } from '#support/browser/axe.ts';
import { closePages } from '#support/browser/browser.ts';
import { memberPages } from '#support/browser/member-pages.ts';
import { siteForTests } from '#support/browser/site-for-tests.ts';
import { changeSettings } from '#support/site-settings.ts';

const { site, browser } = await siteForTests();
const pages = await memberPages(site, browser);
beforeAll(() => changeSettings(site, { age_assurance: { IE: 'before_contact', NZ: 'at_signup' } }));
beforeEach(() => closePages(browser));

const isWaiting = (page: Page) =>
  page.getByRole('heading', { name: "Your check isn't finished yet" }).waitFor();

test.each([
  ['phone', false],
  ['desktop', true],
] as const)(
  'leads a member on a %s from a refused message through the check (dark: %s)',
  async (device, dark) => {
    const member = await pages.plant({ name: `Aoife${device}`, country: 'IE' });
    const other = await pages.plant({ name: `Bram${device}`, gender: 'male' });
    const page = await pages.page(member, { device, dark });
    await pages.open(page, `/en/members/${other}/chat`);
    await page.getByRole('textbox').last().fill('Hello there');
    await page.keyboard.press('Enter');
    await page.getByText('In your country we have to check first').waitFor();
    await page.getByRole('link', { name: 'Check my age' }).last().click();
    await page.getByRole('heading', { name: 'Age check', exact: true }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);

    await page.getByRole('button', { name: 'Check my age' }).first().click();
    await page.getByRole('link', { name: 'Back without a result' }).click();
    await isWaiting(page);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Continue the check' }).click();
    await page.getByRole('button', { name: 'The picture is unclear' }).click();
    await page.getByText("Your age couldn't be told.").waitFor();

    await page.getByRole('button', { name: 'Try again' }).first().click();
    await page.getByRole('button', { name: 'I am an adult' }).click();
    await page.getByRole('heading', { name: 'Your age has been checked' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    const sent = await pages.ask(page, 'POST', '/api/chat.php', {
      profile: other,
      client_id: crypto.randomUUID(),
      text: 'Hello',
    });
    expect(sent.message.text).toBe('Hello');
  },
);

test("leads from the members' area to the check where it is closed", async () => {
  const member = await pages.plant({ name: 'Kiri', country: 'NZ' });
  const page = await pages.page(member);
  await page.goto('/en/members');
  await page.getByText('before you can see the members').waitFor();
  expect(new URL(page.url()).pathname).toBe('/en/age-check');
});

test('renews a check in its last two weeks, which counts on after a failed renewal', async () => {
  const member = await pages.plant({ name: 'Orla', country: 'IE' });
  await pages.query(
    `insert into age_checks (member_id, provider, method, state, due_at, decided_at, expires_at)
      values ($1, 'sandbox', 'simulated', 'passed', app_now(), app_now() - interval '360 days', app_now() + interval '5 days')`,
    [member],
  );
  const page = await pages.page(member, { device: 'phone', dark: true });
  await pages.open(page, '/en/age-check');
  await page.getByText('Your age check is valid until').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Renew my check' }).first().click();
  await page.getByRole('button', { name: 'The picture is unclear' }).click();
  await page.getByText("Your age couldn't be told.").waitFor();
  await page.getByText('Your age check is valid until').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await page.getByRole('button', { name: 'I am an adult' }).click();
  await page.getByRole('heading', { name: 'Your age has been checked' }).waitFor();
});
