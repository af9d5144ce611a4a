import { generate } from 'otplib';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { demoPassword, emailOf } from '#seeds/people.ts';
import { accessibilityFaults } from '#support/browser/axe.ts';
import { newPage } from '#support/browser/browser.ts';
import { mailsTo, personAt, type Person } from '#support/browser/person.ts';
import { siteForTests } from '#support/browser/site-for-tests.ts';

// Second steps set up and used in a browser: a passkey with a virtual authenticator, and an app on a phone.

const { site, browser } = await siteForTests();
let anna: Person;
beforeAll(async () => {
  anna = await personAt(browser, site, {
    name: 'Anna',
    email: emailOf('anna'),
    password: demoPassword,
    locale: 'nl',
    device: 'desktop',
  });
});

/**
 * A virtual authenticator with a single key type (COSE number). Chromium's default picks the newest type on
 * the site's list, which no member's device creates.
 */
async function plugIn(page: Page, kind: -7 | -257): Promise<void> {
  await page.addInitScript((only) => {
    const create = navigator.credentials.create.bind(navigator.credentials);
    navigator.credentials.create = (options) => {
      const asked = options?.publicKey;
      if (asked) asked.pubKeyCredParams = asked.pubKeyCredParams.filter(({ alg }) => alg === only);
      return create(options);
    };
  }, kind);
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
}

const isFocused = (element: Locator) => element.evaluate((node) => node === document.activeElement);

test('adds a passkey with the key type of phones, which logs in by itself, and no longer accepts the password alone', async () => {
  const { page } = anna;
  await plugIn(page, -7);

  await anna.open('/login');
  await page.getByLabel(anna.says('login:email')).fill(anna.email);
  await page.getByLabel(anna.says('login:password'), { exact: true }).fill(anna.password);
  await page.getByRole('button', { name: anna.says('login:submit'), exact: true }).click();
  await page.waitForURL('**/members');

  await anna.open('/notifications/security');
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
  await page.getByRole('button', { name: anna.says('security:remove'), exact: true }).waitFor();

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
  expect(await page.getByText(anna.says('login:second.code')).count(), 'she has no app').toBe(0);
  await expect.poll(() => isFocused(anna.button('login:passkey'))).toBe(true);
  const recoveryCode = page.getByLabel(anna.says('login:second.recovery_code'));
  await recoveryCode.fill('aaaaa-aaaaa');
  await anna.button('login:second.submit').click();
  await page.getByText(anna.says('errors:error.code_invalid')).waitFor();
  expect(await isFocused(recoveryCode)).toBe(true);
  await recoveryCode.fill(codes[0]!);
  await anna.button('login:second.submit').click();
  await page.waitForURL('**/members');

  // The same passkey is the second factor after the password.
  await logOut();
  await page.getByLabel(anna.says('login:email')).fill(anna.email);
  await page.getByLabel(anna.says('login:password'), { exact: true }).fill(anna.password);
  await page.getByRole('button', { name: anna.says('login:submit'), exact: true }).click();
  await anna.heading('login:second.heading').waitFor();
  await anna.button('login:passkey').click();
  await page.waitForURL('**/members');
});

test('adds a passkey with the key type of an older computer and logs in with it', async () => {
  const daan = await personAt(browser, site, {
    name: 'Daan',
    email: emailOf('daan'),
    password: demoPassword,
    locale: 'nl',
    device: 'desktop',
  });
  const { page } = daan;
  await plugIn(page, -257);
  await daan.open('/login');
  await page.getByLabel(daan.says('login:email')).fill(daan.email);
  await page.getByLabel(daan.says('login:password'), { exact: true }).fill(daan.password);
  await page.getByRole('button', { name: daan.says('login:submit'), exact: true }).click();
  await page.waitForURL('**/members');
  await daan.open('/notifications/security');
  await daan.button('security:passkeys.add').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(daan.says('security:password.label'), { exact: true }).fill(daan.password);
  await dialog.getByRole('button', { name: daan.says('security:go_on') }).click();
  await daan.button('security:codes.kept').click();
  await endSession(page);
  await daan.open('/login');
  await daan.button('login:passkey').click();
  await page.waitForURL('**/members');
});

