import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { CountryCode } from '#contract/lists/countries.ts';
import { testApp, type Client } from '#support/app.ts';
import { emptyQueue, queuedJobs } from '#support/job-queue.ts';
import { browserOf, plant, plantSite } from '#support/members.ts';
import { ELSEWHERE, plantScene, townOf } from '#support/visibility/plant-scene.ts';
import {
  expected,
  states,
  surfaces,
  type Seen,
  type Surface,
} from '#support/visibility/visibility-matrix.ts';
import { MESSAGE_NOTIFICATION } from '../chat/index.ts';
import { LIKE_NOTIFICATION } from '../likes/index.ts';
import { createPhotoAddresses } from '../photos/addresses.ts';
import { SAVED_SEARCH_NOTIFICATION } from '../search/index.ts';
import { savedSearchRound } from '../search/saved/saved-search-round.ts';

const app = testApp();

beforeAll(async () => {
  await app.shiftToNoon();
  await plantSite(app, ELSEWHERE, 'Elsewhere');
});

/** Each case uses a country without other members, so that a list contains at most the other member. */
const countries: CountryCode[] = [
  'NL',
  'BE',
  'DE',
  'FR',
  'IT',
  'ES',
  'PL',
  'DK',
  'SE',
  'NO',
  'FI',
  'IE',
  'GB',
  'US',
  'CA',
  'AU',
  'NZ',
  'CH',
  'AT',
];

