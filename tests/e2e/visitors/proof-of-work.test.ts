import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { accessibilityFaultsInBothThemes } from '#support/browser/axe.ts';
import { closePages } from '#support/browser/browser.ts';
import { personAt } from '#support/browser/person.ts';
import { signUp } from '#support/browser/signing-up.ts';
import { databaseForTests, siteForTests } from '#support/browser/site-for-tests.ts';

// A sign-up that a rule names solves a task before the account is created, without anything to do for the person.

const { site, browser } = await siteForTests();
const database = await databaseForTests(site);
const rule = randomUUID();

beforeAll(() =>
  database.query(
    `insert into sign_up_rules (id, kind, value, effect, created_by) values ($1, 'mail_domain', 'example.test', 'proof_of_work', 1)`,
    [rule],
  ),
);
afterAll(() => database.query('delete from sign_up_rules where id = $1', [rule]));
beforeEach(() => closePages(browser));

const hits = async () =>
  (
    await database.query(
      'select sum(hits) as hits, sum(solved) as solved from sign_up_rule_hits where rule_id = $1',
      [rule],
    )
  ).rows;

const visitor = (device: 'phone' | 'desktop', name: string) =>
  personAt(browser, site, {
    name,
    email: `${name.toLowerCase()}-${randomUUID()}@example.test`,
    password: 'een kalme wandeling op zondag',
    locale: 'en',
    device,
  });

test.each([
  ['phone', 390, 'Tessa'],
  ['desktop', 1440, 'Femke'],
] as const)(
  'signs up with a proof of work, and says meanwhile what happens (%s)',
  async (device, width, name) => {
    const person = await visitor(device, name);
    const { page, says } = person;
    await page.setViewportSize({ width, height: 844 });
    const faults: string[] = [];
    await page.route('**/api/signup-challenge.php', async (route) => {
      const status = page.getByRole('status').filter({ hasText: says('signup:checking') });
      await status.scrollIntoViewIfNeeded();
      if (process.env['SHOTS'])
        await page.screenshot({ path: `${process.env['SHOTS']}/checking-${width}.png` });
      faults.push(...(await accessibilityFaultsInBothThemes(page)));
      await route.continue();
    });
    await person.open('/signup');
    await signUp(person, { gender: 'female', from: 'page', born: 1994 });
    expect(faults).toEqual([]);
    const { rows } = await database.query('select from members where email = $1', [person.email]);
    expect(rows).toHaveLength(1);
  },
);

test('explains what is missing in a browser that cannot solve the task, and keeps what was typed', async () => {
  const before = await hits();
  const person = await visitor('phone', 'Wilma');
  const { page, says } = person;
  await page.addInitScript(() => Object.defineProperty(window, 'Worker', { value: undefined }));
  await person.open('/signup');
  // The helper waits for the account, which never comes.
  const never = signUp(person, { gender: 'female', from: 'page', born: 1994 }).catch(() => 'closed');
  const error = page.getByText(says('errors:error.proof_required'));
  await error.waitFor();
  expect(await page.getByRole('textbox', { name: says('signup:about.label') }).inputValue()).toMatch(
    /^Zuurdesem/,
  );
  expect((await database.query('select from members where email = $1', [person.email])).rows).toEqual([]);
  expect(Number((await hits())[0].hits)).toBe(Number(before[0].hits) + 1);
  expect((await hits())[0].solved).toBe(before[0].solved);
  await page.close();
  expect(await never).toBe('closed');
});
