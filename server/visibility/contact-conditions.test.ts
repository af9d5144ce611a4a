import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { ContactConditions } from '#contract/visibility.ts';
import { startChatSite, type ChatSite, type Person } from '#support/chat-site.ts';
import { noticesTo, queuedJobs } from '#support/job-queue.ts';

// Conditions for a first message (docs/product.md 6.9): refused before the charge or sent to the requests.

let site: ChatSite;
beforeAll(async () => void (site = await startChatSite()));
afterEach(() => site.ledgerAddsUp());
afterAll(() => site.close());

const open: ContactConditions = {
  paused: false,
  verified: false,
  photo: false,
  premium: false,
  min_age: null,
  max_age: null,
  countries: [],
  daily_limit: null,
  hidden_words: [],
  others: 'refused',
};

const demand = async (person: Person, conditions: Partial<ContactConditions>) =>
  (await person.call('changeContactConditions', { body: { ...open, ...conditions } })).body;

/** A member whose messages cost a credit each. */
async function payer(credits = 10): Promise<Person> {
  const person = await site.person({ credits, premium: true });
  await sql`update members set free_messages_used = 5 where id = ${person.id}`.execute(site.db);
  return person;
}

const chatsOf = async (person: Person, list?: 'requests') =>
  (await person.call('chats', { query: list && { list } })).body;

test.each<[string, Partial<ContactConditions>, string]>([
  ['contact_paused', { paused: true }, `update profiles set verified = true where id = $`],
  ['contact_verified', { verified: true }, `update profiles set verified = true where id = $`],
  [
    'contact_photo',
    { photo: true },
    `with p as (insert into photos (member_id, storage_key, width, height, status) values ($, 'x', 1, 1, 'active') returning id)
      update profiles set main_photo_id = p.id from p where profiles.id = $`,
  ],
  ['contact_age', { min_age: 50 }, `update profiles set date_of_birth = '1960-01-01' where id = $`],
  ['contact_country', { countries: ['BE'] }, `update profiles set country = 'BE' where id = $`],
  ['contact_premium', { premium: true }, `update members set paid_user = true where id = $`],
])(
  'refuses a first message before the charge and names the condition: %s',
  async (code, conditions, meet) => {
    const [anna, bram] = [await site.person(), await payer()];
    await sql`update members set paid_user = false, conversations_started = 0 where id = ${bram.id}`.execute(
      site.db,
    );
    await demand(anna, conditions);
    const opened = await bram.call('chat', { query: { profile: anna.id } });
    expect(opened.body.contact).toEqual({ code, refused: true });
    const refused = await bram.say(anna, 'hello');
    expect([refused.status, refused.body.error, refused.body.params]).toEqual([
      403,
      code,
      { name: anna.name },
    ]);
    const liked = await bram.call('like', { body: { profile: anna.id } });
    expect(liked.body).toMatchObject({ error: code });
    expect(await site.credits(bram)).toBe(10);
    expect((await chatsOf(anna)).chats).toEqual([]);
    if (code === 'contact_paused') await demand(anna, {});
    await sql.raw(meet.replaceAll('$', String(bram.id))).execute(site.db);
    expect((await bram.say(anna, 'hello')).status).toBe(201);
  },
);

