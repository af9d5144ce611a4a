import { expect, test } from 'vitest';
import { accessibilityFaultsInBothThemes } from '#support/browser/axe.ts';
import { memberPages } from '#support/browser/member-pages.ts';
import { operatorPage } from '#support/browser/operator-pages.ts';
import { databaseForTests, siteForTests } from '#support/browser/site-for-tests.ts';

// Search in answered conversations at the desk, on a desktop by keys and on a phone.

const { site, browser } = await siteForTests();
const database = await databaseForTests(site);
const people = await memberPages(site, browser);
const writer = await people.plant({ name: 'Wieke' });
await database.query(`update members set roles = '{writer}' where id = $1`, [writer]);
const house = await people.plant({ name: 'Mira', kind: 'fictional' });

/** A conversation of many messages, of which the profile wrote the newest and every second one. */
async function answered(name: string, word: string): Promise<number> {
  const member = await people.plant({ name });
  const { rows } = await database.query<{ id: number }>(
    `with conversation as (
       insert into conversations (member_low, member_high) values (least($1::bigint, $2::bigint), greatest($1::bigint, $2::bigint)) returning id)
     insert into messages (conversation_id, sender_id, client_id, kind, body)
     select id, case when n % 2 = 0 then $2::bigint else $1::bigint end, gen_random_uuid(), 'text',
       case when n = 21 then 'I would love to go ' || $3 || ' with somebody on a quiet lake in the summer' else 'Line ' || n end
     from conversation, generate_series(1, 200) n returning conversation_id::int as id`,
    [member, house, word],
  );
  const conversation = Number(rows[0]?.id);
  await database.query(
    `insert into participants (member_id, other_id, conversation_id, messages_sent, unread, last_message_id)
     select own, other, $3, 100, 1, (select max(id) from messages where conversation_id = $3)
     from (values ($1::bigint, $2::bigint), ($2::bigint, $1::bigint)) side (own, other)`,
    [house, member, conversation],
  );
  await database.query(
    `insert into desk_answers (message_id, operator_id, conversation_id, profile_id)
     select id, $2, conversation_id, sender_id from messages where conversation_id = $1 and sender_id = $3`,
    [conversation, writer, house],
  );
  return conversation;
}
const sailing = await answered('Annelies', 'sailing');
await answered('Bram', 'skating');

const unread = async () =>
  (
    await database.query<{ unread: number }>(
      'select unread from participants where conversation_id = $1 and member_id = $2',
      [sailing, house],
    )
  ).rows[0]?.unread;

const isOnTop = (element: Element) => {
  const { left, top, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(left + 2, top + height / 2));
};

const roomBelow = (element: Element) => innerHeight - element.getBoundingClientRect().bottom;

test.each(['desktop', 'phone'] as const)(
  'finds an answered conversation on a %s, and opens it at the message without writing in it',
  async (device) => {
    const page = await operatorPage(browser, site, database, {
      id: writer,
      path: '/en/admin/desk',
      language: 'en-GB',
      device,
    });
    const field = page.getByRole('searchbox', { name: 'Search answered conversations' });
    await field.waitFor();
    if (device === 'desktop') await page.keyboard.press('f');
    else await field.tap();
    await page.keyboard.type('sailing mira');
    const hit = page.getByRole('link', { name: /Annelies/ });
    await hit.locator('mark', { hasText: 'sailing' }).waitFor();
    await page.getByText('1 conversation found').waitFor();
    expect(await page.getByRole('link', { name: /Bram/ }).count()).toBe(0);
    expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);

    if (device === 'desktop') {
      await page.getByRole('heading', { name: 'Answered conversations' }).click();
      await page.keyboard.press('j');
    } else await hit.tap();
    const found = page.getByRole('log').getByText('I would love to go sailing');
    await found.waitFor();
    await page.getByText('Take this conversation to answer it.').waitFor();
    await expect
      .poll(() =>
        found.evaluate((bubble) => {
          const { top, bottom } = bubble.getBoundingClientRect();
          return top > 0 && bottom < innerHeight;
        }),
      )
      .toBe(true);
    const headings = page.getByRole('heading', { level: 1 }).filter({ visible: true });
    expect(await headings.allInnerTexts()).toEqual(['You write as Mira']);
    expect(await headings.evaluate(isOnTop), 'below the office’s bars').toBe(true);
    const thread = page.getByRole('region', { name: 'Annelies and Mira' });
    expect(await thread.evaluate(roomBelow), 'fills the window').toBeCloseTo(0, -1);
    expect(await page.getByRole('textbox', { name: 'Your answer' }).count()).toBe(0);
    expect(page.url()).toMatch(/\/admin\/desk\/\d+$/);
    expect(await unread()).toBe(1);
    if (device === 'desktop') expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);

    if (device === 'phone') await page.getByRole('button', { name: 'Back to the list' }).tap();
    expect(await field.inputValue()).toBe('sailing mira');
    await page.getByRole('button', { name: 'Stop searching' }).click();
    await page.getByText('Nobody is waiting').waitFor();
    await page.context().close();
  },
);

test('says that nothing was found, and finds conversations of some days', async () => {
  const page = await operatorPage(browser, site, database, {
    id: writer,
    path: '/en/admin/desk',
    language: 'en-GB',
  });
  const field = page.getByRole('searchbox', { name: 'Search answered conversations' });
  await field.fill('knitting');
  await page.getByText('No answered conversation matches').waitFor();
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  await field.fill('');
  await page.getByText('Only answers of some days').click();
  await page.getByLabel('Until').fill('2020-01-01');
  await page.getByText('No answered conversation matches').waitFor();
  await page.getByLabel('Until').fill('');
  await page.getByLabel('From').fill('2020-01-01');
  await page.getByText('2 conversations found').waitFor();
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  await page.context().close();
});

test('names the languages that limit the desk, and leads back from a conversation in another', async () => {
  const german = await people.plant({ name: 'Gerda' });
  await database.query(
    `update members set roles = '{writer}', office_languages = case when id = $1 then '{de,fr}'::text[] else '{}' end
     where id in ($1, $2)`,
    [german, writer],
  );
  const at = (id: number, path: string) =>
    operatorPage(browser, site, database, { id, path, language: 'en-GB', device: 'phone' });
  const page = await at(german, `/en/admin/desk/${sailing}`);
  await page.getByText('This page could not be found').waitFor();
  await page.getByRole('heading', { level: 1, name: "Writers' desk" }).waitFor();
  await page.getByRole('button', { name: 'Back to the list' }).tap();
  const line = 'Only conversations in your languages';
  await page.getByText(`${line}: German and French.`).waitFor();
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  const other = await at(writer, '/en/admin/desk');
  await other.getByText('Nobody is waiting').waitFor();
  expect(await other.getByText(line).count()).toBe(0);
  for (const each of [page, other]) await each.context().close();
});
