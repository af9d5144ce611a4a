import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createSession } from '../../identity/index.ts';
import { startChatSite, type ChatSite } from '#support/chat-site.ts';

let site: ChatSite;
beforeAll(async () => void (site = await startChatSite()));
afterAll(() => site.close());

test('a message reaches the other and the own other tabs, with badges and balance', async () => {
  const [anna, bram] = [await site.person({ credits: 9, premium: true }), await site.person()];
  await sql`update members set free_messages_used = 5 where id = ${anna.id}`.execute(site.db);
  const [tab, other] = await Promise.all([site.stream(anna), site.stream(bram)]);
  const sent = await anna.say(bram, 'live');

  const received = await other.next('message');
  expect(received.data).toMatchObject({ message: { id: sent.body.message.id, text: 'live' }, profile: { id: anna.id }, unread: 1 });
  expect(received.data.message).not.toHaveProperty('credits');
  expect((await other.next('totals')).data).toEqual({ unread_messages: 1, new_likes: 0 });
  expect((await tab.next('message')).data).toMatchObject({
    message: { client_id: sent.body.message.client_id, credits: 1, read: false },
    profile: { id: bram.id },
  });
  expect((await tab.next('credits')).data).toEqual({ credits: 8, paid_user: true, reason: 'message' });

  await bram.call('chat', { query: { profile: anna.id } });
  expect((await tab.next('read')).data).toEqual({ conversation: sent.body.conversation.id, message: sent.body.message.id, by: bram.id });
  expect((await other.next('totals', (totals) => totals.unread_messages === 0)).data.unread_messages).toBe(0);

  await bram.call('typing', { body: { conversation: sent.body.conversation.id } });
  expect((await tab.next('typing')).data).toEqual({ conversation: sent.body.conversation.id, profile: bram.id });
  tab.close();
  other.close();
});

test('free members are not told when they are read', async () => {
  const [anna, bram] = [await site.person(), await site.person()];
  const tab = await site.stream(anna);
  await anna.say(bram, 'hi');
  await bram.call('chat', { query: { profile: anna.id } });
  await bram.say(anna, 'hello');
  await tab.next('message', ({ message }) => message.sender === bram.id);
  expect(tab.events.filter(({ name }) => name === 'read')).toEqual([]);
  tab.close();
});

test('a repeat of a client_id is announced once', async () => {
  const [anna, bram] = [await site.person(), await site.person()];
  const other = await site.stream(bram);
  const client_id = crypto.randomUUID();
  await anna.say(bram, 'hi', { client_id });
  await anna.say(bram, 'hi', { client_id });
  await anna.say(bram, 'end');
  await other.next('message', ({ message }) => message.text === 'end');
  expect(other.events.filter(({ name }) => name === 'message')).toHaveLength(2);
  other.close();
});

test('a stream that reconnects gets what it missed, in order, including a message with a smaller id that was committed later', async () => {
  const [anna, bram] = [await site.person(), await site.person()];
  const first = await site.stream(bram);
  await anna.say(bram, 'seen');
  const { id } = await first.next('message');
  first.close();
  await anna.say(bram, 'missed 1');
  await anna.say(bram, 'missed 2');
  const again = await site.stream(bram, id);
  await again.next('message', ({ message }) => message.text === 'missed 2');
  expect(again.events.filter(({ name }) => name === 'message').map(({ data }) => data.message.text)).toEqual(['missed 1', 'missed 2']);
  await again.next('changed', ({ what }) => what === 'chats');
  again.close();
});

test('after a long absence the lists are reloaded instead', async () => {
  const [anna, bram] = [await site.person({ premium: true, credits: 300 }), await site.person()];
  const first = await site.stream(bram);
  await anna.say(bram, 'seen');
  const { id } = await first.next('message');
  first.close();
  await Promise.all(Array.from({ length: 210 }, () => anna.say(bram, 'x')));
  // Live events of the last ones may still be on their way, and are none of the catching up.
  await wait(500);
  const again = await site.stream(bram, id);
  await again.next('changed', ({ what }) => what === 'chats');
  expect(again.events.some(({ name }) => name === 'message')).toBe(false);
  again.close();
});

test('a stream ends with its session, and not with another session of the member', async () => {
  const [anna, bram] = [await site.person(), await site.person()];
  const elsewhere = { ...anna, cookie: `auth=${await createSession(site.db, anna.id, 'another browser')}` };
  const [stream, other] = [await site.stream(anna), await site.stream(elsewhere)];
  await sql`delete from sessions where token_hash = sha256(${anna.cookie.split('.')[1]!}::bytea)`.execute(site.db);
  site.site.app.events.publish('sessions_changed', { member_id: anna.id });
  await stream.ended();
  await bram.say(anna, 'still there?');
  await other.next('message', ({ message }) => message.text === 'still there?');
  other.close();
});

test('a stream whose session ended unheard, or cannot be checked, ends by itself within a minute', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'Date'] });
  const own = await startChatSite();
  try {
    const [anna, bram] = [await own.person(), await own.person()];
    const streams = [await own.stream(anna), await own.stream(bram)];
    // Another process ended the session, and its word did not come.
    await own.db.deleteFrom('sessions').where('member_id', '=', anna.id).execute();
    vi.advanceTimersByTime(31_000);
    await streams[0]!.ended();
    await own.asOwner('alter table sessions rename to sessions_away');
    vi.advanceTimersByTime(31_000);
    await streams[1]!.ended();
  } finally {
    vi.useRealTimers();
    await own.close();
  }
});

test('visitors have no stream, and a member at most ten', async () => {
  expect((await fetch(`${site.origin}/api/events.php`)).status).toBe(403);
  const anna = await site.person();
  const streams = await Promise.all(Array.from({ length: 10 }, () => site.stream(anna)));
  const refused = await fetch(`${site.origin}/api/events.php`, { headers: { cookie: anna.cookie } });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30']);
  streams[0]!.close();
  await expect
    .poll(async () => {
      const stream = await site.stream(anna);
      stream.close();
      return stream.status;
    })
    .toBe(200);
  for (const stream of streams) stream.close();
});

test('those one talks with hear that one came; an invisible member comes unheard', async () => {
  const [anna, bram, hidden] = [await site.person(), await site.person(), await site.person()];
  await anna.say(bram, 'hi');
  await hidden.say(bram, 'hi');
  await sql`update profiles set invisible = true where id = ${hidden.id}`.execute(site.db);
  const other = await site.stream(bram);
  const tabs = await Promise.all([site.stream(hidden), site.stream(anna)]);
  expect((await other.next('presence')).data).toEqual({ profile: anna.id, online: true });
  await anna.say(bram, 'end');
  await other.next('message');
  expect(other.events.filter(({ name }) => name === 'presence')).toHaveLength(1);
  for (const stream of [other, ...tabs]) stream.close();
});

test('streams end when the server does', async () => {
  const own = await startChatSite();
  const stream = await own.stream(await own.person());
  await own.close();
  await stream.ended();
});
