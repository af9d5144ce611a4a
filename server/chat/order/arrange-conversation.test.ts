import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CallBody } from '#contract/calls.ts';
import { MOST_PINNED } from '#contract/rules/chat-rules.ts';
import { startChatSite, type ChatSite, type Person } from '#support/chat-site.ts';
import { queuedJobs } from '#support/job-queue.ts';

let site: ChatSite;
beforeAll(async () => void (site = await startChatSite()));
afterAll(() => site.close());

type Order = Omit<CallBody<'arrangeChat'>, 'conversation'>;
const arrange = (who: Person, conversation: number, order: Order) =>
  who.call('arrangeChat', { body: { conversation, ...order } });
const listOf = async (who: Person, list?: 'requests' | 'archived' | 'unread') =>
  (await who.call('chats', { query: { list } })).body;
const namesIn = async (who: Person, list?: 'requests' | 'archived' | 'unread') =>
  (await listOf(who, list)).chats.map(({ profile }) => profile.name);
const unreadOf = async (who: Person) => (await who.call('user')).body.unread_messages;

/** A member and others who have written to them, the last of whom is newest. */
async function withMail(count: number) {
  const anna = await site.person({ premium: true, credits: 50 });
  const others: (Person & { conversation: number })[] = [];
  for (let i = 0; i < count; i++) {
    const other = await site.person({ credits: 20 });
    const { body } = await other.say(anna, `Hello ${i}`);
    others.push({ ...other, conversation: body.conversation.id });
  }
  return { anna, others };
}

test('lists pinned conversations first, whatever is newest, and on the first page only', async () => {
  const { anna, others } = await withMail(3);
  const [first, second, third] = others as [Person, Person, Person] & typeof others;
  expect((await arrange(anna, others[0]!.conversation, { pinned: true })).status).toBe(200);
  expect(await namesIn(anna)).toEqual([first.name, third.name, second.name]);
  expect((await listOf(anna)).chats[0]).toMatchObject({ pinned: true });
  await second.say(anna, 'Again');
  expect(await namesIn(anna)).toEqual([first.name, second.name, third.name]);
  await arrange(anna, others[0]!.conversation, { pinned: false });
  expect(await namesIn(anna)).toEqual([second.name, third.name, first.name]);
  // The others keep their own order.
  expect((await listOf(first)).chats[0]).not.toHaveProperty('pinned');
});

test('refuses one pin more than allowed, also of two at once, and frees a place with unpinning', async () => {
  const { anna, others } = await withMail(MOST_PINNED + 2);
  const ids = others.map(({ conversation }) => conversation);
  const answers = await Promise.all(ids.map((id) => arrange(anna, id, { pinned: true })));
  const refused = answers.filter(({ status }) => status === 409);
  expect(refused.map(({ body }) => body)).toMatchObject(
    Array.from({ length: 2 }, () => ({ error: 'too_many_pinned', params: { most: MOST_PINNED } })),
  );
  const pinned = (await listOf(anna)).chats.filter((chat) => chat.pinned);
  expect(pinned).toHaveLength(MOST_PINNED);
  const left = ids.find((id) => !pinned.some(({ conversation }) => conversation.id === id))!;
  // A repeat of a pin needs no place of its own.
  expect((await arrange(anna, pinned[0]!.conversation.id, { pinned: true })).status).toBe(200);
  await arrange(anna, pinned[0]!.conversation.id, { pinned: false });
  expect((await arrange(anna, left, { pinned: true })).status).toBe(200);
});

test('moves a conversation to the archive, and back with the next message', async () => {
  const { anna, others } = await withMail(2);
  const [bram, carla] = others as [(typeof others)[0], (typeof others)[0]];
  const tab = await site.stream(anna);
  await arrange(anna, bram.conversation, { pinned: true });
  await arrange(anna, bram.conversation, { archived: true });
  await tab.next('changed', ({ what }) => what === 'order');
  expect(await namesIn(anna)).toEqual([carla.name]);
  expect((await listOf(anna)).archived).toBe(1);
  expect((await listOf(anna, 'archived')).chats).toMatchObject([{ archived: true }]);
  // What is archived counts as read, but the sender gets no receipt.
  expect(await unreadOf(anna)).toBe(1);
  const { rows } = await sql<{ last_read_id: number }>`
    select last_read_id from participants where member_id = ${anna.id} and conversation_id = ${bram.conversation}`.execute(
    site.db,
  );
  expect(rows).toEqual([{ last_read_id: 0 }]);
  // A search still finds it.
  expect(
    (await anna.call('searchChats', { body: { text: bram.name } })).body.people.map(
      ({ profile }) => profile.id,
    ),
  ).toContain(bram.id);

  await bram.say(anna, 'Are you there?');
  expect(await namesIn(anna)).toEqual([bram.name, carla.name]);
  expect(await unreadOf(anna)).toBe(2);
  // The member's own message brings it back as well.
  await arrange(anna, bram.conversation, { archived: true });
  await anna.say(bram, 'Yes');
  expect((await listOf(anna)).archived).toBe(0);
  tab.close();
});

