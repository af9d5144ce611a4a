import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityFaults } from '#support/browser/axe.ts';
import { complaintsOf } from '#support/browser/browser.ts';
import { memberPages } from '#support/browser/member-pages.ts';
import { setUpApp } from '#support/browser/operator-pages.ts';
import { databaseForTests, siteForTests } from '#support/browser/site-for-tests.ts';
import { startSignInProvider } from '#support/services/sign-in-provider.ts';

// An operator logs in at the company's OpenID provider, in a browser.

const provider = await startSignInProvider();
afterAll(() => provider.close());
const { site, browser } = await siteForTests(provider.env);
const database = await databaseForTests(site);
const people = await memberPages(site, browser);

beforeAll(() => provider.serve(site.url));

async function employ(name: string): Promise<void> {
  const id = await people.plant({ name });
  const email = `${name.toLowerCase()}@company.test`;
  await database.query(`update members set roles = '{moderator}', email = $2, email_key = $2 where id = $1`, [
    id,
    email,
  ]);
  provider.claims.set(name.toLowerCase(), { email, email_verified: true });
}

test.each(['phone', 'desktop'] as const)(
  'leads from the office to the provider and back, on a %s',
  async (device) => {
    const name = device === 'phone' ? 'Olga' : 'Otto';
    await employ(name);
    const page = await people.page(null, { device });
    const complaints = complaintsOf(page);
    await people.open(page, '/en/admin/photos');
    await page.getByRole('link', { name: 'Log in with Example ID' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('link', { name: 'Log in with Example ID' }).click();
    await page.getByPlaceholder('Enter any login').fill(name.toLowerCase());
    await page.getByPlaceholder('and password').fill('any');
    await page.getByRole('button', { name: 'Sign-in' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await setUpApp(page);
    await page.getByRole('heading', { name: `Hello ${name}` }).waitFor();
    // The provider's own page asks for fonts, and the office for the second step.
    expect(complaints.filter((line) => !/403|ERR_NAME_NOT_RESOLVED/.test(line))).toEqual([]);
  },
);

test('explains on the login page why the provider let nobody in', async () => {
  provider.claims.set('stranger', { email: 'stranger@company.test', email_verified: true });
  const page = await people.page(null);
  await people.open(page, '/en/admin');
  await page.getByRole('link', { name: 'Log in with Example ID' }).click();
  await page.getByPlaceholder('Enter any login').fill('stranger');
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Nobody here has this account.').waitFor();
  await page.getByRole('link', { name: 'Log in with a password' }).click();
  await page.getByLabel('Email').waitFor();
});
