import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { itemAt } from '#contract/must.ts';
import { startChatSite, type ChatSite, type Person } from '#support/chat-site.ts';

let site: ChatSite;
beforeAll(async () => void (site = await startChatSite()));
afterAll(() => site.close());

/** Two members with a message of the first that the second has answered. */
async function talk() {
  const [anna, bram] = [await site.person({ premium: true }), await site.person({ premium: true })];
  const sent = (await anna.say(bram, 'Shall we meet?')).body;
  const answer = (await bram.say(anna, 'Yes')).body.message;
  return { anna, bram, conversation: sent.conversation.id, message: sent.message.id, answer: answer.id };
}

const read = async (who: Person, conversation: number) =>
  (await who.call('chat', { query: { conversation } })).body.messages;

const readOne = async (who: Person, conversation: number, message: number) =>
  (await read(who, conversation)).find(({ id }) => id === message);

const age = (message: number, minutes: number) =>
  sql`update messages set created_at = app_now() - ${minutes} * interval '1 minute' where id = ${message}`.execute(
    site.db,
  );

test('stores one reaction per member and message, shows it to both at once, changes and withdraws it', async () => {
  const { anna, bram, conversation, message } = await talk();
  await read(anna, conversation);
  const [tab, other] = await Promise.all([site.stream(bram), site.stream(anna)]);
  const react = (who: Person, emoji: string | null) =>
    who.call('react', { body: { conversation, message, emoji } });

  expect((await react(bram, '❤️')).body.message).toMatchObject({
    reactions: { recipient: '❤️' },
    revision: 1,
  });
  expect((await other.next('message_changed')).data.message).toMatchObject({
    id: message,
    reactions: { recipient: '❤️' },
  });
  await tab.next('message_changed', (data) => data.message.id === message);
  expect(await readOne(anna, conversation, message)).toMatchObject({ reactions: { recipient: '❤️' } });

  await react(bram, '👨‍👩‍👧');
  await react(anna, '🔥');
  await react(anna, '🔥');
  expect(await readOne(bram, conversation, message)).toMatchObject({
    reactions: { sender: '🔥', recipient: '👨‍👩‍👧' },
    revision: 3,
  });
  await react(bram, null);
  await react(anna, null);
  expect(await readOne(bram, conversation, message)).not.toHaveProperty('reactions');
  for (const stream of [tab, other]) stream.close();
});

test('refuses a reaction that is no emoji, to a deleted message, to someone else’s conversation and after a block', async () => {
  const { anna, bram, conversation, message } = await talk();
  const stranger = await site.person();
  const react = (who: Person, emoji: string) => who.call('react', { body: { conversation, message, emoji } });
  for (const emoji of ['ok', '❤️❤️', ' ', '<b>']) expect((await react(bram, emoji)).status, emoji).toBe(400);
  expect((await react(stranger, '👍')).body).toMatchObject({ error: 'not_found' });

  await sql`insert into blocks (blocker_id, blocked_id) values (${anna.id}, ${bram.id})`.execute(site.db);
  expect((await react(bram, '👍')).body).toMatchObject({ error: 'blocked_by' });
  expect((await react(anna, '👍')).body).toMatchObject({ error: 'blocked' });
  await sql`delete from blocks where blocker_id = ${anna.id}`.execute(site.db);

  await react(bram, '👍');
  await anna.call('deleteMessage', { body: { message } });
  expect((await react(bram, '👍')).body).toMatchObject({ error: 'message_deleted' });
  expect(await readOne(bram, conversation, message)).not.toHaveProperty('reactions');
});

test('does not let a member react to a request before accepting it, and tells its recipient of no change', async () => {
  const [anna, bram] = [await site.person({ premium: true }), await site.person()];
  await sql`insert into contact_conditions (member_id, verified, others) values (${bram.id}, true, 'requests')`.execute(
    site.db,
  );
  const { message, conversation } = (await anna.say(bram, 'Hi')).body;
  const which = { conversation: conversation.id, message: message.id };
  const stream = await site.stream(bram);
  expect((await bram.call('react', { body: { ...which, emoji: '👍' } })).body.error).toBe('request_open');
  await anna.call('editMessage', { body: { ...which, text: 'Hello' } });
  await stream.next('changed', (data) => data.conversation === conversation.id);
  expect(stream.events.filter(({ name }) => name === 'message_changed')).toEqual([]);
  await bram.call('answerRequest', { body: { conversation: conversation.id, accept: true } });
  expect((await bram.call('react', { body: { ...which, emoji: '👍' } })).status).toBe(200);
  stream.close();
});

test('quotes the message that a reply refers to, and follows its edits and its end', async () => {
  const { anna, bram, conversation, message } = await talk();
  const stream = await site.stream(anna);
  const reply = (await bram.say(anna, 'Where?', { reply_to: message })).body.message;
  expect(reply.quote).toEqual({ id: message, sender: anna.id, kind: 'text', text: 'Shall we meet?' });
  expect((await stream.next('message', (data) => data.message.id === reply.id)).data.message.quote).toEqual(
    reply.quote,
  );
  const quote = async () => (await readOne(anna, conversation, reply.id))?.quote;
  expect(await quote()).toEqual(reply.quote);
  await anna.call('editMessage', { body: { conversation, message, text: 'Shall we meet on Friday?' } });
  expect((await quote())?.text).toBe('Shall we meet on Friday?');
  await anna.call('deleteMessage', { body: { message } });
  expect(await quote()).toEqual({ id: message, sender: anna.id, kind: 'deleted', text: null });
  await sql`delete from messages where id = ${message}`.execute(site.db);
  expect(await quote()).toEqual({ id: message, sender: null, kind: 'deleted', text: null });
  stream.close();
});

