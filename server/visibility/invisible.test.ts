import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { type Client, testApp } from '#support/app.ts';
import { browserOf, plant, plantWithBrowser } from '#support/members.ts';
import { picture } from '#support/pictures.ts';

// Invisible members (docs/product.md 6.6) are hidden from search and receive no new likes or messages, but
// existing conversations continue. These tests cover every surface that could leak an invisible member:
// lists, counts, addresses, likes, pages for robots, live events, mails and pushes.

const app = testApp();
let ghost: Client;
let friend: Client;
let stranger: Client;
let conversation: number;
const country = 'FI';

beforeAll(async () => {
  ghost = await app.as('ghost', { country, name: 'Ghosty' });
  friend = await plantWithBrowser(app, { name: 'Friend', gender: 'male', country });
  stranger = await plantWithBrowser(app, { name: 'Stranger', gender: 'male', country });
  await plant(app, { name: 'Other', country });
  ({
    conversation: { id: conversation },
  } = await ghost.must('send', {
    body: { profile: friend.memberId, client_id: randomUUID(), text: 'Hello' },
  }));
  await stranger.must('like', { body: { profile: ghost.memberId } });
  await ghost.must('like', { body: { profile: stranger.memberId } });
  await ghost.must('changeUser', { body: { invisible: true } });
});

const seen = (value: unknown) => JSON.stringify(value).includes('Ghosty');

test('hides an invisible member from search, counts, similar results and visitors, and from cached responses', async () => {
  for (const client of [stranger, friend, app.visitor()])
    for (const sort of ['newest', 'active'] as const) {
      const answer = await client.call('members', { query: { country, gender: 'female', sort } });
      expect(answer.body.num_results).toBe(1);
      expect(seen(answer.body)).toBe(false);
      expect(String(answer.headers['cache-control'] ?? '')).not.toContain('public');
    }
  await ghost.must('changeUser', { body: { invisible: false } });
  expect((await stranger.must('members', { query: { country, gender: 'female' } })).num_results).toBe(2);
  await ghost.must('changeUser', { body: { invisible: true } });
  expect((await stranger.must('members', { query: { country, gender: 'female' } })).num_results).toBe(1);
});

test('answers every request for the profile and its photos as if the member did not exist', async () => {
  const id = ghost.memberId;
  const nobody = 999_999_999;
  const asked = async (client: Client, profile: number) => [
    (await client.call('member', { query: { id: profile } })).body,
    (await client.call('like', { body: { profile } })).body,
    (await client.call('block', { body: { profile } })).body,
    (await client.call('icebreakers', { query: { profile } })).body,
    (await client.call('chat', { query: { profile } })).body,
    (await client.call('send', { body: { profile, client_id: randomUUID(), text: 'Hi' } })).body,
    (await client.call('swipeChoice', { body: { profile, like: true } })).body,
    (await client.call('complaint', { body: { profile, category: 'spam', text: 'x' } })).body,
  ];
  expect(await asked(stranger, id)).toEqual(await asked(stranger, nobody));
  const other = await stranger.must('members', { query: { country, gender: 'female' } });
  expect(seen(await stranger.must('member', { query: { id: other.results[0]!.id } }))).toBe(false);
});

test('removes an invisible member from likes, their badge, the swipe game and auto-like, including mutual likes', async () => {
  const likes = await stranger.must('likes');
  expect(seen(likes)).toBe(false);
  expect((await stranger.must('user')).new_likes).toBe(0);
  expect(seen(await stranger.must('swipe'))).toBe(false);
  expect(seen((await stranger.call('autoLike')).body)).toBe(false);
});

test('keeps an existing conversation open in both directions but rejects a new like', async () => {
  expect((await friend.must('member', { query: { id: ghost.memberId } })).name).toBe('Ghosty');
  await friend.must('send', { body: { conversation, client_id: randomUUID(), text: 'Still there?' } });
  await ghost.must('send', { body: { conversation, client_id: randomUUID(), text: 'Yes' } });
  expect((await friend.must('chats')).chats.map(({ profile }) => profile.id)).toEqual([ghost.memberId]);
  expect((await friend.call('like', { body: { profile: ghost.memberId } })).status).toBe(404);
});

