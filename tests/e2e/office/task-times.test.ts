import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { hydrated } from '#support/browser/browser.ts';
import { memberPages } from '#support/browser/member-pages.ts';
import { operatorPage } from '#support/browser/operator-pages.ts';
import { databaseForTests, siteForTests } from '#support/browser/site-for-tests.ts';
import { waitingConversation } from '#support/office/waiting-conversation.ts';

// How many keys and seconds the daily tasks of the office take by keyboard. Every run does a few of each and compares the keys with
// the goals; `npm run test:office-tasks` does a busy day's number, and writes benches/results/office-tasks.md.

const isWhole = process.env['OFFICE_TASKS'] !== undefined;
const count = (busyDay: number) => (isWhole ? busyDay : 3);

const { site, browser } = await siteForTests();
const database = await databaseForTests(site);
const people = await memberPages(site, browser);

interface Measured {
  task: string;
  seconds: number[];
  /** Keys and clicks of one task, without the words that somebody types. */
  keys: number;
  goal: string;
}
const measured: Measured[] = [];
afterAll(() => {
  if (isWhole) writeFileSync(join(import.meta.dirname, '../../../benches/results/office-tasks.md'), report());
});

const at = (seconds: readonly number[], share: number) =>
  seconds.toSorted((one, other) => one - other)[Math.floor((seconds.length - 1) * share)]?.toFixed(2);

function report(): string {
  const rows = measured.map(
    ({ task, seconds, keys, goal }) =>
      `| ${task} | ${seconds.length} | ${keys} | ${at(seconds, 0.5)} | ${at(seconds, 0.95)} | ${goal} |`,
  );
  return `# Tasks of the office by keyboard

Seconds between a task on the screen and the next one, by a program that types at once: what the office itself takes. Reading and
thinking come on top. Keys are without the words of an answer or a reason.
${new Date().toISOString().slice(0, 10)}, ${cpus().length} x ${cpus()[0]?.model}.

| task | of them | keys | median s | 95 % s | goal |
|---|---|---|---|---|---|
${rows.join('\n')}
`;
}

async function operator(name: string, role: string, path: string): Promise<Page> {
  const id = await people.employ(name, role);
  return operatorPage(browser, site, database, { id, path: `/en${path}`, language: 'en-GB' });
}

/** Does a task several times and notes the seconds of each, and the keys of the last. */
async function tasks(
  what: Omit<Measured, 'seconds' | 'keys'>,
  many: number,
  page: Page,
  each: (press: (key: string) => Promise<void>, place: number) => Promise<void>,
): Promise<Measured> {
  const seconds: number[] = [];
  let keys = 0;
  const press = async (key: string) => {
    keys++;
    await page.keyboard.press(key);
  };
  for (let place = 0; place < many; place++) {
    keys = 0;
    const begin = performance.now();
    await each(press, place);
    seconds.push((performance.now() - begin) / 1000);
  }
  await page.context().close();
  const result = { ...what, seconds, keys };
  measured.push(result);
  return result;
}

const counted = async (query: string, values: unknown[] = []) =>
  Number((await database.query<{ count: string }>(query, values)).rows[0]?.count);

test('a photo is decided with one key', async () => {
  const many = count(60);
  const owners: number[] = [];
  for (let n = 0; n < many; n++) owners.push(await people.plant({ name: `Paula${n}` }));
  await database.query(
    `insert into photos (member_id, storage_key, width, height, status)
     select owner, storage_key, width, height, 'inspecting'
     from unnest($1::bigint[]) owner, (select * from photos order by id limit 1) photo`,
    [owners],
  );
  const page = await operator('Mona', 'moderator', '/admin/photos');
  const shown = () => page.locator('main img').first().getAttribute('alt', { timeout: 1000 });
  const { keys } = await tasks(
    { task: 'a photo', goal: '1 key, 1.5 s' },
    many,
    page,
    async (press, place) => {
      const before = await shown();
      await press('a');
      if (place < many - 1) await expect.poll(shown).not.toBe(before);
      else await page.getByText('No photo is waiting. New ones appear here automatically.').waitFor();
    },
  );
  expect(keys).toBe(1);
  await expect
    .poll(() =>
      counted(`select count(*) from photos where member_id = any ($1) and status = 'active'`, [owners]),
    )
    .toBe(many);
});

test('a report is decided with three keys', async () => {
  const many = count(40);
  const reporter = await people.page(await people.plant({ name: 'Rosa', gender: 'male' }));
  const suspect = await people.plant({ name: 'Stella' });
  for (let n = 0; n < many; n++) {
    const data = {
      category: 'spam',
      profile: suspect,
      text: `Advertising, number ${n}.`,
      client_id: randomUUID(),
    };
    const answer = await reporter.request.post('/api/complaint.php', { data });
    expect(answer.ok(), await answer.text()).toBe(true);
  }
  const page = await operator('Milan', 'moderator', '/admin/complaints');
  const { keys } = await tasks({ task: 'a report', goal: '3 keys' }, many, page, async (press, place) => {
    await page.getByRole('button', { name: 'Take it T' }).waitFor();
    await press('t');
    await page.getByRole('group', { name: 'Decide' }).waitFor();
    await press('5');
    await page.locator('form textarea').first().waitFor();
    await press('Control+Enter');
    await expect
      .poll(() => counted(`select count(*) from complaints where decided_at is not null`))
      .toBe(place + 1);
  });
  expect(keys).toBe(3);
});

