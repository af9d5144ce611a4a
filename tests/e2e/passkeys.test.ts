import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoPassword, emailOf } from '#seeds/people.ts';
import { launchBrowser } from '#support/browser.ts';
import { personAt, type Person } from '#support/person.ts';
import { startSite, type RunningSite } from '#support/running-site.ts';

// A passkey made and used in a browser, whose authenticator is one of its own for tests.

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
    await page.request.get('/api/logout.php');
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
});