describe.each(Object.keys(states))('a member who is %s', (name) => {
  const state = states[name]!;
  const country = countries[Object.keys(states).indexOf(name) % countries.length]!;

  const has = (cards: { id: number }[], id: number): Seen =>
    cards.some((card) => card.id === id) ? 'seen' : 'no';

  async function look(surface: Surface): Promise<Seen> {
    const { viewer, other, neighbour } = await plantScene(app, country, state);
    const search = { gender: 'female', country } as const;
    switch (surface) {
      case 'search':
        return has((await viewer.must('members', { query: search })).results, other);
      case 'count':
        return (await viewer.must('members', { query: search })).num_results === (await others(viewer))
          ? 'no'
          : 'seen';
      case 'related':
        return has((await viewer.must('member', { query: { id: neighbour } })).related, other);
      case 'received likes':
        return has((await viewer.must('likes')).liked_by, other);
      case 'sent likes':
        return has((await viewer.must('likes', { query: { type: 'sent' } })).profiles, other);
      case 'new likes':
        return (await viewer.must('user')).new_likes === 0 ? 'no' : 'seen';
      case 'activity':
        return has(
          (await viewer.must('activity')).events.flatMap(({ profile }) => profile ?? []),
          other,
        );
      case 'bell':
        return (await viewer.must('user')).new_activity === 0 ? 'no' : 'seen';
      case 'swipe':
        await sql`delete from likes where liker_id = ${viewer.memberId}`.execute(app.db);
        return has(
          [(await viewer.must('swipe')).profile].filter((card) => card !== null),
          other,
        );
      case 'profile':
        return seenBy(await viewer.call('member', { query: { id: other } }));
      case 'by traits':
        return has(
          (await viewer.must('members', { query: { ...search, hair_color: 'red' } })).results,
          other,
        );
      case 'count by traits':
        return (await viewer.must('members', { query: { ...search, hair_color: 'red' } })).num_results === 0
          ? 'no'
          : 'seen';
      case 'nearest':
        return has((await viewer.must('members', { query: { ...search, sort: 'nearest' } })).results, other);
      case 'similar':
        // No test member is that old, so the member can appear only among similar results.
        return has(
          (await viewer.must('members', { query: { ...search, min_age: 98, max_age: 99 } })).similar_results,
          other,
        );
      case 'recently viewed':
        return has((await viewer.must('recentlyViewed')).profiles, other);
      case 'distance': {
        const answer = await viewer.call('member', { query: { id: other } });
        const seen = seenBy(answer);
        return seen === 'seen' && answer.body.within_km !== 10 ? 'no' : seen;
      }
      case 'main photo': {
        const { rows } = await sql<{ id: number }>`
          insert into photos (member_id, storage_key, width, height, status) values (${other}, 'nowhere', 100, 100, 'active') returning id`.execute(
          app.db,
        );
        const { id } = rows[0]!;
        await sql`update profiles set main_photo_id = ${id} where id = ${other}`.execute(app.db);
        const { filename } = createPhotoAddresses(app.app.config.secret).mainImage({
          id,
          status: 'active',
          colour: null,
        });
        // With a matching ETag the server answers 304 without reading a file, so no file needs to exist.
        const { status } = await viewer.request('GET', filename, {
          headers: { 'if-none-match': '"nowhere-960-webp"' },
        });
        return status === 304 ? 'seen' : seenBy({ status, body: { error: 'not_found' } });
      }
      case 'photo on request': {
        const id = await plantPhotoOnRequest(other);
        await sql`insert into photo_access (owner_id, viewer_id, state) values (${other}, ${viewer.memberId}, 'granted')`.execute(
          app.db,
        );
        const { status } = await viewer.request(
          'GET',
          createPhotoAddresses(app.app.config.secret).address(id, '960'),
          { headers: { 'if-none-match': '"nowhere-960-webp"' } },
        );
        return status === 304 ? 'seen' : seenBy({ status, body: { error: 'not_found' } });
      }
      case 'ask for photos':
        await plantPhotoOnRequest(other);
        return seenBy(await viewer.call('askForPhotos', { body: { profile: other } }));
      case 'photo requests':
        await sql`insert into photo_access (owner_id, viewer_id) values (${viewer.memberId}, ${other})`.execute(
          app.db,
        );
        return has(
          (await viewer.must('photoAccess', { query: { state: 'asked' } })).people.map(
            ({ profile }) => profile,
          ),
          other,
        );
      case 'chat list':
        return has(
          (await viewer.must('chats')).chats.map(({ profile }) => profile),
          other,
        );
      case 'chat search by name':
        await sql`update profiles set name = 'Needle' where id = ${other}`.execute(app.db);
        return has(
          (await viewer.must('searchChats', { body: { text: 'needle' } })).people.map(
            ({ profile }) => profile,
          ),
          other,
        );
      case 'chat search by words':
        return has(
          (await viewer.must('searchChats', { body: { text: 'needle' } })).messages.map(
            ({ profile }) => profile,
          ),
          other,
        );
      case 'chat':
        return seenBy(await viewer.call('chat', { query: { profile: other } }));
      case 'send':
        return seenBy(
          await viewer.call('send', { body: { profile: other, client_id: randomUUID(), text: 'Hello' } }),
        );
      case 'react': {
        const { rows } = await sql<{ conversation: number; message: number }>`
          select m.conversation_id as conversation, m.id as message from sides_of(${viewer.memberId}) side
            cross join lateral messages_after(side.conversation_id, 0) m`.execute(app.db);
        const [said] = rows;
        if (!said) return 'no';
        const answer = await viewer.call('react', { body: { ...said, emoji: '❤️' } });
        return answer.body.error === 'request_open' ? 'no' : seenBy(answer);
      }
      case 'like mail':
        return told('mail', LIKE_NOTIFICATION, { liker: other, liked: viewer.memberId, match: false });
      case 'like push':
        return told('push', LIKE_NOTIFICATION, { liker: other, liked: viewer.memberId, match: false });
      case 'message mail':
      case 'message push': {
        const side = await app.db
          .selectFrom('participants')
          .select('conversation_id')
          .where('member_id', '=', viewer.memberId)
          .executeTakeFirst();
        return told(surface === 'message mail' ? 'mail' : 'push', MESSAGE_NOTIFICATION, {
          member: viewer.memberId,
          conversation: side?.conversation_id ?? 0,
        });
      }
      case 'saved search': {
        await viewer.must('saveSearch', { body: { name: 'New here', query: search, alerts: true } });
        await sql`update saved_searches set searched_to = ${other - 1}`.execute(app.db);
        await sql`update profiles set created_at = app_now() - interval '1 day', active_on = app_now()::date where id >= ${viewer.memberId}`.execute(
          app.db,
        );
        await emptyQueue(app.db);
        await savedSearchRound(app.app, {});
        const news = await queuedJobs(app.db, SAVED_SEARCH_NOTIFICATION);
        return has(
          news.flatMap(({ payload }) => payload.profiles.map((id: number) => ({ id }))),
          other,
        );
      }
      case 'saved search mail':
      case 'saved search push':
        return told(surface === 'saved search mail' ? 'mail' : 'push', SAVED_SEARCH_NOTIFICATION, {
          member: viewer.memberId,
          profiles: [other],
        });
      case 'people of the day':
        await sql`delete from likes where liker_id = ${viewer.memberId}`.execute(app.db);
        return has(await dailyPeople(viewer), other);
      case 'people chosen before':
        await sql`
          with choice as (
            insert into daily_choices (member_id, day) values (${viewer.memberId}, app_now()::date + 1) returning member_id, day
          )
          insert into daily_people (member_id, profile_id, day, position) select member_id, ${other}, day, 1 from choice`.execute(
          app.db,
        );
        return has(await dailyPeople(viewer), other);
      case 'travellers': {
        const { region, city } = townOf(country);
        await sql`update profiles set country = ${country === 'NL' ? 'BE' : 'NL'}, region = null, city = null where id = ${other}`.execute(
          app.db,
        );
        await sql`
          insert into trips (member_id, client_id, country, region, city, starts_on, ends_on, starts_at, ends_at)
          select ${other}, gen_random_uuid(), ${country}, ${region}, ${city}, now, now, now, now + interval '1 day' from app_now() now`.execute(
          app.db,
        );
        return has(
          (await viewer.must('travellers', { query: search })).travellers.map(({ profile }) => profile),
          other,
        );
      }
      case 'like':
        await sql`delete from likes where liker_id = ${viewer.memberId}`.execute(app.db);
        return seenBy(await viewer.call('like', { body: { profile: other } }));
    }

    async function dailyPeople(client: Client): Promise<{ id: number }[]> {
      return (await client.must('dailyPeople')).people.map(({ profile }) => profile);
    }

    async function plantPhotoOnRequest(owner: number): Promise<number> {
      const { rows } = await sql<{ id: number }>`
        insert into photos (member_id, storage_key, width, height, status, private, on_request)
        values (${owner}, 'nowhere', 100, 100, 'active', true, true) returning id`.execute(app.db);
      return rows[0]!.id;
    }

    async function told(kind: 'mail' | 'push', job: string, payload: object): Promise<Seen> {
      const address = `viewer${viewer.memberId}@plant.test`;
      await sql`update members set email = ${address} where id = ${viewer.memberId}`.execute(app.db);
      await sql`delete from presence`.execute(app.db);
      const endpoint = `https://push.example.test/${viewer.memberId}`;
      if (kind === 'push')
        await sql`insert into push_subscriptions (member_id, endpoint, p256dh, auth) values (${viewer.memberId}, ${endpoint}, 'p', 'a')`.execute(
          app.db,
        );
      await app.app.jobs.add(app.db, job, payload);
      await app.runJobs();
      const { rows } = await sql`
        select from outbox_items where kind = ${kind} and recipient in (${address}, ${endpoint}, ${String(viewer.memberId)})`.execute(
        app.db,
      );
      return rows.length > 0 ? 'seen' : 'no';
    }

    async function others(client: Client): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from profiles where listed and pool_id = 1 and country = ${country} and gender = 'female' and id <> ${other} and id <> ${client.memberId}`.execute(
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
  if (status === 403 && body.error === 'age_check_required') return 'unchecked';
  if (status === 403 && body.error === 'contact_verified') return 'refused';
  if (status === 200 || status === 201) return 'seen';
  if (status === 404 && body.error === 'not_found') return 'no';
  if (status === 403 && body.error === 'blocked_by' && body.message!.startsWith("You're blocked by Member"))
    return 'blocked';
  throw new Error(`answered ${status} ${JSON.stringify(body)}`);
}

test('gives the same response for a hidden profile as for one that does not exist', async () => {
  const viewer = await browserOf(app, await plant(app));
  const hidden = await plant(app, { invisible: true });
  const [one, none] = await Promise.all([
    viewer.call('member', { query: { id: hidden } }),
    viewer.call('member', { query: { id: 999_999_999 } }),
  ]);
  expect(one.body).toEqual(none.body);
  expect(one.status).toBe(404);
});

test("opens the viewer's own profile in every state and lists it nowhere", async () => {
  const id = await plant(app, { invisible: true, region: 'Utrecht' });
  const me = await browserOf(app, id);
  expect((await me.must('member', { query: { id } })).id).toBe(id);
  expect((await me.call('like', { body: { profile: id } })).status).toBe(404);
});