/**
 * Ends the session from a blank page. A page of the site would notice and reload, which races with the test's
 * next navigation.
 */
async function endSession(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.request.get('/api/logout.php');
}

test('sets up an authenticator app on a phone, uses a recovery code once, and logs out another device', async () => {
  const bram = await personAt(browser, site, {
    name: 'Bram',
    email: emailOf('bram'),
    password: demoPassword,
    locale: 'nl',
    device: 'phone',
  });
  const { page } = bram;
  await page.emulateMedia({ colorScheme: 'dark' });
  const tablet = await newPage(browser, { baseURL: site.url });
  expect(
    (
      await tablet.request.post('/api/user.php', { data: { email: bram.email, password: bram.password } })
    ).status(),
  ).toBe(200);

  const logIn = async () => {
    await bram.open('/login');
    await page.getByLabel(bram.says('login:email')).fill(bram.email);
    await page.getByLabel(bram.says('login:password'), { exact: true }).fill(bram.password);
    await page.getByRole('button', { name: bram.says('login:submit'), exact: true }).click();
  };
  const secondStep = async (code: string) => {
    await bram.heading('login:second.heading').waitFor();
    const field = page.getByLabel(bram.says('login:second.code'));
    await expect.poll(() => isFocused(field)).toBe(true);
    await field.fill(code);
    await bram.button('login:second.submit').click();
  };
  const logOut = () => endSession(page);

  await logIn();
  await page.waitForURL('**/members');
  await bram.open('/notifications/security');
  await bram.button('security:app.set_up').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(bram.says('security:password.label'), { exact: true }).fill(bram.password);
  await dialog.getByRole('button', { name: bram.says('security:go_on') }).click();
  const shown = dialog.locator('code');
  await shown.waitFor();
  const secret = (await shown.textContent())!.replaceAll(' ', '');
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByLabel(bram.says('security:app.code')).fill('000000');
  await dialog.getByRole('button', { name: bram.says('security:app.confirm') }).click();
  await dialog.getByText(bram.says('errors:error.code_invalid')).waitFor();
  await dialog.getByLabel(bram.says('security:app.code')).fill(await generate({ secret }));
  await dialog.getByRole('button', { name: bram.says('security:app.confirm') }).click();
  await bram.heading('security:codes.title').first().waitFor();
  const codes = await page.getByRole('dialog').locator('code').allTextContents();
  expect(codes).toHaveLength(10);
  expect(await accessibilityFaults(page)).toEqual([]);
  await bram.button('security:codes.kept').click();

  await bram.button('security:sessions.end').first().click();
  await expect.poll(() => bram.button('security:sessions.end').count()).toBe(0);
  expect((await tablet.request.get('/api/user.php')).status()).toBe(403);

  await logOut();
  await logIn();
  // The current code has been used, so this is the code of the next half minute.
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

  // A deleted account comes back by its link and the second step.
  await secondStep(codes[4]!);
  await page.waitForURL('**/members');
  const deleted = await page.request.delete('/api/user.php', {
    data: { reason: 'other', password: bram.password },
  });
  expect(deleted.status()).toBe(200);
  // A page of the site would notice the end of the session and navigate too.
  await page.goto('about:blank');
  const wayBack = async () =>
    (await mailsTo(site, bram.email))
      .flatMap(({ links }) => links)
      .find((link) => link.includes('/account-deleted?token='));
  await expect.poll(wayBack).toBeDefined();
  await page.goto((await wayBack()) ?? 'about:blank');
  await bram.button('notifications:back.submit').click();
  await secondStep(codes[5]!);
  await page.waitForURL('**/members');
});