test('leaves a muted conversation in the archive and out of the badge until the mute ends', async () => {
  const { anna, others } = await withMail(1);
  const [bram] = others as [(typeof others)[0]];
  await arrange(anna, bram.conversation, { mute: 'week', archived: true });
  await bram.say(anna, 'Psst');
  expect((await listOf(anna, 'archived')).chats).toMatchObject([{ muted: true, num_unread_messages: 1 }]);
  expect(await unreadOf(anna)).toBe(0);
  await arrange(anna, bram.conversation, { archived: false });
  expect((await listOf(anna)).chats).toMatchObject([{ muted: true, num_unread_messages: 1 }]);
  expect(await unreadOf(anna)).toBe(0);
  await sql`update participants set muted_until = app_now() - interval '1 second' where member_id = ${anna.id}`.execute(
    site.db,
  );
  expect((await listOf(anna)).chats[0]).not.toHaveProperty('muted');
  expect(await unreadOf(anna)).toBe(1);
});

test('notifies of what is unread once a mute is taken off', async () => {
  const { anna, others } = await withMail(1);
  const [bram] = others as [(typeof others)[0]];
  const waiting = async () =>
    (await queuedJobs(site.db, 'message-notification')).filter(({ key }) =>
      key?.startsWith(`message ${anna.id} `),
    ).length;
  await sql`select graphile_worker.remove_job(key) from graphile_worker.jobs where key like ${`message ${anna.id} %`}`.execute(
    site.db,
  );
  await arrange(anna, bram.conversation, { mute: 'forever' });
  await bram.say(anna, 'Not the first');
  expect(await waiting()).toBe(0);
  await arrange(anna, bram.conversation, { mute: null });
  expect(await waiting()).toBe(1);
});

test('marks a conversation as unread until it is opened, without a receipt or a message in the badge', async () => {
  const { anna, others } = await withMail(2);
  const [bram] = others as [(typeof others)[0]];
  const open = () => anna.call('chat', { query: { conversation: bram.conversation } });
  await open();
  expect(await namesIn(anna, 'unread')).toEqual([others[1]!.name]);
  // The mark says nothing about receipts, which were off when the message was read.
  await sql`update participants set last_read_id = 0 where member_id = ${anna.id} and conversation_id = ${bram.conversation}`.execute(
    site.db,
  );
  await arrange(anna, bram.conversation, { unread: true });
  expect(await namesIn(anna, 'unread')).toEqual([others[1]!.name, bram.name]);
  expect((await listOf(anna)).chats[1]).toMatchObject({ marked_unread: true, num_unread_messages: 0 });
  expect(await unreadOf(anna)).toBe(1);
  const [tab, his] = await Promise.all([site.stream(anna), site.stream(bram)]);
  await open();
  await tab.next('read', ({ conversation }) => conversation === bram.conversation);
  expect(await namesIn(anna, 'unread')).toEqual([others[1]!.name]);
  const { rows } = await sql<{ last_read_id: number }>`
    select last_read_id from participants where member_id = ${anna.id} and conversation_id = ${bram.conversation}`.execute(
    site.db,
  );
  expect(rows).toEqual([{ last_read_id: 0 }]);
  await anna.say(bram, 'An event after it');
  await his.next('message');
  expect(his.events.filter(({ name }) => name === 'read')).toEqual([]);
  for (const stream of [tab, his]) stream.close();
});

test('refuses the order of a conversation that the member’s list does not have', async () => {
  const { anna, others } = await withMail(1);
  const [bram] = others as [(typeof others)[0]];
  const stranger = await site.person();
  expect((await arrange(stranger, bram.conversation, { pinned: true })).status).toBe(404);
  expect((await arrange(anna, bram.conversation, {})).status).toBe(400);
  await arrange(anna, bram.conversation, { pinned: true, mute: 'hour' });
  await anna.call('deleteChat', { body: { conversation: bram.conversation } });
  expect((await arrange(anna, bram.conversation, { archived: true })).status).toBe(404);
  // It comes back as a new one would, but stays muted.
  await bram.say(anna, 'Hello again');
  const [chat] = (await listOf(anna)).chats;
  expect(chat).toMatchObject({ muted: true });
  expect(chat).not.toHaveProperty('pinned');
});
