import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { testApp, type Client } from '#support/app.ts';
import { browserOf, plant, plantConversation, setSettings, type PlantOptions } from '#support/members.ts';
import { MESSAGE_NOTIFICATION } from '../chat/index.ts';
import { LIKE_NOTIFICATION } from '../likes/index.ts';
import { createPhotoAddresses } from '../photos/addresses.ts';

const app = testApp();
// Mails of news wait at night.
beforeAll(async () => void (await app.shiftToNoon()));

interface State {
  options: PlantOptions;
  blocks?: 'viewer' | 'other';
  conversation?: boolean;
  /** The site shows cam listings of other houses. */
  resells?: boolean;
}

/** Every state in which another member can be. */
const states: Record<string, State> = {
  active: { options: {} },
  fictional: { options: { kind: 'fictional' } },
  'active, with a conversation': { options: {}, conversation: true },
  invisible: { options: { invisible: true } },
  'invisible, with a conversation': { options: { invisible: true }, conversation: true },
  unconfirmed: { options: { status: 'not_confirmed' } },
  'unconfirmed, with a conversation': { options: { status: 'not_confirmed' }, conversation: true },
  'pending deletion': { options: { status: 'pending_deletion' } },
  'pending deletion, with a conversation': { options: { status: 'pending_deletion' }, conversation: true },
  banned: { options: { status: 'banned' } },
  'banned, with a conversation': { options: { status: 'banned' }, conversation: true },
  deleted: { options: { status: 'deleted' } },
  'disabled by an operator': { options: { disabled: true } },
  'disabled by an operator, with a conversation': { options: { disabled: true }, conversation: true },
  'with a resold cam listing': { options: { kind: 'cam', cam_variant: 'resell' } },
  'with a resold cam listing, on a site that shows them': { options: { kind: 'cam', cam_variant: 'resell' }, resells: true },
  'who blocked the viewer': { options: {}, blocks: 'other' },
  'invisible, who blocked the viewer': { options: { invisible: true }, blocks: 'other' },
  'banned, who blocked the viewer': { options: { status: 'banned' }, blocks: 'other' },
  'blocked by the viewer': { options: {}, blocks: 'viewer' },
  'invisible, blocked by the viewer': { options: { invisible: true }, blocks: 'viewer' },
};

/** Surfaces of the product, and what each answers: `seen`, `no` (as if nobody were there) or `blocked` (the sentence that a blocked member reads). */
const surfaces = [
  'search',
  'count',
  'related',
  'received likes',
  'sent likes',
  'new likes',
  'swipe',
  'profile',
  'like',
  'by traits',
  'count by traits',
  'nearest',
  'similar',
  'recently viewed',
  'distance',
  'main photo',
  'chat list',
  'chat search by name',
  'chat search by words',
  'chat',
  'send',
  'like mail',
  'like push',
  'message mail',
  'message push',
] as const;
type Surface = (typeof surfaces)[number];
type Seen = 'seen' | 'no' | 'blocked' | 'by the viewer' | 'unconfirmed';

const listsOnly = (seen: Seen): Record<Surface, Seen> => ({
  search: seen,
  count: seen,
  related: seen,
  'received likes': seen,
  'sent likes': seen,
  'new likes': seen,
  swipe: seen,
  profile: seen,
  like: seen,
  'by traits': seen,
  'count by traits': seen,
  nearest: seen,
  similar: seen,
  'recently viewed': seen,
  distance: seen,
  'main photo': seen,
  'chat list': 'no',
  'chat search by name': 'no',
  'chat search by words': 'no',
  chat: seen,
  send: seen,
  'like mail': seen,
  'like push': seen,
  'message mail': 'no',
  'message push': 'no',
});
/** What a conversation adds: it is listed and found, and news of it comes by mail and push. */
const conversing = {
  'chat list': 'seen' as const,
  'chat search by name': 'seen' as const,
  'chat search by words': 'seen' as const,
  'message mail': 'seen' as const,
  'message push': 'seen' as const,
};
const nowhere = listsOnly('no');
/** Known by a conversation: the profile opens, what the viewer knows of them (likes that stand, recently viewed) is shown, the conversation goes on, nothing else. */
const throughConversation = {
  ...nowhere,
  profile: 'seen' as const,
  'received likes': 'seen' as const,
  'sent likes': 'seen' as const,
  'new likes': 'seen' as const,
  'recently viewed': 'seen' as const,
  distance: 'seen' as const,
  'main photo': 'seen' as const,
  chat: 'seen' as const,
  send: 'seen' as const,
  'like mail': 'seen' as const,
  'like push': 'seen' as const,
  ...conversing,
};
/** A cam listing stands in lists and has a page; nobody writes to it, and the swipe game does not show it. */
const camListing = { ...listsOnly('seen'), swipe: 'no' as const, chat: 'no' as const, send: 'no' as const };

