import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { memberPages } from '#support/browser/member-pages.ts';
import { operatorPage } from '#support/browser/operator-pages.ts';
import { databaseForTests, siteForTests } from '#support/browser/site-for-tests.ts';
import { waitingConversation } from '#support/office/waiting-conversation.ts';

// The writers' desk without a mouse.

const ANSWERS = 20;

const { site, browser } = await siteForTests();
const database = await databaseForTests(site);
const people = await memberPages(site, browser);

const writer = await people.plant({ name: 'Wieke' });
await database.query(`update members set roles = '{writer}' where id = $1`, [writer]);
await database.query(
  `insert into desk_replies (id, language, shortcut, body) values
     (gen_random_uuid(), 'en', 'hello', 'Hello {{name}}, how was your day?'),
     (gen_random_uuid(), 'en', 'street', 'Which street of {{town}} do you like best?')`,
);
const house = await people.plant({ name: 'Mira', kind: 'fictional' });

/** A member whose message waits for the fictional profile, the first one longest. */
const wait = async (name: string, minutes: number): Promise<number> =>
  waitingConversation(database, {
    member: await people.plant({ name }),
    profile: house,
    text: `Hello, I am ${name}`,
    minutes,
  });

const answers = async () =>
  (
    await database.query<{ body: string }>('select body from messages where sender_id = $1 order by id', [
      house,
    ])
  ).rows.map(({ body }) => body);

/** The answer to this member has the focus. */
const focused = (page: Page, name: string) =>
  page
    .getByRole('region', { name: `${name} and Mira` })
    .locator('textarea:focus')
    .waitFor();

test('answers by keyboard only, with canned replies and own words, each in its conversation', async () => {
  const names = Array.from({ length: ANSWERS }, (_, n) => `Bram${String.fromCodePoint(97 + n)}`);
  for (const [place, name] of names.entries()) await wait(name, 120 - place);
  const page = await operatorPage(browser, site, database, {
    id: Number(writer),
    path: '/en/admin/desk',
    language: 'en-GB',
  });
  let keys = 0;
  const seconds: number[] = [];
  const press = async (key: string) => {
    keys++;
    await page.keyboard.press(key);
  };
  const type = async (words: string) => {
    keys += words.length;
    await page.keyboard.type(words);
  };
  await press('a');
  await page.getByText('You get up to 3 conversations at a time.').waitFor();
  await press('n');
  for (const place of names.keys()) {
    const begin = performance.now();
    const name = names[place] ?? '';
    await focused(page, name);
    if (place % 2 === 0) {
      await type('/he');
      await page.getByRole('option', { name: '/hello' }).waitFor();
      await press('Enter');
    } else await type(`Tell me more, ${name}.`);
    await press('Control+Enter');
    seconds.push((performance.now() - begin) / 1000);
  }
  await page.getByRole('heading', { name: 'Choose a conversation' }).waitFor();
  expect(await answers()).toEqual(
    names.map((name, place) =>
      place % 2 === 0 ? `Hello ${name}, how was your day?` : `Tell me more, ${name}.`,
    ),
  );
  // A canned reply takes five keys: slash, two letters, Enter, Ctrl+Enter.
  expect(keys).toBe(2 + names.reduce((sum, _, place) => sum + (place % 2 === 0 ? 5 : 21), 0));
  await page.context().close();
});

test('names a placeholder without a value, sends nothing with it, and keeps the draft over a reload', async () => {
  const conversation = await wait('Sanne', 5);
  await database.query('update profiles set city = null where name = $1', ['Sanne']);
  // Otherwise the conversation would be assigned to the writer at once.
  await database.query('update desk_writers set is_on = false');
  const before = await answers();
  const page = await operatorPage(browser, site, database, {
    id: Number(writer),
    path: `/en/admin/desk/${conversation}`,
    language: 'en-GB',
  });
  await page.getByRole('button', { name: 'Take conversation' }).waitFor();
  await page.keyboard.press('t');
  await page.getByRole('textbox', { name: 'Your answer' }).waitFor();
  await page.keyboard.press('r');
  await focused(page, 'Sanne');
  await page.keyboard.type('/street');
  await page.getByRole('option', { name: '/street' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('There is nothing to put in for {{town}} here.').waitFor();
  await page.keyboard.press('Enter');
  expect(await answers()).toEqual(before);
  await page.reload();
  const field = page.getByRole('textbox', { name: 'Your answer' });
  await field.waitFor();
  await expect.poll(() => field.inputValue()).toBe('Which street of {{town}} do you like best?');
  await page.context().close();
});
