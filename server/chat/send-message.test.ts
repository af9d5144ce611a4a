import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { itemAt } from '#contract/must.ts';
import { startChatSite, type ChatSite, type Person } from '#support/chat-site.ts';
import { noticesTo } from '#support/job-queue.ts';
import { picture } from '#support/pictures.ts';
import { storeMessages } from './store-messages.ts';

let site: ChatSite;
beforeAll(async () => void (site = await startChatSite()));
afterEach(() => site.ledgerAddsUp());
afterAll(() => site.close());

async function payer(credits: number): Promise<Person> {
  const person = await site.person({ credits, premium: true });
  await sql`update members set free_messages_used = 5 where id = ${person.id}`.execute(site.db);
  return person;
}

const messagesFrom = async (person: Person) =>
  site.db
    .selectFrom('messages')
    .select(['id', 'credits', 'body', 'kind'])
    .where('sender_id', '=', person.id)
    .orderBy('id')
    .execute();

test('spends exactly forty credits for forty parallel sends', async () => {
  const [anna, bram] = [await payer(50), await site.person()];
  const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => anna.say(bram, `message ${i}`)));
  expect(answers.map(({ status }) => status)).toEqual(Array(40).fill(201));
  expect(await site.credits(anna)).toBe(10);
  expect(await messagesFrom(anna)).toHaveLength(40);
});

test('stores and charges exactly fifty of sixty parallel sends with fifty credits', async () => {
  const [anna, bram] = [await payer(50), await site.person()];
  const answers = await Promise.all(Array.from({ length: 60 }, () => anna.say(bram, 'hi')));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(50);
  const refused = answers.filter(({ status }) => status === 402);
  expect(refused).toHaveLength(10);
  expect(refused[0]!.body).toEqual({
    error: 'not_enough_credits',
    message: `You do not have enough credits to send this message to ${bram.name}.`,
    params: { name: bram.name },
  });
  expect(await site.credits(anna)).toBe(0);
  expect(await messagesFrom(anna)).toHaveLength(50);
});

test('stores messages on connections that run no other queries', async () => {
  const [anna, bram] = [await payer(5), await site.person()];
  for (const text of ['one', 'two', 'three']) {
    expect((await anna.say(bram, text)).status).toBe(201);
    await Promise.all(Array.from({ length: 10 }, () => bram.call('chats')));
  }
  const { rows } = await sql<{ query: string }>`
    select query from pg_stat_activity where datname = current_database() and query like '%store_messages(%'
      and pid <> pg_backend_pid()`.execute(site.db);
  expect(rows.length).toBeGreaterThan(0);
});

test('stores texts sent together with an unaffordable gift', async () => {
  const [anna, bram] = [await payer(4), await site.person()];
  const gift = { client_id: randomUUID(), profile: bram.id, gift: 'rose' };
  const [, refused, ,] = await Promise.all([
    anna.say(bram, 'one'),
    anna.call('send', { body: gift }),
    anna.say(bram, 'two'),
    anna.say(bram, 'three'),
  ]);
  expect(refused!.body.error).toBe('not_enough_credits');
  expect(await site.credits(anna)).toBe(1);
});

test('stores and charges one message for five parallel sends with one client_id, with equal replies', async () => {
  const [anna, bram] = [await payer(10), await site.person()];
  const client_id = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => anna.say(bram, 'only once', { client_id })),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(201));
  expect(new Set(answers.map(({ body }) => JSON.stringify(body)))).toHaveLength(1);
  expect(await messagesFrom(anna)).toHaveLength(1);
  expect(await site.credits(anna)).toBe(9);
  const later = await anna.say(bram, 'another text', { client_id });
  expect(later.body).toEqual(answers[0]!.body);
});