/** The one table. */
const expected: Record<keyof typeof states, Record<Surface, Seen>> = {
  active: listsOnly('seen'),
  fictional: listsOnly('seen'),
  'active, with a conversation': { ...listsOnly('seen'), ...conversing },
  invisible: nowhere,
  'invisible, with a conversation': throughConversation,
  // Writing to somebody who has not confirmed is refused by name.
  unconfirmed: { ...nowhere, send: 'unconfirmed' },
  'unconfirmed, with a conversation': {
    ...nowhere,
    profile: 'seen',
    distance: 'seen',
    'main photo': 'seen',
    chat: 'seen',
    send: 'unconfirmed',
    'like push': 'seen',
    ...conversing,
  },
  'pending deletion': nowhere,
  'pending deletion, with a conversation': nowhere,
  banned: nowhere,
  'banned, with a conversation': nowhere,
  deleted: nowhere,
  'disabled by an operator': nowhere,
  'disabled by an operator, with a conversation': nowhere,
  'with a resold cam listing': nowhere,
  'with a resold cam listing, on a site that shows them': camListing,
  'who blocked the viewer': { ...nowhere, profile: 'blocked', like: 'blocked', distance: 'blocked', chat: 'blocked', send: 'blocked' },
  'invisible, who blocked the viewer': nowhere,
  'banned, who blocked the viewer': nowhere,
  'blocked by the viewer': {
    ...nowhere,
    profile: 'seen',
    distance: 'seen',
    'main photo': 'seen',
    chat: 'seen',
    send: 'by the viewer',
    'like push': 'seen',
  },
  'invisible, blocked by the viewer': nowhere,
};

/** Each scene begins without anybody, so that the other is the only one in the country. */
const countries = ['NL', 'BE', 'DE', 'FR', 'IT', 'ES', 'PL', 'DK', 'SE', 'NO', 'FI', 'IE', 'GB', 'US', 'CA', 'AU', 'NZ', 'CH', 'AT'];