test('a desk answer needs no mouse', async () => {
  const many = count(20);
  const house = await people.plant({ name: 'Mira', kind: 'fictional' });
  for (let n = 0; n < many; n++) {
    const member = await people.plant({ name: `Dora${String.fromCodePoint(97 + n)}` });
    await waitingConversation(database, { member, profile: house, text: 'Hello!', minutes: 200 - n });
  }
  await database.query(
    `insert into desk_replies (id, language, shortcut, body) values (gen_random_uuid(), 'en', 'hello', 'Hello {{name}}, how was your day?')`,
  );
  const page = await operator('Wieke', 'writer', '/admin/desk');
  await page.keyboard.press('a');
  await page.getByText('You get up to 3 conversations at a time.').waitFor();
  await page.keyboard.press('n');
  const { keys } = await tasks(
    { task: 'a desk answer', goal: 'no mouse' },
    many,
    page,
    async (press, place) => {
      await page
        .getByRole('region', { name: `Dora${String.fromCodePoint(97 + place)} and Mira` })
        .locator('textarea:focus')
        .waitFor();
      for (const key of ['/', 'h', 'e']) await press(key);
      await page.getByRole('option', { name: '/hello' }).waitFor();
      await press('Enter');
      await press('Control+Enter');
      await expect
        .poll(() => counted('select count(*) from messages where sender_id = $1', [house]))
        .toBe(place + 1);
    },
  );
  expect(keys).toBe(5);
});

test('a question is answered on one screen', async () => {
  const many = Math.min(count(5), 5);
  await database.query(
    `insert into support_templates (id, language, title, body) values (gen_random_uuid(), 'en', 'Booked', 'Hello {{name}}, they are booked.')`,
  );
  for (let n = 0; n < many; n++)
    await database.query(
      `with thread as (
         insert into support_threads (member_id, language, subject, client_id, waiting_since)
         values ($1, 'en', 'Credits', gen_random_uuid(), app_now() - (60 - $2::int) * interval '1 minute') returning id)
       insert into support_messages (thread_id, member_id, by_support, body, client_id)
       select id, $1, false, 'Where are they?', gen_random_uuid() from thread`,
      [await people.plant({ name: `Asker${n}` }), n],
    );
  const page = await operator('Sien', 'support', '/admin/support');
  const { keys } = await tasks(
    { task: 'a question of support', goal: '120 s' },
    many,
    page,
    async (press, place) => {
      await press('j');
      await page.getByRole('textbox', { name: 'Reply' }).waitFor();
      for (const key of ['p', 'ArrowDown', 'Control+Enter']) await press(key);
      await expect
        .poll(() => counted('select count(*) from support_messages where by_support'))
        .toBe(place + 1);
    },
  );
  expect(keys).toBe(4);
});

test('a refund is made from the list of payments', async () => {
  const many = count(10);
  const payer = await people.page(await people.plant({ name: 'Ruben' }));
  for (let n = 0; n < many; n++) {
    const data = { package: 2, method: 'ideal', idempotency_key: randomUUID(), consent: true };
    const answer = await payer.request.post('/api/payment.php', { data });
    expect(answer.ok(), await answer.text()).toBe(true);
    const { payment_id: id } = (await answer.json()) as { payment_id: string };
    await payer.request.post(`/sandbox/checkout/${id}`, { data: { outcome: 'paid' } });
  }
  const page = await operator('Femke', 'finance', '/admin/payments?status=completed');
  const { keys } = await tasks({ task: 'a refund', goal: 'none set' }, many, page, async (press, place) => {
    // Keys pressed before the list has hydrated are lost.
    await hydrated(page.getByRole('row').nth(1));
    // Refunded payments stay in the list, above the next one.
    for (let row = 0; row < place; row++) await page.keyboard.press('j');
    for (const key of ['j', 'Enter']) await press(key);
    await page.waitForURL(/\/admin\/payments\/[\w-]+$/);
    const reason = page.getByRole('textbox', { name: 'Reason' });
    await reason.fill('Paid twice');
    await press('Enter');
    await expect.poll(() => counted(`select count(*) from refunds where kind = 'operator'`)).toBe(place + 1);
    await people.open(page, '/en/admin/payments?status=completed');
  });
  expect(keys).toBe(3);
});

test('the revenue of a campaign is found from anywhere', async () => {
  const week = `date_trunc('week', app_now())::date`;
  await database.query(
    `insert into figure_campaigns (week, host, network, campaign, lander, slug, signups, activated, wrote, bought, bought_again)
     values (${week}, '*', 'adnet', 'summer', 'letter', 'milf', 40, 30, 20, 5, 2)`,
  );
  await database.query(
    `insert into figure_campaign_money (week, host, network, campaign, lander, slug, currency, cents)
     values (${week}, '*', 'adnet', 'summer', 'letter', 'milf', 'EUR', 12345)`,
  );
  const page = await operator('Fien', 'finance', '/admin');
  const { keys } = await tasks(
    { task: 'the revenue of a campaign', goal: '60 s' },
    1,
    page,
    async (press) => {
      await press('Control+k');
      await page.locator('[role=combobox]:focus').waitFor();
      await page.keyboard.type('campaigns');
      await press('Enter');
      await page
        .getByRole('row', { name: /summer/ })
        .getByText('€123.45')
        .waitFor();
    },
  );
  expect(keys).toBe(2);
});