test('charges messages after the five free ones, and returns the balance', async () => {
  const [anna, bram] = [await site.person({ credits: 3 }), await site.person()];
  const balances: number[] = [];
  for (let i = 0; i < 8; i++) balances.push((await anna.say(bram, `${i}`)).body.credits);
  expect(balances).toEqual([3, 3, 3, 3, 3, 2, 1, 0]);
  expect((await anna.say(bram, 'one too many')).status).toBe(402);
  const { body } = await anna.call('chat', { query: { profile: bram.id } });
  expect(body.conversation!.credits_spent).toBe(3);
  expect(body.price!.free_messages_left).toBe(0);
});

test('limits free members to two conversations, even after deleting one, and premium members not at all', async () => {
  const anna = await site.person();
  const others = await Promise.all([1, 2, 3].map(() => site.person()));
  const first = await anna.say(others[0]!, 'one');
  await anna.say(others[1]!, 'two');
  await anna.call('deleteChat', { body: { conversation: first.body.conversation.id } });
  const third = await anna.say(others[2]!, 'three');
  expect([third.status, third.body.error, third.body.params]).toEqual([
    403,
    'conversation_limit',
    { limit: 2 },
  ]);
  // Further messages in the two conversations do not count as a third, nor do repeats.
  expect((await anna.say(others[0]!, 'again')).status).toBe(201);
  await sql`update members set paid_user = true where id = ${anna.id}`.execute(site.db);
  expect((await anna.say(others[2]!, 'three')).status).toBe(201);
});

test('opens only two conversations for parallel first messages to many members', async () => {
  const anna = await site.person();
  const others = await Promise.all(Array.from({ length: 8 }, () => site.person()));
  const answers = await Promise.all(others.map((other) => anna.say(other, 'hi')));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
});

test('stores two simultaneous first messages in one conversation', async () => {
  const [anna, bram] = [await site.person(), await site.person()];
  const [one, two] = await Promise.all([anna.say(bram, 'hi'), bram.say(anna, 'hello')]);
  expect(one!.body.conversation.id).toBe(two!.body.conversation.id);
  expect(
    (
      await site.db
        .selectFrom('participants')
        .select('unread')
        .where('member_id', 'in', [anna.id, bram.id])
        .execute()
    ).map(({ unread }) => unread),
  ).toEqual([1, 1]);
});

test('refuses blocked members and their blockers, and finds no unknown, invisible, cam or own profiles', async () => {
  const anna = await site.person();
  const [bram, hidden, cam] = [
    await site.person(),
    await site.person({ invisible: true }),
    await site.person({ kind: 'cam' }),
  ];
  await site.db.insertInto('blocks').values({ blocker_id: bram.id, blocked_id: anna.id }).execute();
  const refused = await anna.say(bram, 'hi');
  expect([refused.status, refused.body.error, refused.body.params]).toEqual([
    403,
    'blocked_by',
    { name: bram.name },
  ]);
  expect((await bram.say(anna, 'hi')).body.error).toBe('blocked');
  for (const id of [999_999, hidden.id, cam.id, anna.id])
    expect((await anna.say(id, 'hi')).body.error).toBe('not_found');
});

test('reaches an invisible member in an existing conversation', async () => {
  const [anna, bram] = [await site.person(), await site.person()];
  await anna.say(bram, 'hi');
  await sql`update profiles set invisible = true where id = ${bram.id}`.execute(site.db);
  expect((await anna.say(bram, 'still there?')).status).toBe(201);
});

test('lets an unconfirmed member write within the free limits, and get no replies', async () => {
  const [anna, bram] = [await site.person({ status: 'not_confirmed' }), await site.person()];
  expect((await anna.say(bram, 'hi')).status).toBe(201);
  const reply = await bram.say(anna, 'hello');
  expect([reply.status, reply.body.error]).toEqual([403, 'recipient_unconfirmed']);
});

