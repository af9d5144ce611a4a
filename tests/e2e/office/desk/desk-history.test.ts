import { expect, test } from 'vitest';
import { accessibilityFaultsInBothThemes } from '#support/browser/axe.ts';
import { memberPages } from '#support/browser/member-pages.ts';
import { operatorPage } from '#support/browser/operator-pages.ts';
import { databaseForTests, siteForTests } from '#support/browser/site-for-tests.ts';

const { site, browser } = await siteForTests();
const database = await databaseForTests(site);
const people = await memberPages(site, browser);
const supervisor = await people.plant({ name: 'Suze' });
await database.query(`update members set roles = '{supervisor}' where id = $1`, [supervisor]);
const writer = await people.plant({ name: 'Wieke' });
const house = await people.plant({ name: 'Mira', kind: 'fictional' });
const member = await people.plant({ name: 'Bram' });

/** A conversation of many messages, all by the fictional profile. */
const { rows } = await database.query<{ id: number }>(
  `with conversation as (insert into conversations (member_low, member_high) values ($1, $2) returning id)
   insert into messages (conversation_id, sender_id, client_id, kind, body)
   select id, $1, gen_random_uuid(), 'text', 'Line ' || n from conversation, generate_series(1, 2500) n
   returning conversation_id::int as id`,
  [house, member],
);
const conversation = rows[0]?.id;
await database.query(
  `insert into participants (member_id, other_id, conversation_id, last_message_id)
   select own, other, $3, (select max(id) from messages where conversation_id = $3)
   from (values ($1::bigint, $2::bigint), ($2::bigint, $1::bigint)) side (own, other)`,
  [house, member, conversation],
);
const scores = async () =>
  (
    await database.query<{ score: number; comment: string }>(
      'select score, comment from desk_reviews where score is not null order by message_id',
    )
  ).rows;

test('loads older messages while the writer scrolls up, and keeps the place', async () => {
  const page = await operatorPage(browser, site, database, {
    id: supervisor,
    path: `/en/admin/desk/${conversation}`,
    language: 'en-GB',
  });
  const log = page.getByRole('log');
  await log.getByText('Line 2500', { exact: true }).waitFor();
  const first = () =>
    log
      .getByText(/^Line \d+$/)
      .first()
      .innerText();
  const before = await first();
  await log.hover();
  await page.mouse.wheel(0, -1_000_000);
  await expect.poll(first).not.toBe(before);
  expect(await log.evaluate((box) => box.scrollTop)).toBeGreaterThan(200);
  await page.context().close();
});

test('scores sampled answers by keys only', async () => {
  await database.query(
    `insert into desk_reviews (message_id, conversation_id, operator_id)
     select id, conversation_id, $2 from messages where conversation_id = $1 order by id desc limit 3`,
    [conversation, writer],
  );
  const page = await operatorPage(browser, site, database, {
    id: supervisor,
    path: '/en/admin/desk-reviews',
    language: 'en-GB',
  });
  await page.getByText('J and K: next and previous').waitFor();
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  // The second one gets a comment; afterwards the keys concern the first.
  for (const key of ['j', 'j', '2', 'c']) await page.keyboard.press(key);
  await page.keyboard.type('See 4 and 5');
  await page.keyboard.press('Enter');
  await expect.poll(scores).toEqual([{ score: 2, comment: 'See 4 and 5' }]);
  await expect.poll(() => page.getByRole('article').count()).toBe(2);
  for (const key of ['5', 's']) await page.keyboard.press(key);
  await expect.poll(() => page.getByRole('article').count()).toBe(1);
  expect(await scores()).toEqual([
    { score: 5, comment: '' },
    { score: 2, comment: 'See 4 and 5' },
  ]);
  await page.context().close();
});
