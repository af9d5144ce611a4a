import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { storeMessages } from './store-messages.ts';
import { startChatSite, type ChatSite, type Person } from '#support/chat-site.ts';
import { queuedJobs } from '#support/job-queue.ts';

let site: ChatSite;
beforeAll(async () => void (site = await startChatSite()));
afterEach(() => site.ledgerAddsUp());
afterAll(() => site.close());

/** Somebody whose free messages are used up. */
async function payer(credits: number): Promise<Person> {
  const person = await site.person({ credits, premium: true });
  await sql`update members set free_messages_used = 5 where id = ${person.id}`.execute(site.db);
  return person;
}

const messagesFrom = async (person: Person) =>
  site.db.selectFrom('messages').select(['id', 'credits', 'body', 'kind']).where('sender_id', '=', person.id).orderBy('id').execute();

test('forty parallel sends on fifty credits spend exactly forty', async () => {
  const [anna, bram] = [await payer(50), await site.person()];
  const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => anna.say(bram, `message ${i}`)));
  expect(answers.map(({ status }) => status)).toEqual(Array(40).fill(201));
  expect(await site.credits(anna)).toBe(10);
  expect(await messagesFrom(anna)).toHaveLength(40);
});

test('sixty parallel sends on fifty credits stop at fifty, and each of the fifty has its charge', async () => {
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

test('a gift beyond the balance does not refuse the texts beside it', async () => {
  const [anna, bram] = [await payer(4), await site.person()];
  const gift = { client_id: randomUUID(), profile: bram.id, gift: 'rose' };
  const [, refused, ,] = await Promise.all([anna.say(bram, 'one'), anna.call('send', { body: gift }), anna.say(bram, 'two'), anna.say(bram, 'three')]);
  expect(refused!.body.error).toBe('not_enough_credits');
  expect(await site.credits(anna)).toBe(1);
});

test('the same client_id five times in parallel stores one message and charges once; all answers are the same', async () => {
  const [anna, bram] = [await payer(10), await site.person()];
  const client_id = randomUUID();
  const answers = await Promise.all(Array.from({ length: 5 }, () => anna.say(bram, 'only once', { client_id })));
  expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(201));
  expect(new Set(answers.map(({ body }) => JSON.stringify(body)))).toHaveLength(1);
  expect(await messagesFrom(anna)).toHaveLength(1);
  expect(await site.credits(anna)).toBe(9);
  const later = await anna.say(bram, 'another text', { client_id });
  expect(later.body).toEqual(answers[0]!.body);
});

test('five messages are free, then each costs; the answer carries the balance', async () => {
  const [anna, bram] = [await site.person({ credits: 3 }), await site.person()];
  const balances: number[] = [];
  for (let i = 0; i < 8; i++) balances.push((await anna.say(bram, `${i}`)).body.credits);
  expect(balances).toEqual([3, 3, 3, 3, 3, 2, 1, 0]);
  expect((await anna.say(bram, 'one too many')).status).toBe(402);
  const { body } = await anna.call('chat', { query: { profile: bram.id } });
  expect(body.conversation!.credits_spent).toBe(3);
  expect(body.price!.free_messages_left).toBe(0);
});

test('a free member writes in two conversations, a premium member in any number; deleting frees none', async () => {
  const anna = await site.person();
  const others = await Promise.all([1, 2, 3].map(() => site.person()));
  const first = await anna.say(others[0]!, 'one');
  await anna.say(others[1]!, 'two');
  await anna.call('deleteChat', { body: { conversation: first.body.conversation.id } });
  const third = await anna.say(others[2]!, 'three');
  expect([third.status, third.body.error, third.body.params]).toEqual([403, 'conversation_limit', { limit: 2 }]);
  // Writing on in the two is no third, and neither is a repeat.
  expect((await anna.say(others[0]!, 'again')).status).toBe(201);
  await sql`update members set paid_user = true where id = ${anna.id}`.execute(site.db);
  expect((await anna.say(others[2]!, 'three')).status).toBe(201);
});

test('parallel first messages to many members open two conversations, not one more', async () => {
  const anna = await site.person();
  const others = await Promise.all(Array.from({ length: 8 }, () => site.person()));
  const answers = await Promise.all(others.map((other) => anna.say(other, 'hi')));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
});

test('two members who write to each other for the first time at the same moment share one conversation', async () => {
  const [anna, bram] = [await site.person(), await site.person()];
  const [one, two] = await Promise.all([anna.say(bram, 'hi'), bram.say(anna, 'hello')]);
  expect(one!.body.conversation.id).toBe(two!.body.conversation.id);
  expect(
    (await site.db.selectFrom('participants').select('unread').where('member_id', 'in', [anna.id, bram.id]).execute()).map(({ unread }) => unread),
  ).toEqual([1, 1]);
});

test('a blocked member is refused by name, the blocker cannot write either, and unknown, invisible, cam and own profiles are not found', async () => {
  const anna = await site.person();
  const [bram, hidden, cam] = [await site.person(), await site.person({ invisible: true }), await site.person({ kind: 'cam' })];
  await site.db.insertInto('blocks').values({ blocker_id: bram.id, blocked_id: anna.id }).execute();
  const refused = await anna.say(bram, 'hi');
  expect([refused.status, refused.body.error, refused.body.params]).toEqual([403, 'blocked_by', { name: bram.name }]);
  expect((await bram.say(anna, 'hi')).body.error).toBe('blocked');
  for (const id of [999_999, hidden.id, cam.id, anna.id]) expect((await anna.say(id, 'hi')).body.error).toBe('not_found');
});

test('an invisible member is reached in a conversation that exists', async () => {
  const [anna, bram] = [await site.person(), await site.person()];
  await anna.say(bram, 'hi');
  await sql`update profiles set invisible = true where id = ${bram.id}`.execute(site.db);
  expect((await anna.say(bram, 'still there?')).status).toBe(201);
});

test('an unconfirmed member writes within the free limits and gets no replies', async () => {
  const [anna, bram] = [await site.person({ status: 'not_confirmed' }), await site.person()];
  expect((await anna.say(bram, 'hi')).status).toBe(201);
  const reply = await bram.say(anna, 'hello');
  expect([reply.status, reply.body.error]).toEqual([403, 'recipient_unconfirmed']);
});

test('the first paid message to a fictional profile needs the acknowledgement, free ones do not', async () => {
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

test("the member's own monthly cap refuses paid messages, lets free ones through, and resets with the next month", async () => {
  const [anna, bram] = [await payer(50), await site.person()];
  await sql`update members set spending_cap = 3 where id = ${anna.id}`.execute(site.db);
  const answers = await Promise.all(Array.from({ length: 5 }, () => anna.say(bram, 'hi')));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
  expect(answers.find(({ status }) => status === 429)?.body.error).toBe('spending_cap');
  await sql`update members set spending_month = spending_month - interval '1 month' where id = ${anna.id}`.execute(site.db);
  expect((await anna.say(bram, 'a new month')).status).toBe(201);
  await sql`update members set spending_month_credits = 4 where id = ${anna.id}`.execute(site.db);
});

test('texts are tidied, empty and too long ones are refused, and the rest of the body is strict', async () => {
  const [anna, bram] = [await site.person(), await site.person()];
  const sent = await anna.say(bram, '  hello \u0007\r\nthere \ud83d\ude00 ');
  expect(sent.body.message.text).toBe('hello \nthere 😀');
  expect((await anna.say(bram, ' \n ')).body.error).toBe('message_empty');
  expect((await anna.say(bram, '😀'.repeat(1000))).status).toBe(201);
  expect((await anna.say(bram, '😀'.repeat(1001))).body).toMatchObject({ error: 'message_too_long', params: { limit: 1000 } });
  expect((await anna.say(bram, 'x', { price: 0 })).body).toMatchObject({ error: 'bad_request', fields: { price: 'unknown' } });
  expect((await anna.say(bram, 'x', { client_id: 'no uuid' })).body).toMatchObject({ error: 'bad_request', fields: { client_id: 'invalid' } });
  expect((await anna.call('send', { body: { client_id: randomUUID(), text: 'to nobody' } })).status).toBe(400);
  expect((await anna.call('send', { body: { profile: bram.id, client_id: randomUUID(), gift: 'yacht' } })).status).toBe(400);
});

test('prices and limits are the settings of the site', async () => {
  await site.setting({ message_credits: 3, free_messages: 0, gift_credits: 7, message_length: 10 });
  const [anna, bram] = [await site.person({ credits: 20 }), await site.person()];
  expect((await anna.say(bram, 'hi')).body.credits).toBe(17);
  const gift = await anna.call('send', { body: { profile: bram.id, client_id: randomUUID(), gift: 'ring' } });
  expect(gift.body).toMatchObject({ credits: 10, message: { kind: 'gift', gift: { id: 'ring', credits: 7 } } });
  expect((await anna.say(bram, 'eleven char')).body.params).toEqual({ limit: 10 });
  await site.setting({ message_credits: 1, free_messages: 5, gift_credits: 5, message_length: 1000, free_conversations: 1 });
  const carla = await site.person();
  expect((await carla.say(bram, 'one')).status).toBe(201);
  expect((await carla.say(anna, 'two')).body.params).toEqual({ limit: 1 });
  await site.setting({ free_conversations: 2 });
  expect((await carla.say(anna, 'two')).status).toBe(201);
});

test('a message and the job that tells of it are stored together or not at all, whatever happens to the process afterwards', async () => {
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
    price: 0,
    freeMessages: 5,
    freeConversations: 5,
  });
  const jobsOf = async (member: number) =>
    (await queuedJobs(site.db, 'message-notification')).filter(({ key }) => key?.startsWith(`message ${member} `)).length;
  // All that a process does before it may be killed: the statement. Nothing that comes after it is run here.
  await storeMessages(site.db, [outgoing(bram.id)]);
  expect(await jobsOf(bram.id)).toBe(1);
  // Further unread messages are told together with the first.
  await storeMessages(site.db, [outgoing(bram.id)]);
  expect(await jobsOf(bram.id)).toBe(1);
  // Killed before its commit: neither is there.
  await expect(
    site.db.transaction().execute(async (tx) => {
      await storeMessages(tx, [outgoing(carla.id)]);
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx);
    }),
  ).rejects.toThrow();
  expect(await jobsOf(carla.id)).toBe(0);
  expect(await messagesFrom(anna)).toHaveLength(2);
});
