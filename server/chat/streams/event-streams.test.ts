import { ServerResponse } from 'node:http';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startChatSite, type ChatSite } from '#support/chat-site.ts';
import { createSession } from '../../identity/index.ts';
import { HEARTBEAT_MS } from '../../platform/live/event-stream.ts';

let site: ChatSite;
beforeAll(async () => void (site = await startChatSite()));
afterAll(() => site.close());

test('sends a message to the recipient and the sender’s other tabs, with badges and balance', async () => {
  const [anna, bram] = [await site.person({ credits: 9, premium: true }), await site.person()];
  await sql`update members set free_messages_used = 5 where id = ${anna.id}`.execute(site.db);
  const [tab, other] = await Promise.all([site.stream(anna), site.stream(bram)]);
  const sent = await anna.say(bram, 'live');

  const received = await other.next('message');
  expect(received.data).toMatchObject({
    message: { id: sent.body.message.id, text: 'live' },
    profile: { id: anna.id },
    unread: 1,
  });
  expect(received.data.message).not.toHaveProperty('credits');
  expect((await other.next('totals')).data).toEqual({ unread_messages: 1, new_likes: 0 });
  expect((await tab.next('message')).data).toMatchObject({
    message: { client_id: sent.body.message.client_id, credits: 1, read: false },
    profile: { id: bram.id },
  });
  expect((await tab.next('credits')).data).toEqual({ credits: 8, paid_user: true, reason: 'message' });

  await bram.call('chat', { query: { profile: anna.id } });
  expect((await tab.next('read')).data).toEqual({
    conversation: sent.body.conversation.id,
    message: sent.body.message.id,
    by: bram.id,
  });
  expect((await other.next('totals', (totals) => totals.unread_messages === 0)).data.unread_messages).toBe(0);

  await bram.call('typing', { body: { conversation: sent.body.conversation.id } });
  expect((await tab.next('typing')).data).toEqual({
    conversation: sent.body.conversation.id,
    profile: bram.id,
  });
  tab.close();
  other.close();
});

test('sends free members no read events', async () => {
  const [anna, bram] = [await site.person(), await site.person()];
  const tab = await site.stream(anna);
  await anna.say(bram, 'hi');
  await bram.call('chat', { query: { profile: anna.id } });
  await bram.say(anna, 'hello');
  await tab.next('message', ({ message }) => message.sender === bram.id);
  expect(tab.events.filter(({ name }) => name === 'read')).toEqual([]);
  tab.close();
});

