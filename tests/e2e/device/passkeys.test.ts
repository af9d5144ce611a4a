import { AxeBuilder } from '@axe-core/playwright';
import { generate } from 'otplib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoPassword, emailOf } from '#seeds/people.ts';
import { launchBrowser, newPage } from '#support/browser/browser.ts';
import { personAt, type Person } from '#support/browser/person.ts';
import { startSite, type RunningSite } from '#support/running-site.ts';

// Second steps made and used in a browser: a passkey, whose authenticator is one of its own for tests, and an app on a phone.

let site: RunningSite;
let browser: Browser;
let anna: Person;
beforeAll(async () => {
  [site, browser] = await Promise.all([startSite(), launchBrowser()]);
  anna = await personAt(browser, site, { name: 'Anna', email: emailOf('anna'), password: demoPassword, locale: 'nl', device: 'desktop' });
});
afterAll(async () => {
  await browser?.close();
  await site?.remove();
});

test('a passkey is added in the settings, logs in by itself, and the password alone no longer does', async () => {
  const { page } = anna;
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });

  await anna.open('/login');
  await page.getByLabel(anna.says('login:email')).fill(anna.email);
  await page.getByLabel(anna.says('login:password'), { exact: true }).fill(anna.password);
  await page.getByRole('button', { name: anna.says('login:submit'), exact: true }).click();
  await page.waitForURL('**/members');

  await anna.open('/notifications');
  await anna.button('security:passkeys.add').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(anna.says('security:password.label'), { exact: true }).fill(anna.password);
  await dialog.getByRole('button', { name: anna.says('security:go_on') }).click();
  await page
    .getByRole('heading', { name: anna.says('security:codes.title') })
    .first()
    .waitFor();
  const codes = await page.getByRole('dialog').locator('code').allTextContents();
  expect(codes).toHaveLength(10);
  await anna.button('security:codes.kept').click();
  await page
    .locator('#security')
    .getByRole('button', { name: anna.says('security:remove'), exact: true })
    .waitFor();

  const logOut = async () => {
    await endSession(page);
    await anna.open('/login');
  };
  await logOut();
  await anna.button('login:passkey').click();
  await page.waitForURL('**/members');

  await logOut();
  await page.getByLabel(anna.says('login:email')).fill(anna.email);
  await page.getByLabel(anna.says('login:password'), { exact: true }).fill(anna.password);
  await page.getByRole('button', { name: anna.says('login:submit'), exact: true }).click();
  await anna.heading('login:second.heading').waitFor();
  await page.getByLabel(anna.says('login:second.code')).fill('aaaaa-aaaaa');
  await anna.button('login:second.submit').click();
  await page.getByText(anna.says('errors:error.code_invalid')).waitFor();
  await page.getByLabel(anna.says('login:second.code')).fill(codes[0]!);
  await anna.button('login:second.submit').click();
  await page.waitForURL('**/members');

  // The same passkey as second step after the password.
  await logOut();
  await page.getByLabel(anna.says('login:email')).fill(anna.email);
  await page.getByLabel(anna.says('login:password'), { exact: true }).fill(anna.password);
  await page.getByRole('button', { name: anna.says('login:submit'), exact: true }).click();
  await anna.heading('login:second.heading').waitFor();
  await anna.button('login:passkey').click();
  await page.waitForURL('**/members');
});

/** From an empty page: one that hears of it loads itself again, into whatever the test opens next. */
async function endSession(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.request.get('/api/logout.php');
}

const flawsOf = async (page: Page) => (await new AxeBuilder({ page }).analyze()).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);

test('on a phone in the evening an app is set up by its code, logs in, a recovery code does once, and another device is shown and put out', async () => {
  const bram = await personAt(browser, site, { name: 'Bram', email: emailOf('bram'), password: demoPassword, locale: 'nl', device: 'phone' });
  const { page } = bram;
  await page.emulateMedia({ colorScheme: 'dark' });
  // A tablet left logged in somewhere.
  const tablet = await newPage(browser, { baseURL: site.url });
  expect((await tablet.request.post('/api/user.php', { data: { email: bram.email, password: bram.password } })).status()).toBe(200);

  const logIn = async () => {
    await bram.open('/login');
    await page.getByLabel(bram.says('login:email')).fill(bram.email);
    await page.getByLabel(bram.says('login:password'), { exact: true }).fill(bram.password);
    await page.getByRole('button', { name: bram.says('login:submit'), exact: true }).click();
  };
  const secondStep = async (code: string) => {
    await bram.heading('login:second.heading').waitFor();
    await page.getByLabel(bram.says('login:second.code')).fill(code);
    await bram.button('login:second.submit').click();
  };
  const logOut = () => endSession(page);

  await logIn();
  await page.waitForURL('**/members');
  await bram.open('/notifications');
  await bram.button('security:app.set_up').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(bram.says('security:password.label'), { exact: true }).fill(bram.password);
  await dialog.getByRole('button', { name: bram.says('security:go_on') }).click();
  const shown = dialog.locator('code');
  await shown.waitFor();
  const secret = (await shown.textContent())!.replaceAll(' ', '');
  expect(await flawsOf(page)).toEqual([]);
  await dialog.getByLabel(bram.says('security:app.code')).fill('000000');
  await dialog.getByRole('button', { name: bram.says('security:app.confirm') }).click();
  await dialog.getByText(bram.says('errors:error.code_invalid')).waitFor();
  await dialog.getByLabel(bram.says('security:app.code')).fill(await generate({ secret }));
  await dialog.getByRole('button', { name: bram.says('security:app.confirm') }).click();
  await bram.heading('security:codes.title').first().waitFor();
  const codes = await page.getByRole('dialog').locator('code').allTextContents();
  expect(codes).toHaveLength(10);
  expect(await flawsOf(page)).toEqual([]);
  await bram.button('security:codes.kept').click();

  await bram.button('security:sessions.end').first().click();
  await expect.poll(() => bram.button('security:sessions.end').count()).toBe(0);
  expect((await tablet.request.get('/api/user.php')).status()).toBe(403);

  await logOut();
  await logIn();
  // The code of half a minute from now: the one of now was used.
  await secondStep(await generate({ secret, epoch: Math.floor(Date.now() / 1000) + 30 }));
  await page.waitForURL('**/members');
  await logOut();
  await logIn();
  await secondStep(codes[3]!);
  await page.waitForURL('**/members');
  await logOut();
  await logIn();
  await secondStep(codes[3]!);
  await page.getByText(bram.says('errors:error.code_invalid')).waitFor();
});
