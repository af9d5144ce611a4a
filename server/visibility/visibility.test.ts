import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { testApp, type Client } from '#support/app.ts';
import { browserOf, plant, plantConversation, type PlantOptions } from '#support/members.ts';

const app = testApp();

interface State {
  options: PlantOptions;
  blocks?: 'viewer' | 'other';
  conversation?: boolean;
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
  'who blocked the viewer': { options: {}, blocks: 'other' },
  'invisible, who blocked the viewer': { options: { invisible: true }, blocks: 'other' },
  'banned, who blocked the viewer': { options: { status: 'banned' }, blocks: 'other' },
  'blocked by the viewer': { options: {}, blocks: 'viewer' },
  'invisible, blocked by the viewer': { options: { invisible: true }, blocks: 'viewer' },
};

/** Surfaces of the product, and what each answers: `seen`, `no` (as if nobody were there) or `blocked` (the sentence of section 6). */
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
] as const;
type Surface = (typeof surfaces)[number];
type Seen = 'seen' | 'no' | 'blocked';

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
});
const nowhere = listsOnly('no');
/** Known by a conversation: the profile opens, what the viewer knows of them (likes that stand, recently viewed) is shown, nothing else. */
const throughConversation = {
  ...nowhere,
  profile: 'seen' as const,
  'received likes': 'seen' as const,
  'sent likes': 'seen' as const,
  'new likes': 'seen' as const,
  'recently viewed': 'seen' as const,
  distance: 'seen' as const,
};

/** The one table. */
const expected: Record<keyof typeof states, Record<Surface, Seen>> = {
  active: listsOnly('seen'),
  fictional: listsOnly('seen'),
  'active, with a conversation': listsOnly('seen'),
  invisible: nowhere,
  'invisible, with a conversation': throughConversation,
  unconfirmed: nowhere,
  'unconfirmed, with a conversation': { ...nowhere, profile: 'seen', distance: 'seen' },
  'pending deletion': nowhere,
  'pending deletion, with a conversation': nowhere,
  banned: nowhere,
  'banned, with a conversation': nowhere,
  deleted: nowhere,
  'who blocked the viewer': { ...nowhere, profile: 'blocked', like: 'blocked', distance: 'blocked' },
  'invisible, who blocked the viewer': nowhere,
  'banned, who blocked the viewer': nowhere,
  'blocked by the viewer': { ...nowhere, profile: 'seen', distance: 'seen' },
  'invisible, blocked by the viewer': nowhere,
};

/** A country of its own for each state, so that the other is the only one there. */
const countries = ['NL', 'BE', 'DE', 'FR', 'IT', 'ES', 'PL', 'DK', 'SE', 'NO', 'FI', 'IE', 'GB', 'US', 'CA', 'AU', 'NZ', 'CH', 'AT'];

describe.each(Object.keys(states))('somebody %s', (name) => {
  const { options, blocks, conversation } = states[name]!;
  const country = countries[Object.keys(states).indexOf(name)]!;

  /** The same town for both, so that a distance can be told wherever the other is seen. */
  const town = { city: 'Somewhere', lat: 52, lon: 5 };

  async function scene(): Promise<{ viewer: Client; other: number; neighbour: number }> {
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
    if (conversation) await plantConversation(app, viewerId, other);
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
      case 'like':
        await sql`delete from likes where liker_id = ${viewer.memberId}`.execute(app.db);
        return seenBy(await viewer.call('like', { body: { profile: other } }));
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
  if (status === 200) return 'seen';
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