test('requires the acknowledgement for the first paid message to a fictional profile, but not for free ones', async () => {
  const [anna, marit] = [await payer(5), await site.person({ kind: 'fictional' })];
  const free = await site.person();
  expect((await free.say(marit, 'free')).status).toBe(201);
  expect((await anna.say(marit, 'paid')).body.error).toBe('fictional_ack_required');
  expect(await site.credits(anna)).toBe(5);
  await anna.call('fictionalAck', { body: { profile: marit.id } });
  await anna.call('fictionalAck', { body: { profile: marit.id } });
  expect((await anna.say(marit, 'paid')).status).toBe(201);
  expect((await anna.call('fictionalAck', { body: { profile: free.id } })).status).toBe(404);
});

test('rejects paid messages above a member’s monthly cap, allows free ones, and resets each month', async () => {
  const [anna, bram] = [await payer(50), await site.person()];
  await sql`update members set spending_cap = 3 where id = ${anna.id}`.execute(site.db);
  const answers = await Promise.all(Array.from({ length: 5 }, () => anna.say(bram, 'hi')));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
  expect(answers.find(({ status }) => status === 429)?.body.error).toBe('spending_cap');
  await sql`update members set spending_month = spending_month - interval '1 month' where id = ${anna.id}`.execute(
    site.db,
  );
  expect((await anna.say(bram, 'a new month')).status).toBe(201);
  await sql`update members set spending_month_credits = 4 where id = ${anna.id}`.execute(site.db);
});

test('trims texts, refuses empty and long ones, and validates the rest of the body', async () => {
  const [anna, bram] = [await site.person(), await site.person()];
  const sent = await anna.say(bram, '  hello \u0007\r\nthere \ud83d\ude00 ');
  expect(sent.body.message.text).toBe('hello \nthere 😀');
  expect((await anna.say(bram, ' \n ')).body.error).toBe('message_empty');
  expect((await anna.say(bram, '😀'.repeat(1000))).status).toBe(201);
  expect((await anna.say(bram, '😀'.repeat(1001))).body).toMatchObject({
    error: 'message_too_long',
    params: { limit: 1000 },
  });
  expect((await anna.say(bram, 'x', { price: 0 })).body).toMatchObject({
    error: 'bad_request',
    fields: { price: 'unknown' },
  });
  expect((await anna.say(bram, 'x', { client_id: 'no uuid' })).body).toMatchObject({
    error: 'bad_request',
    fields: { client_id: 'invalid' },
  });
  expect((await anna.call('send', { body: { client_id: randomUUID(), text: 'to nobody' } })).status).toBe(
    400,
  );
  expect(
    (await anna.call('send', { body: { profile: bram.id, client_id: randomUUID(), gift: 'yacht' } })).status,
  ).toBe(400);
});