test('puts other first messages among the requests, without a badge, mail or push', async () => {
  const [anna, bram] = [await site.person(), await payer()];
  await demand(anna, { verified: true, others: 'requests' });
  expect((await bram.call('chat', { query: { profile: anna.id } })).body.contact).toEqual({
    code: 'contact_verified',
    refused: false,
  });
  const sent = await bram.say(anna, 'hello');
  await bram.say(anna, 'are you there?');
  const { id } = sent.body.conversation;
  expect(await chatsOf(anna)).toMatchObject({ chats: [], requests: 1 });
  expect((await chatsOf(anna, 'requests')).chats).toMatchObject([
    { conversation: { id }, num_unread_messages: 0, last_message: { text: 'are you there?' } },
  ]);
  expect((await anna.call('user')).body.unread_messages).toBe(0);
  expect(await noticesTo(site.db, anna.id)).toEqual([]);
  expect((await anna.call('chat', { query: { conversation: id } })).body.request).toBe('waiting');
  // The request is listed without a badge, until it is answered.
  expect((await anna.call('activity')).body.events).toMatchObject([
    { kind: 'request', unread: false, profile: { id: bram.id }, details: { conversation: id } },
  ]);
  expect((await anna.call('user')).body.new_activity).toBe(0);
  expect((await chatsOf(bram)).chats).toHaveLength(1);

  await anna.call('answerRequest', { body: { conversation: id, accept: true } });
  await anna.call('answerRequest', { body: { conversation: id, accept: true } });
  expect(await chatsOf(anna)).toMatchObject({ chats: [{ conversation: { id } }], requests: 0 });
  expect((await anna.call('activity')).body.events).toEqual([]);
  await bram.say(anna, 'thank you');
  expect((await anna.call('user')).body.unread_messages).toBe(1);
});

test('an answer accepts a request', async () => {
  const [anna, bram] = [await site.person(), await payer()];
  await demand(anna, { premium: true, others: 'requests' });
  await sql`update members set paid_user = false, conversations_started = 0 where id = ${bram.id}`.execute(
    site.db,
  );
  const { id } = (await bram.say(anna, 'hello')).body.conversation;
  await anna.call('send', { body: { conversation: id, client_id: randomUUID(), text: 'hi' } });
  expect(await chatsOf(anna)).toMatchObject({ chats: [{ conversation: { id } }], requests: 0 });
});

test('a declined request returns its credits once and ends there', async () => {
  const [anna, bram, carla] = [await site.person(), await payer(), await site.person()];
  await demand(anna, { verified: true, others: 'requests' });
  const { id } = (await bram.say(anna, 'hello')).body.conversation;
  await bram.say(anna, 'hello?');
  expect(await site.credits(bram)).toBe(8);
  expect((await carla.call('answerRequest', { body: { conversation: id, accept: false } })).status).toBe(404);
  await Promise.all(
    [1, 2, 3].map(() => anna.call('answerRequest', { body: { conversation: id, accept: false } })),
  );
  expect(await site.credits(bram)).toBe(10);
  expect((await bram.call('activity')).body.events).toMatchObject([
    { kind: 'credits_returned', unread: true, details: { credits: 2, conversation: id } },
  ]);
  expect(await chatsOf(anna)).toMatchObject({ chats: [], requests: 0 });
  expect((await chatsOf(anna, 'requests')).chats).toEqual([]);
  expect((await bram.call('chat', { query: { conversation: id } })).body.contact).toEqual({
    code: 'contact_declined',
    refused: true,
  });
  expect((await bram.say(anna, 'why?')).body.error).toBe('contact_declined');
  expect(await site.credits(bram)).toBe(10);
});

test('counts new conversations of 24 hours exactly, however many are written at once', async () => {
  const anna = await site.person();
  await demand(anna, { daily_limit: 3 });
  const people = await Promise.all(Array.from({ length: 8 }, () => payer()));
  const answers = await Promise.all(people.map((one) => one.say(anna, 'hello')));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
  expect(answers.filter(({ body }) => String(body.error) === 'contact_daily')).toHaveLength(5);
  const spent = await Promise.all(people.map((one) => site.credits(one)));
  expect(spent.toSorted((a, b) => a - b)).toEqual([9, 9, 9, 10, 10, 10, 10, 10]);
  // Somebody who is already talking to her is not counted again.
  const [first] = people.filter((_, index) => answers[index]?.status === 201);
  expect((await first!.say(anna, 'and again')).status).toBe(201);
  await sql`update contact_conditions set counted_from = counted_from - interval '25 hours' where member_id = ${anna.id}`.execute(
    site.db,
  );
  expect((await (await payer()).say(anna, 'tomorrow')).status).toBe(201);
  await demand(anna, { daily_limit: 1, others: 'requests' });
  expect((await (await payer()).say(anna, 'one more')).status).toBe(201);
  expect((await chatsOf(anna)).requests).toBe(1);
});