describe.each(Object.keys(states))('somebody %s', (name) => {
  const { options, blocks, conversation, resells } = states[name]!;
  const country = countries[Object.keys(states).indexOf(name) % countries.length]!;

  /** The same town for both, so that a distance can be told wherever the other is seen. */
  const town = { city: 'Somewhere', lat: 52, lon: 5 };

  async function scene(): Promise<{ viewer: Client; other: number; neighbour: number }> {
    await setSettings(app, { member_resell: resells ?? false });
    const viewerId = await plant(app, { gender: 'male', country, ...town, premium: true });
    const other = await plant(app, { gender: 'female', country, ...town, ...options });
    await sql`update profiles set hair_color = 'red' where id = ${other}`.execute(app.db);
    await sql`insert into profile_views (member_id, profile_id) values (${viewerId}, ${other})`.execute(app.db);
    // Somebody whose related profiles would name the other.
    const neighbour = await plant(app, { gender: 'female', country, date_of_birth: '1991-01-01' });
    await sql`insert into likes (liker_id, liked_id) values (${other}, ${viewerId}), (${viewerId}, ${other})`.execute(app.db);
    await sql`insert into swipe_choices (member_id, profile_id, liked, day) values (${viewerId}, ${neighbour}, false, '2026-01-01')`.execute(app.db);
    if (blocks === 'viewer') await sql`insert into blocks values (${viewerId}, ${other})`.execute(app.db);
    if (blocks === 'other') await sql`insert into blocks values (${other}, ${viewerId})`.execute(app.db);
    if (conversation) {
      const id = await plantConversation(app, viewerId, other);
      await sql`
        with said as (
          insert into messages (conversation_id, sender_id, client_id, kind, body) values (${id}, ${other}, gen_random_uuid(), 'text', 'a needle') returning id
        )
        update participants set last_message_id = said.id, last_sender_id = ${other}, last_kind = 'text', last_excerpt = 'a needle', last_sent_at = app_now(), unread = (member_id = ${viewerId})::int from said where conversation_id = ${id}`.execute(
        app.db,
      );
    }
    return { viewer: await browserOf(app, viewerId), other, neighbour };
  }

  const has = (cards: { id: number }[], id: number): Seen => (cards.some((card) => card.id === id) ? 'seen' : 'no');

  async function look(surface: Surface): Promise<Seen> {
    const { viewer, other, neighbour } = await scene();
    const search = { gender: 'female', country } as const;
    switch (surface) {
      case 'search':
        return has((await viewer.must('members', { query: search })).results, other);
      case 'count':
        return (await viewer.must('members', { query: search })).num_results === (await others(viewer)) ? 'no' : 'seen';
      case 'related':
        return has((await viewer.must('member', { query: { id: neighbour } })).related, other);
      case 'received likes':
        return has((await viewer.must('likes')).liked_by, other);
      case 'sent likes':
        return has((await viewer.must('likes', { query: { type: 'sent' } })).profiles, other);
      case 'new likes':
        return (await viewer.must('user')).new_likes === 0 ? 'no' : 'seen';
      case 'swipe':
        await sql`delete from likes where liker_id = ${viewer.memberId}`.execute(app.db);
        return has(
          [(await viewer.must('swipe')).profile].filter((card) => card !== null),
          other,
        );
      case 'profile':
        return seenBy(await viewer.call('member', { query: { id: other } }));
      case 'by traits':
        return has((await viewer.must('members', { query: { ...search, hair_color: 'red' } })).results, other);
      case 'count by traits':
        return (await viewer.must('members', { query: { ...search, hair_color: 'red' } })).num_results === 0 ? 'no' : 'seen';
      case 'nearest':
        return has((await viewer.must('members', { query: { ...search, sort: 'nearest' } })).results, other);
      case 'similar':
        // Nobody is so old, so that all are similar at most.
        return has((await viewer.must('members', { query: { ...search, min_age: 98, max_age: 99 } })).similar_results, other);
      case 'recently viewed':
        return has((await viewer.must('recentlyViewed')).profiles, other);
      case 'distance': {
        const answer = await viewer.call('member', { query: { id: other } });
        const seen = seenBy(answer);
        return seen === 'seen' && answer.body.within_km !== 10 ? 'no' : seen;
      }
      case 'main photo': {
        const { rows } = await sql<{ id: number }>`
          insert into photos (member_id, storage_key, width, height, status) values (${other}, 'nowhere', 100, 100, 'active') returning id`.execute(app.db);
        const { id } = rows[0]!;
        await sql`update profiles set main_photo_id = ${id} where id = ${other}`.execute(app.db);
        const { filename } = createPhotoAddresses(app.app.config.secret).mainImage({ id, status: 'active' });
        // A browser that has the picture already is only told that it may go on showing it: no file is needed.
        const { status } = await viewer.request('GET', filename, { headers: { 'if-none-match': '"nowhere-960-webp"' } });
        return status === 304 ? 'seen' : seenBy({ status, body: { error: 'not_found' } });
      }
      case 'chat list':
        return has(
          (await viewer.must('chats')).chats.map(({ profile }) => profile),
          other,
        );
      case 'chat search by name':
        await sql`update profiles set name = 'Needle' where id = ${other}`.execute(app.db);
        return has(
          (await viewer.must('searchChats', { body: { text: 'needle' } })).people.map(({ profile }) => profile),
          other,
        );
      case 'chat search by words':
        return has(
          (await viewer.must('searchChats', { body: { text: 'needle' } })).messages.map(({ profile }) => profile),
          other,
        );
      case 'chat':
        return seenBy(await viewer.call('chat', { query: { profile: other } }));
      case 'send':
        return seenBy(await viewer.call('send', { body: { profile: other, client_id: randomUUID(), text: 'Hello' } }));
      case 'like mail':
        return told('mail', LIKE_NOTIFICATION, { liker: other, liked: viewer.memberId, match: false });
      case 'like push':
        return told('push', LIKE_NOTIFICATION, { liker: other, liked: viewer.memberId, match: false });
      case 'message mail':
      case 'message push': {
        const side = await app.db.selectFrom('participants').select('conversation_id').where('member_id', '=', viewer.memberId).executeTakeFirst();
        return told(surface === 'message mail' ? 'mail' : 'push', MESSAGE_NOTIFICATION, { member: viewer.memberId, conversation: side?.conversation_id ?? 0 });
      }
      case 'like':
        await sql`delete from likes where liker_id = ${viewer.memberId}`.execute(app.db);
        return seenBy(await viewer.call('like', { body: { profile: other } }));
    }

    /** Whether a notification's job sends the viewer anything. */
    async function told(kind: 'mail' | 'push', job: string, payload: object): Promise<Seen> {
      const address = `viewer${viewer.memberId}@plant.test`;
      await sql`update members set email = ${address} where id = ${viewer.memberId}`.execute(app.db);
      await sql`delete from presence`.execute(app.db);
      const endpoint = `https://push.example.test/${viewer.memberId}`;
      if (kind === 'push')
        await sql`insert into push_subscriptions (member_id, endpoint, p256dh, auth) values (${viewer.memberId}, ${endpoint}, 'p', 'a')`.execute(app.db);
      await app.app.jobs.add(app.db, job, payload);
      await app.runJobs();
      const { rows } = await sql`
        select from outbox_items where kind = ${kind} and recipient in (${address}, ${endpoint}, ${String(viewer.memberId)})`.execute(app.db);
      return rows.length > 0 ? 'seen' : 'no';
    }

    /** How many listed women there are in the country besides this scene's other. */
    async function others(client: Client): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from profiles where listed and country = ${country} and gender = 'female' and id <> ${other} and id <> ${client.memberId}`.execute(
        app.db,
      );
      return rows[0]!.count;
    }
  }

  test.each(surfaces)('on the surface: %s', async (surface) => {
    await sql`delete from members`.execute(app.db);
    expect(await look(surface)).toBe(expected[name]![surface]);
  });
});

function seenBy({ status, body }: { status: number; body: { error?: string; message?: string } }): Seen {
  if (status === 403 && body.error === 'recipient_unconfirmed') return 'unconfirmed';
  if (status === 403 && body.error === 'blocked') return 'by the viewer';
  if (status === 200 || status === 201) return 'seen';
  if (status === 404 && body.error === 'not_found') return 'no';
  if (status === 403 && body.error === 'blocked_by' && body.message!.startsWith("You're blocked by Member")) return 'blocked';
  throw new Error(`answered ${status} ${JSON.stringify(body)}`);
}

test('a profile that may not be seen answers exactly as one that does not exist', async () => {
  const viewer = await browserOf(app, await plant(app));
  const hidden = await plant(app, { invisible: true });
  const [one, none] = await Promise.all([viewer.call('member', { query: { id: hidden } }), viewer.call('member', { query: { id: 999_999_999 } })]);
  expect(one.body).toEqual(none.body);
  expect(one.status).toBe(404);
});

test('the own profile opens in every state, and stands in no list', async () => {
  const id = await plant(app, { invisible: true, region: 'Utrecht' });
  const me = await browserOf(app, id);
  expect((await me.must('member', { query: { id } })).id).toBe(id);
  expect((await me.call('like', { body: { profile: id } })).status).toBe(404);
});
