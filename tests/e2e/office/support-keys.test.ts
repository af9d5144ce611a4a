import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { memberPages } from '#support/browser/member-pages.ts';
import { operatorPage } from '#support/browser/operator-pages.ts';
import { databaseForTests, siteForTests } from '#support/browser/site-for-tests.ts';

// The keys of the support inbox, pressed without waiting for the screen.

const { site, browser } = await siteForTests();
const database = await databaseForTests(site);
const people = await memberPages(site, browser);

const operator = await people.plant({ name: 'Sien' });
await database.query(`update members set roles = '{support}' where id = $1`, [operator]);
await database.query(
  `insert into support_templates (id, language, title, body) values (gen_random_uuid(), 'en', 'Booked', 'Hello {{name}}, they are booked.')`,
);
const askers = [
  await people.plant({ name: 'Aafke' }),
  await people.plant({ name: 'Berta' }),
  await people.plant({ name: 'Clara' }),
];

beforeEach(async () => {
  await database.query('delete from support_threads');
  for (const [place, asker] of askers.entries())
    await database.query(
      `with thread as (
         insert into support_threads (member_id, language, subject, client_id, waiting_since)
         values ($1, 'en', 'Credits', gen_random_uuid(), app_now() - interval '1 hour' + $2 * interval '1 minute') returning id)
       insert into support_messages (thread_id, member_id, by_support, body, client_id)
       select id, $1, false, 'Where are they?', gen_random_uuid() from thread`,
      [asker, place],
    );
});

const inbox = () =>
  operatorPage(browser, site, database, {
    id: operator,
    path: '/en/admin/support',
    language: 'en-GB',
  });

/** The thread of each member, the longest waiting first. */
async function threads(): Promise<{ status: string; answers: string[] }[]> {
  const { rows } = await database.query<{ status: string; answers: string[] }>(
    `select status, array(select body from support_messages m where m.thread_id = th.id and by_support order by id) as answers
     from support_threads th order by waiting_since`,
  );
  return rows;
}

async function press(page: Page, keys: string[]) {
  for (const key of keys) await page.keyboard.press(key);
}

const answerAndClose = ['j', 'r', 'H', 'i', 'Control+Enter', 'p', 'ArrowDown', 'Control+Enter', 'c'];
const answered = [
  { status: 'waiting', answers: ['Hi'] },
  { status: 'waiting', answers: ['Hello Berta, they are booked.'] },
  { status: 'closed', answers: [] },
];

test('shows the keys that a loading question holds, and acts on them in order', async () => {
  const page = await inbox();
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/admin/support-thread?*', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await press(page, answerAndClose);
  await page.getByText('R H I Ctrl+Enter P ↓ Ctrl+Enter C').waitFor();
  answer.resolve();
  await expect.poll(threads).toEqual(answered);
  await page.context().close();
});

test('answers, takes a prepared answer and closes, each in its question, at the speed of the keyboard', async () => {
  const page = await inbox();
  await press(page, answerAndClose);
  await expect.poll(threads).toEqual(answered);
  await page.context().close();
});

test('closes the question that J has opened, not the one before', async () => {
  const page = await inbox();
  await press(page, ['j']);
  await page.getByRole('textbox', { name: 'Reply' }).waitFor();
  await press(page, ['j', 'j', 'c']);
  await expect
    .poll(async () => (await threads()).map(({ status }) => status))
    .toEqual(['open', 'open', 'closed']);
  await page.context().close();
});

test('forgets held keys on Escape', async () => {
  const page = await inbox();
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/admin/support-thread?*', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await press(page, ['j', 'c']);
  const held = page.getByText('Waiting for the question: C');
  await held.waitFor();
  await press(page, ['Escape']);
  await held.waitFor({ state: 'detached' });
  await press(page, ['r']);
  answer.resolve();
  await page.locator('textarea:focus').waitFor();
  expect((await threads()).map(({ status }) => status)).toEqual(['open', 'open', 'open']);
  await page.context().close();
});