test('lets members through whom the member likes, except during a pause', async () => {
  const [anna, bram, carl] = [await site.person(), await payer(), await payer()];
  for (const { id } of [bram, carl]) await anna.call('like', { body: { profile: id } });
  await demand(anna, { verified: true, min_age: 80, daily_limit: 1 });
  expect((await bram.say(anna, 'hello')).status).toBe(201);
  await demand(anna, { paused: true });
  expect((await carl.say(anna, 'hello')).body.error).toBe('contact_paused');
  expect((await bram.say(anna, 'we know each other')).status).toBe(201);
});

test('decides a changed condition and a message in one order, and charges accordingly', async () => {
  const [anna, bram] = [await site.person(), await payer()];
  await demand(anna, {});
  let sending: ReturnType<Person['say']> | undefined;
  await site.db.transaction().execute(async (tx) => {
    await sql`update contact_conditions set verified = true where member_id = ${anna.id}`.execute(tx);
    sending = bram.say(anna, 'hello');
    // The send waits for the row that this transaction holds.
    await expect
      .poll(
        async () =>
          (
            await sql`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%store_messages%'`.execute(
              site.db,
            )
          ).rows.length,
      )
      .toBeGreaterThan(0);
  });
  expect((await sending)!.body.error).toBe('contact_verified');
  expect(await site.credits(bram)).toBe(10);
});

test('hidden words send a first message to the requests, veiled, in any case and spelling of spaces', async () => {
  const anna = await site.person();
  await demand(anna, { hidden_words: ['Sugar  daddy', 'ÉTÉ'] });
  const said = async (text: string) => {
    const person = await payer();
    const { id } = (await person.say(anna, text)).body.conversation;
    return (await anna.call('chat', { query: { conversation: id } })).body.request ?? 'none';
  };
  expect(await said('I am your SUGAR-daddy!')).toBe('veiled');
  expect(await said('Cet été?')).toBe('veiled');
  expect(await said('ｓｕｇａｒ daddy')).toBe('veiled');
  expect(await said('sugar and daddy')).toBe('none');
  expect(await said('sugardaddys')).toBe('none');
  const [listed] = (await chatsOf(anna, 'requests')).chats;
  expect(listed).toMatchObject({ veiled: true, last_message: { text: null } });
});

test('a quiet like of somebody who does not meet the conditions arrives without a notice', async () => {
  const [anna, bram] = [await site.person(), await site.person()];
  await demand(anna, { verified: true, others: 'requests' });
  expect((await bram.call('like', { body: { profile: anna.id } })).status).toBe(200);
  expect(
    (await queuedJobs(site.db, 'like-notification')).filter(
      ({ key }) => key === `like ${bram.id} ${anna.id}`,
    ),
  ).toEqual([]);
  expect((await anna.call('likes')).body.liked_by.map(({ id }) => id)).toEqual([bram.id]);
});

test('warns of conditions that nobody meets, and refuses those that cannot be met', async () => {
  const anna = await site.person();
  await site.person();
  expect(await demand(anna, {})).toMatchObject({ reaches_nobody: false });
  expect(await demand(anna, { min_age: 119 })).toMatchObject({ reaches_nobody: true, min_age: 119 });
  expect(await demand(anna, { countries: ['IE'] })).toMatchObject({ reaches_nobody: true });
  expect(await demand(anna, { min_age: 40, max_age: 30 })).toMatchObject({ fields: { max_age: 'invalid' } });
  expect(await demand(anna, { hidden_words: ['!!'] })).toMatchObject({ fields: { hidden_words: 'invalid' } });
  expect((await anna.call('contactConditions')).body.countries).toEqual(['IE']);
});
