import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { testApp, type Client } from '#support/app.ts';
import { plant, plantWithBrowser } from '#support/members.ts';
import { ids } from '#support/search-pages.ts';
import { MOST_DISMISSED } from './dismiss-profile.ts';

const app = testApp();
afterEach(() => app.shiftClock(0));

test('leaves a dismissed profile out of search, counts, similar results and swipe game until it is restored', async () => {
  const place = { country: 'CH', gender: 'female' as const, date_of_birth: '1985-03-03' };
  const [her, other] = [await plant(app, place), await plant(app, place)];
  const him = await plantWithBrowser(app, { country: 'CH', gender: 'male' });
  const query = { country: 'CH' as const, gender: 'female' as const, min_age: 30, max_age: 60 };
  const look = async (client: Client) => {
    const found = await client.must('members', { query });
    const old = await client.must('members', { query: { ...query, min_age: 98, max_age: 99 } });
    const nearest = await client.must('members', { query: { ...query, sort: 'nearest' } });
    return {
      found: [ids(found.results), found.num_results],
      nearest: ids(nearest.results),
      similar: ids(old.similar_results).includes(her),
      numSimilar: old.similar_num_results,
      related: ids((await client.must('member', { query: { id: other } })).related),
    };
  };
  const everywhere = await look(him);
  expect(everywhere).toMatchObject({
    found: [[other, her], 2],
    nearest: [other, her],
    similar: true,
    related: [her],
  });
  for (let i = 0; i < 2; i++) await him.must('dismiss', { body: { profile: her } });
  expect(await look(him)).toEqual({
    found: [[other], 1],
    nearest: [other],
    similar: false,
    numSimilar: everywhere.numSimilar - 1,
    related: [],
  });
  expect((await him.must('swipe')).profile?.id).toBe(other);
  // Others find the profile, it opens, and the member has a list of such profiles.
  expect((await look(await plantWithBrowser(app, { country: 'CH', gender: 'male' }))).found).toEqual(
    everywhere.found,
  );
  expect((await him.must('member', { query: { id: her } })).dismissed).toBe(true);
  expect(ids((await him.must('dismissed')).profiles)).toEqual([her]);

  await him.must('restoreProfile', { body: { profile: her } });
  expect(await look(him)).toEqual(everywhere);
  await him.must('dismiss', { body: { profile: her } });
  await app.shiftClock(91 * 86_400);
  expect(await look(him)).toEqual(everywhere);
  await app.shiftClock(0);

  expect((await him.call('dismiss', { body: { profile: him.memberId } })).status).toBe(404);
  expect((await him.call('dismiss', { body: { profile: 999_999_999 } })).status).toBe(404);
});

test('returns the oldest dismissed profiles beyond the maximum, and keeps likes and chats', async () => {
  const him = await plantWithBrowser(app, { country: 'DK', gender: 'male' });
  const her = await plantWithBrowser(app, { country: 'DK' });
  await her.must('like', { body: { profile: him.memberId } });
  await sql`insert into dismissed_profiles (member_id, profile_id, until)
    select ${him.memberId}, 1000000 + n, app_now() + n * interval '1 minute' from generate_series(1, ${MOST_DISMISSED}) n`.execute(
    app.db,
  );
  await him.must('dismiss', { body: { profile: her.memberId } });
  const { rows } = await sql<{ profile_id: number }>`
    select profile_id from dismissed_profiles where member_id = ${him.memberId} order by profile_id`.execute(
    app.db,
  );
  expect(rows).toHaveLength(MOST_DISMISSED);
  expect(rows.map(({ profile_id }) => profile_id)).not.toContain(1_000_001);
  expect(ids((await him.must('likes')).liked_by)).toEqual([her.memberId]);
});