test('stores texts sent together as written, even if one is not valid Unicode', async () => {
  const texts = ['Broken \ud83d!', 'She said "hi" \\ {"a":[1]}', "💋\n\tD'accord, {null}"];
  const senders = await Promise.all(texts.map(() => site.person()));
  const to = await site.person();
  const sent = await Promise.all(senders.map((sender, index) => sender.say(to, texts[index] ?? '')));
  expect(sent.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(sent.map(({ body }) => body.message.text)).toEqual(texts.map((text) => text.toWellFormed()));
});

test('uses the site’s prices and limits', async () => {
  await site.setting({ message_credits: 3, free_messages: 0, gift_credits: 7, message_length: 10 });
  const [anna, bram] = [await site.person({ credits: 20 }), await site.person()];
  expect((await anna.say(bram, 'hi')).body.credits).toBe(17);
  const gift = await anna.call('send', { body: { profile: bram.id, client_id: randomUUID(), gift: 'ring' } });
  expect(gift.body).toMatchObject({
    credits: 10,
    message: { kind: 'gift', gift: { id: 'ring', credits: 7 } },
  });
  expect((await anna.say(bram, 'eleven char')).body.params).toEqual({ limit: 10 });
  await site.setting({
    message_credits: 1,
    free_messages: 5,
    gift_credits: 5,
    message_length: 1000,
    free_conversations: 1,
  });
  const carla = await site.person();
  expect((await carla.say(bram, 'one')).status).toBe(201);
  expect((await carla.say(anna, 'two')).body.params).toEqual({ limit: 1 });
  await site.setting({ free_conversations: 2 });
  expect((await carla.say(anna, 'two')).status).toBe(201);
});

test('stores a message and its notice together or not at all, even if the process is killed', async () => {
  const [anna, bram, carla] = [await site.person(), await site.person(), await site.person()];
  const outgoing = (profile: number) => ({
    sender: anna.id,
    conversation: null,
    profile,
    clientId: randomUUID(),
    kind: 'text' as const,
    text: 'Hi',
    gift: null,
    image: null,
    intimateConfirmed: false,
    replyTo: null,
    prompt: null,
    photo: null,
    likes: false,
    price: 0,
    freeMessages: 5,
    freeConversations: 5,
    ageCountries: '',
    verificationRule: 'off',
  });
  const noticesOf = async (member: number) => (await noticesTo(site.db, member)).length;
  // Only the query runs, as if the process were killed right after it.
  await storeMessages(site.db, [outgoing(bram.id)]);
  expect(await noticesOf(bram.id)).toBe(1);
  // Further unread messages are part of the first notification.
  await storeMessages(site.db, [outgoing(bram.id)]);
  expect(await noticesOf(bram.id)).toBe(1);
  // If the process is killed before the commit, neither is stored.
  await expect(
    site.db.transaction().execute(async (tx) => {
      await storeMessages(tx, [outgoing(carla.id)]);
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx);
    }),
  ).rejects.toThrow();
  expect(await noticesOf(carla.id)).toBe(0);
  expect(await messagesFrom(anna)).toHaveLength(2);
});

test('a locked conversation holds up its own messages only, and these are stored in order once it is free', async () => {
  const [anna, bram] = [await site.person({ premium: true }), await site.person({ premium: true })];
  await anna.say(bram, 'first');
  const others = await Promise.all(Array.from({ length: 12 }, () => site.person({ premium: true })));
  const sends: Promise<{ status: number }>[] = [];
  const took: number[] = [];
  await site.db.transaction().execute(async (tx) => {
    await sql`select from conversations where id = (select max(id) from conversations) for update`.execute(
      tx,
    );
    sends.push(...[anna.say(bram, 'second'), anna.say(bram, 'third'), bram.say(anna, 'answer')]);
    for (let round = 0; round < 4; round++) {
      const began = performance.now();
      const answers = await Promise.all(
        others.map((person, n) => person.say(itemAt(others, n ^ 1), `round ${round}`)),
      );
      expect(answers.every(({ status }) => status === 201)).toBe(true);
      took.push(performance.now() - began);
    }
  });
  // Without the limit each batch would wait for the row until its statement's timeout.
  expect(Math.max(...took)).toBeLessThan(2500);
  expect((await Promise.all(sends)).map(({ status }) => status)).toEqual([201, 201, 201]);
  expect((await messagesFrom(anna)).map(({ body }) => body)).toEqual(['first', 'second', 'third']);
});

test('an image waits for a locked conversation like a text', async () => {
  const [anna, bram] = [await payer(5), await site.person()];
  await anna.say(bram, 'first');
  const content = await picture(400, 400).png().toBuffer();
  const sends: Promise<{ status: number }>[] = [];
  await site.db.transaction().execute(async (tx) => {
    await sql`select from conversations where id = (select max(id) from conversations) for update`.execute(
      tx,
    );
    sends.push(anna.call('send', { body: { profile: bram.id, client_id: randomUUID() }, file: { content } }));
    // Longer than a query waits for a locked row.
    await wait(900);
  });
  expect((await Promise.all(sends)).map(({ status }) => status)).toEqual([201]);
});