test('announces a repeated client_id once', async () => {
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

test('sends a new stream the messages after the newest one of its page', async () => {
  const [anna, bram] = [await site.person(), await site.person()];
  const { message: seen } = (await anna.say(bram, 'on the page')).body;
  const { message: own } = (await bram.say(anna, 'from another tab')).body;
  await anna.say(bram, 'missed');
  const stream = await site.stream(bram, undefined, seen.id);
  expect((await stream.next('message', ({ message }) => message.text === 'missed')).data.unread).toBe(2);
  await stream.next('totals', ({ unread_messages: unread }) => unread === 2);
  const texts = stream.events.flatMap(({ name, data }) => (name === 'message' ? [data.message.text] : []));
  expect(texts).toEqual([own.text, 'missed']);
  stream.close();
});

test('sends a reconnecting stream its missed messages in order, including one with a smaller id committed later', async () => {
  const [anna, bram] = [await site.person(), await site.person()];
  const first = await site.stream(bram);
  await anna.say(bram, 'seen');
  const { id } = await first.next('message');
  first.close();
  await anna.say(bram, 'missed 1');
  await anna.say(bram, 'missed 2');
  const again = await site.stream(bram, id);
  await again.next('message', ({ message }) => message.text === 'missed 2');
  expect(again.events.filter(({ name }) => name === 'message').map(({ data }) => data.message.text)).toEqual([
    'missed 1',
    'missed 2',
  ]);
  await again.next('changed', ({ what }) => what === 'chats');
  again.close();
});

test('makes a stream that missed too much reload its lists', async () => {
  const [anna, bram] = [await site.person({ premium: true, credits: 300 }), await site.person()];
  const first = await site.stream(bram);
  await anna.say(bram, 'seen');
  const { id } = await first.next('message');
  first.close();
  // Live events of the last messages may still be on their way, and are not part of the catch-up.
  const witness = await site.stream(bram);
  for (let n = 0; n < 7; n++) {
    const sent = await Promise.all(Array.from({ length: 30 }, () => anna.say(bram, 'x')));
    expect(sent.filter(({ body }) => body.error)).toEqual([]);
  }
  await expect.poll(() => witness.events.filter(({ name }) => name === 'message').length).toBe(210);
  witness.close();
  const again = await site.stream(bram, id);
  await again.next('changed', ({ what }) => what === 'chats');
  expect(again.events.some(({ name }) => name === 'message')).toBe(false);
  again.close();
});

test('closes the event stream when its session ends, and not with another session of the member', async () => {
  const [anna, bram] = [await site.person(), await site.person()];
  const elsewhere = { ...anna, cookie: `auth=${await createSession(site.db, anna.id, 'another browser')}` };
  const [stream, other] = [await site.stream(anna), await site.stream(elsewhere)];
  await sql`delete from sessions where token_hash = sha256(${anna.cookie.split('.')[1]!}::bytea)`.execute(
    site.db,
  );
  site.site.app.events.publish('sessions_changed', { member_id: anna.id });
  await stream.ended();
  await bram.say(anna, 'still there?');
  await other.next('message', ({ message }) => message.text === 'still there?');
  other.close();
});

/** Runs `work` on a site of its own, whose timers only advance when the test says so. */
async function withOwnTime(work: (own: ChatSite) => Promise<void>): Promise<void> {
  vi.useFakeTimers({ toFake: ['setInterval', 'Date'] });
  const own = await startChatSite();
  try {
    await work(own);
  } finally {
    vi.restoreAllMocks();
    vi.useRealTimers();
    await own.close();
  }
}

test('closes a stream within a minute if the event of its session’s end was lost', async () => {
  await withOwnTime(async (own) => {
    const [anna, bram] = [await own.person(), await own.person()];
    const [stream, other] = [await own.stream(anna), await own.stream(bram)];
    await own.db.deleteFrom('sessions').where('member_id', '=', anna.id).execute();
    vi.advanceTimersByTime(HEARTBEAT_MS);
    await stream.ended();
    own.site.app.events.emit(bram.id, 'changed', { what: 'user' });
    await other.next('changed');
    other.close();
  });
});

test('closes streams whose sessions could not be checked twice', async () => {
  await withOwnTime(async (own) => {
    const stream = await own.stream(await own.person());
    const warn = vi.spyOn(own.site.app.log, 'warn');
    const failedCheck = async (closes: boolean) =>
      void (await expect
        .poll(() => warn.mock.calls.map(([about]) => about))
        .toContainEqual(expect.objectContaining({ streams: 1, closes })));
    await own.asOwner('alter table sessions rename to sessions_away');
    vi.advanceTimersByTime(HEARTBEAT_MS);
    await failedCheck(false);
    vi.advanceTimersByTime(HEARTBEAT_MS);
    await failedCheck(true);
    await stream.ended();
  });
});

test('spreads the heartbeats of members over time, one for each stream', async () => {
  await withOwnTime(async (own) => {
    const people = [await own.person(), await own.person(), await own.person()];
    const streams = await Promise.all(people.map((person) => own.stream(person)));
    const write = vi.spyOn(ServerResponse.prototype, 'write');
    const heartbeats = () => write.mock.calls.filter(([text]) => text === ':\n\n').length;
    const atOnce = Array.from({ length: 100 }, () => {
      const before = heartbeats();
      vi.advanceTimersByTime(HEARTBEAT_MS / 100);
      return heartbeats() - before;
    });
    expect(atOnce.filter((count) => count > 0)).toEqual([1, 1, 1]);
    for (const stream of streams) stream.close();
  });
});

test('refuses streams to visitors, and more than ten per member', async () => {
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

test('announces presence to conversation partners, except for invisible members', async () => {
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

test('ends streams when the server closes', async () => {
  const own = await startChatSite();
  const stream = await own.stream(await own.person());
  await own.close();
  await stream.ended();
});