test('never shows an invisible member as online, and does not say when they were here', async () => {
  await ghost.must('user');
  await app.app.parts.presence.flush();
  const shown = async () => {
    // Each process remembers for ten seconds who is online.
    app.app.parts.cards.online.clear();
    const [card] = (await friend.must('chats')).chats.map(({ profile }) => profile);
    const opened = await friend.must('member', { query: { id: ghost.memberId } });
    const { profile } = await friend.must('chat', { query: { conversation } });
    return [card!.online, opened.online, profile.online, opened.active_recently];
  };
  expect(await shown()).toEqual([false, false, false, null]);
  await ghost.must('changeUser', { body: { invisible: false } });
  expect(await shown()).toEqual([true, true, true, 'today']);
  await ghost.must('changeUser', { body: { invisible: true } });
  expect(await shown()).toEqual([false, false, false, null]);
});

test('sends strangers no live event, mail or push about an invisible member', async () => {
  // No news mail is sent at night.
  await app.shiftToNoon();
  const quiet = await app.as('quiet', { gender: 'male', country });
  await ghost.must('changeUser', { body: { invisible: false } });
  await ghost.must('like', { body: { profile: quiet.memberId } });
  await ghost.must('changeUser', { body: { invisible: true } });
  await app.away();
  const heard: unknown[] = [];
  const stop = app.app.events.subscribe(quiet.memberId, (event) => void heard.push(event));
  expect(seen(await app.outbox(quiet.email))).toBe(false);
  const next = await app.as('next', { gender: 'male', country });
  const stopNext = app.app.events.subscribe(next.memberId, (event) => void heard.push(event));
  await ghost.call('like', { body: { profile: next.memberId } });
  await app.away();
  expect(seen(await app.outbox(next.email))).toBe(false);
  expect(seen(await next.must('likes'))).toBe(false);
  expect((await next.must('user')).new_likes).toBe(0);
  stop();
  stopNext();
  expect(heard.filter(seen)).toEqual([]);
  await app.shiftClock(0);
});

test('serves main photos of an invisible member only to members in a conversation with them', async () => {
  const photo = await ghost.must('addPhoto', {
    file: { content: await picture(300, 400).jpeg().toBuffer(), name: 'me.jpg', type: 'image/jpeg' },
  });
  await sql`update photos set status = 'active' where id = ${photo.id}`.execute(app.db);
  const address = photo.filename!;
  expect((await ghost.request('GET', address)).status).toBe(200);
  expect((await friend.request('GET', address)).status).toBe(200);
  for (const client of [stranger, app.visitor(), await browserOf(app, await plant(app))])
    expect((await client.request('GET', address)).status).toBe(404);
});

test('shows an incognito member only to people whom she likes or writes to', async () => {
  const her = await app.as('incognita', { country: 'DK', name: 'Incognita' });
  const [liked, written, nobody] = [
    await plantWithBrowser(app, { gender: 'male', country: 'DK' }),
    await plantWithBrowser(app, { gender: 'male', country: 'DK' }),
    await plantWithBrowser(app, { gender: 'male', country: 'DK' }),
  ];
  expect(await her.must('changeUser', { body: { incognito: true } })).toMatchObject({
    incognito: true,
    invisible: false,
  });
  const sees = async (client: Client) =>
    (await client.call('member', { query: { id: her.memberId } })).status === 200;
  expect(await Promise.all([liked, written, nobody, app.visitor()].map(sees))).toEqual(Array(4).fill(false));
  await her.must('like', { body: { profile: liked.memberId } });
  await her.must('send', { body: { profile: written.memberId, client_id: randomUUID(), text: 'Hello' } });
  expect(await Promise.all([liked, written, nobody].map(sees))).toEqual([true, true, false]);
  expect((await liked.must('likes')).liked_by.map(({ id }) => id)).toEqual([her.memberId]);
  expect((await liked.call('like', { body: { profile: her.memberId } })).body).toMatchObject({ match: true });
  for (const client of [liked, nobody])
    expect((await client.must('members', { query: { country: 'DK', gender: 'female' } })).num_results).toBe(
      0,
    );
  await her.must('unlike', { body: { profile: liked.memberId } });
  expect(await Promise.all([liked, written].map(sees))).toEqual([false, true]);

  // At most one of the two modes is on.
  const modes = async (body: { invisible?: boolean; incognito?: boolean }) => {
    const { invisible, incognito } = await her.must('changeUser', { body });
    return { invisible, incognito };
  };
  expect(await modes({ invisible: true })).toEqual({ invisible: true, incognito: false });
  expect(await modes({ incognito: true })).toEqual({ invisible: false, incognito: true });
  expect(await modes({ invisible: false })).toEqual({ invisible: false, incognito: true });
  expect(await modes({ incognito: false })).toEqual({ invisible: false, incognito: false });
  expect(await sees(nobody)).toBe(true);
});