test('sends a reply to a message of another conversation without the quote', async () => {
  const [one, other] = [await talk(), await talk()];
  const sent = await one.bram.say(one.anna, 'Where?', { reply_to: other.message });
  expect(sent.status).toBe(201);
  expect(sent.body.message).not.toHaveProperty('quote');
  const fresh = await one.bram.say(other.anna, 'Hi', { reply_to: one.message });
  expect(fresh.body.message).not.toHaveProperty('quote');
});

test('edits a text for both sides, free of charge, and keeps the former ones', async () => {
  const { anna, bram, conversation, message, answer } = await talk();
  const credits = await site.credits(anna);
  const [tab, other] = await Promise.all([site.stream(anna), site.stream(bram)]);
  const edit = (text: string, which = message, who = anna) =>
    who.call('editMessage', { body: { conversation, message: which, text } });

  expect((await edit('  Shall we meet on Friday?\u0007 ')).body.message).toMatchObject({
    text: 'Shall we meet on Friday?',
    revision: 1,
  });
  for (const stream of [tab, other])
    expect((await stream.next('message_changed')).data.message).toMatchObject({
      id: message,
      text: 'Shall we meet on Friday?',
    });
  await edit('Shall we meet on Friday?');
  await edit('Shall we meet on Saturday?');
  expect(await readOne(bram, conversation, message)).toMatchObject({
    text: 'Shall we meet on Saturday?',
    revision: 2,
    edited_at: expect.any(String),
  });
  expect(await site.credits(anna)).toBe(credits);
  const { rows } = await sql<{ texts: string[] }>`
    select array(select jsonb_array_elements(former_texts) ->> 'text') as texts from messages where id = ${message}`.execute(
    site.db,
  );
  expect(itemAt(rows, 0).texts).toEqual(['Shall we meet?', 'Shall we meet on Friday?']);

  // The newest message of a conversation is also in both lists.
  await edit('No', answer, bram);
  for (const who of [anna, bram])
    expect((await who.call('chats')).body.chats[0]?.last_message).toMatchObject({ id: answer, text: 'No' });
  for (const stream of [tab, other]) stream.close();
});

test('refuses an edit of another’s message, of a gift, without words, too long, deleted and after 15 minutes', async () => {
  const { anna, bram, conversation, message } = await talk();
  const edit = async (who: Person, text: string, which = message) =>
    (await who.call('editMessage', { body: { conversation, message: which, text } })).body;
  expect(await edit(bram, 'Mine now')).toMatchObject({ error: 'not_found' });
  expect(await edit(anna, ' \n ')).toMatchObject({ error: 'message_empty' });
  expect(await edit(anna, 'x'.repeat(1001))).toMatchObject({ error: 'message_too_long' });
  await sql`update messages set kind = 'gift', gift = 'rose', body = null where id = ${message}`.execute(
    site.db,
  );
  expect(await edit(anna, 'A rose')).toMatchObject({ error: 'not_found' });
  await sql`update messages set kind = 'text', gift = null, body = 'Hi' where id = ${message}`.execute(
    site.db,
  );
  await age(message, 14);
  expect((await edit(anna, 'In time')).message).toMatchObject({ text: 'In time' });
  await age(message, 16);
  expect(await edit(anna, 'Too late')).toMatchObject({ error: 'edit_too_late' });
  // The text is as stored already, so a repeat of an edit in time succeeds.
  expect((await edit(anna, 'In time')).message).toMatchObject({ text: 'In time' });
  await anna.call('deleteMessage', { body: { message } });
  expect(await edit(anna, 'Back')).toMatchObject({ error: 'message_deleted' });
  const { rows } = await sql<{
    former_texts: unknown;
  }>`select former_texts from messages where id = ${message}`.execute(site.db);
  expect(itemAt(rows, 0).former_texts).toBeNull();
});

test('covers an unanswered conversation when an edit brings a hidden word into it', async () => {
  const [anna, bram] = [await site.person({ premium: true }), await site.person()];
  await sql`insert into contact_conditions (member_id, hidden_words) values (${bram.id}, '{crypto}')`.execute(
    site.db,
  );
  const { message, conversation } = (await anna.say(bram, 'Do you invest?')).body;
  await anna.call('editMessage', {
    body: { conversation: conversation.id, message: message.id, text: 'Do you like crypto?' },
  });
  expect((await bram.call('chats')).body).toMatchObject({ chats: [], requests: 1 });
  expect((await bram.call('user')).body.unread_messages).toBe(0);
  expect((await bram.call('chats', { query: { list: 'requests' } })).body.chats[0]).toMatchObject({
    veiled: true,
    last_message: { text: null },
  });
});

test('a repeated send answers with the message as edited since', async () => {
  const [anna, bram] = [await site.person({ premium: true }), await site.person()];
  const client_id = randomUUID();
  const { message, conversation } = (await anna.say(bram, 'Hi', { client_id })).body;
  await anna.call('editMessage', {
    body: { conversation: conversation.id, message: message.id, text: 'Hello' },
  });
  expect((await anna.say(bram, 'Hi', { client_id })).body.message).toMatchObject({
    id: message.id,
    text: 'Hello',
    revision: 1,
  });
});
