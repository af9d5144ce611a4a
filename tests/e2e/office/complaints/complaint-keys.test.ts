import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { memberPages } from '#support/browser/member-pages.ts';
import { operatorPage } from '#support/browser/operator-pages.ts';
import { databaseForTests, siteForTests } from '#support/browser/site-for-tests.ts';

// The keys of the screen with reports: a habit or a moment's delay must not decide another report.

const { site, browser } = await siteForTests();
const database = await databaseForTests(site);
const people = await memberPages(site, browser);

beforeEach(async () => {
  await database.query('delete from complaints');
});

async function reporterPage(name: string): Promise<Page> {
  const page = await people.page(await people.plant({ name }));
  await people.open(page, '/en/likes');
  return page;
}
const report = async (reporter: Page, data: { category: string; text: string; profile?: number }) =>
  Number((await people.ask(reporter, 'POST', '/api/complaint.php', data)).id);

const reportsScreen = (id: number): Promise<Page> =>
  operatorPage(browser, site, database, { id, path: '/en/admin/complaints', language: 'en-GB' });

const outcomes = (page: Page) => page.getByRole('group', { name: 'Decide' });
const form = (page: Page, title: string) => page.getByRole('heading', { name: title, exact: true });
const facts = (page: Page) => page.getByLabel('What happened');
const outcomesInDatabase = async () =>
  (await database.query('select outcome from complaints order by id')).rows.map(({ outcome }) => outcome);

test('takes a digit only for the report that is open, and closes no account without a reason', async () => {
  const accused = await people.plant({ name: 'Bart', gender: 'male' });
  const reporter = await reporterPage('Rita');
  await report(reporter, { category: 'harassment', profile: accused, text: 'He keeps on writing.' });
  await report(reporter, { category: 'payment', text: 'I paid twice.' });
  const page = await reportsScreen(await people.employ('Mona', 'moderator'));
  const { keyboard } = page;

  // Taken only afterwards: a form that the first key had begun would cover the outcomes.
  await page.getByRole('button', { name: 'Take it' }).waitFor();
  await keyboard.press('2');
  await keyboard.press('t');
  await outcomes(page).waitFor();

  await keyboard.press('2');
  await form(page, 'Close the account').waitFor();
  expect(await facts(page).evaluate((field) => field === document.activeElement)).toBe(true);
  await keyboard.press('2');
  expect(await facts(page).inputValue()).toBe('2');
  await facts(page).fill('');
  await keyboard.press('Control+Enter');
  expect(await facts(page).evaluate((field: HTMLTextAreaElement) => field.validity.valueMissing)).toBe(true);

  await facts(page).fill('Forty messages in an hour.');
  await page.getByRole('button', { name: 'Cancel' }).focus();
  for (const key of ['3', 'ArrowDown']) await keyboard.press(key);
  expect(await facts(page).inputValue()).toBe('Forty messages in an hour.');
  await keyboard.press('Escape');
  await outcomes(page).waitFor();

  await keyboard.press('5');
  await form(page, 'Nothing wrong').waitFor();
  await keyboard.press('Control+Enter');

  await page.getByRole('button', { name: 'Take it' }).waitFor();
  await keyboard.press('t');
  await page.getByText('I paid twice.').waitFor();
  await outcomes(page).waitFor();
  // A report about nobody has no account to close. With a form open, the next digit would be typed into it.
  await keyboard.press('2');
  await keyboard.press('6');
  await form(page, 'Answered').waitFor();

  expect(await outcomesInDatabase()).toEqual(['no_violation', null]);
  const { rows } = await database.query('select status from members where id = $1', [accused]);
  expect(rows).toEqual([{ status: 'active' }]);
});

test('keeps a begun decision when an urgent report arrives, and drops it when a colleague decides the report', async () => {
  const [bas, ben] = [
    await people.plant({ name: 'Bas', gender: 'male' }),
    await people.plant({ name: 'Ben', gender: 'male' }),
  ];
  const reporter = await reporterPage('Roos');
  const mira = await people.employ('Mira', 'moderator');
  const take = (id: number) =>
    database.query(
      `update complaints set taken_by = $2, taken_at = app_now(), status = 'in_review' where id = $1`,
      [id, mira],
    );
  const first = await report(reporter, { category: 'spam', profile: bas, text: 'The same text again.' });
  await take(first);
  const page = await reportsScreen(mira);
  await page.getByText('The same text again.').waitFor();
  await outcomes(page).waitFor();
  await page.keyboard.press('2');
  await facts(page).fill('Forty members got this text.');

  await take(await report(reporter, { category: 'underage', profile: ben, text: 'He is at school.' }));
  await page.getByRole('navigation', { name: 'Reports' }).getByText('Urgent').waitFor();
  expect(await facts(page).inputValue()).toBe('Forty members got this text.');

  await database.query(
    `update complaints set status = 'resolved', outcome = 'answered', decided_at = app_now() where id = $1`,
    [first],
  );
  await page.getByText('He is at school.').waitFor();
  await outcomes(page).waitFor({ timeout: 5000 });
  expect(await form(page, 'Close the account').count()).toBe(0);
});
