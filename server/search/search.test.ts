import { sql } from 'kysely';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { testApp, type Client } from '#support/app.ts';
import { plant, plantWithBrowser, setSettings } from '#support/members.ts';
import { ids, pagesOf } from '#support/search-pages.ts';

const app = testApp();
let viewer: Client;
beforeAll(async () => void (viewer = await plantWithBrowser(app, { gender: 'male', country: 'AT' })));
afterEach(() => app.shiftClock(0));

test('serves pages of 24 with each match once, newest first, while others sign up', async () => {
  const planted: number[] = [];
  for (let i = 0; i < 60; i++)
    planted.push(await plant(app, { country: 'PL', date_of_birth: `${1970 + (i % 30)}-03-03` }));
  const query = { country: 'PL', gender: 'female' as const, min_age: 20, max_age: 70 };
  const first = await viewer.must('members', { query });
  expect(first.results).toHaveLength(24);
  expect(first.num_results).toBe(60);
  await plant(app, { country: 'PL' });
  const second = await viewer.must('members', { query: { ...query, cursor: first.next! } });
  const third = await viewer.must('members', { query: { ...query, cursor: second.next! } });
  expect([...ids(first.results), ...ids(second.results), ...ids(third.results)]).toEqual(planted.reverse());
  expect(third.next).toBeNull();
});

test('counts neither the searcher nor a blocked match, even when the count is cached', async () => {
  const place = { country: 'GB', gender: 'male' as const };
  for (let i = 0; i < 30; i++) await plant(app, { ...place, date_of_birth: '1985-03-03' });
  const [one, two] = [
    await plantWithBrowser(app, { ...place, date_of_birth: '1985-03-03' }),
    await plantWithBrowser(app, { ...place, date_of_birth: '1985-03-03' }),
  ];
  const query = { country: 'GB' as const, gender: 'male' as const, min_age: 25, max_age: 60 };
  expect((await viewer.must('members', { query })).num_results).toBe(32);
  expect((await one.must('members', { query })).num_results).toBe(31);
  await one.must('block', { body: { profile: two.memberId } });
  for (const who of [one, two]) expect((await who.must('members', { query })).num_results).toBe(30);
  for (const who of [one, two]) expect((await pagesOf(query, who)).flat()).toHaveLength(30);
});

test('finds members of an age behind any number of newer ones of another age', async () => {
  const planted: number[] = [];
  for (let i = 0; i < 30; i++)
    planted.push(await plant(app, { country: 'NZ', date_of_birth: `${1990 + (i % 5)}-03-03` }));
  const query = { country: 'NZ' as const, gender: 'female' as const, min_age: 25, max_age: 45 };
  expect((await pagesOf(query, viewer)).flat()).toEqual(planted.toReversed());
  await sql`with made as (
      insert into members (email, email_key, language, status) select 'old' || n || '@example.org', 'old' || n || '@example.org', 'nl', 'active' from generate_series(1, 600) n returning id)
    insert into profiles (id, name, gender, gender_sought, date_of_birth, country, status)
      select id, 'Old ' || id, 'female', 'male', '1950-01-01', 'NZ', 'active' from made`.execute(app.db);
  expect((await pagesOf(query, viewer)).flat()).toEqual(planted.toReversed());
});

test('computes ages as of today at both ends of the range', async () => {
  const { rows } = await sql<{ day: string }>`select to_char(app_now()::date, 'YYYY-MM-DD') as day`.execute(
    app.db,
  );
  const today = rows[0]!.day;
  const born = (years: number, days: number) => {
    const date = new Date(`${today}T00:00:00Z`);
    date.setUTCFullYear(date.getUTCFullYear() - years);
    date.setUTCDate(date.getUTCDate() + days);
    return date.toISOString().slice(0, 10);
  };
  const place = { country: 'DK' };
  await plant(app, { ...place, date_of_birth: born(30, 1) });
  const thirty = await plant(app, { ...place, date_of_birth: born(30, 0) });
  const nearly36 = await plant(app, { ...place, date_of_birth: born(36, 1) });
  await plant(app, { ...place, date_of_birth: born(36, 0) });
  const { results, num_results } = await viewer.must('members', {
    query: { country: 'DK', gender: 'female', min_age: 30, max_age: 35 },
  });
  expect(new Set(ids(results))).toEqual(new Set([thirty, nearly36]));
  expect(results.map(({ age }) => age).sort()).toEqual([30, 35]);
  expect(num_results).toBe(2);
});

test('filters by gender, country and region, and returns all ages without an age filter', async () => {
  const man = await plant(app, { country: 'SE', gender: 'male', region: 'Skåne' });
  const young = await plant(app, { country: 'SE', region: 'Skåne', date_of_birth: '2005-01-01' });
  const old = await plant(app, { country: 'SE', region: 'Uppsala', date_of_birth: '1935-01-01' });
  const search = async (query: object) =>
    new Set(ids((await viewer.must('members', { query: { country: 'SE', ...query } })).results));
  expect(await search({})).toEqual(new Set([man, young, old]));
  expect(await search({ gender: 'female' })).toEqual(new Set([young, old]));
  expect(await search({ region: 'Skåne' })).toEqual(new Set([man, young]));
  expect(await search({ region: 'Skåne', gender: 'male', min_age: 18, max_age: 120 })).toEqual(
    new Set([man]),
  );
});

test('searches every country without a country filter', async () => {
  const far = await plant(app, { country: 'NZ', date_of_birth: '1941-05-05' });
  const query = { min_age: 80, max_age: 89 };
  expect(ids((await viewer.must('members', { query })).results)).toContain(far);
  expect(ids((await viewer.must('members', { query: { ...query, sort: 'active' } })).results)).toContain(far);
});

test('marks liked members on the cards of every surface, also for old likes', async () => {
  const me = await plantWithBrowser(app, { gender: 'male', country: 'US' });
  const [liked, other] = [await plant(app, { country: 'US' }), await plant(app, { country: 'US' })];
  await me.must('like', { body: { profile: liked } });
  const more: number[] = [];
  for (let i = 0; i < 101; i++) more.push(await plant(app, { country: 'GB' }));
  await sql`insert into likes (liker_id, liked_id) select ${me.memberId}, unnest(${more}::bigint[])`.execute(
    app.db,
  );
  const hearts = (cards: { id: number; liked?: boolean }[]) =>
    cards.filter(({ id }) => [liked, other].includes(id)).map((card) => [card.id, card.liked]);
  const expected = [
    [other, false],
    [liked, true],
  ];
  for (const sort of ['newest', 'active'] as const)
    expect(hearts((await me.must('members', { query: { country: 'US', sort } })).results)).toEqual(expected);
  expect(hearts((await me.must('member', { query: { id: other } })).related)).toEqual([[liked, true]]);
  expect(hearts([await me.must('member', { query: { id: liked } })])).toEqual([[liked, true]]);
  await me.must('unlike', { body: { profile: liked } });
  expect(hearts((await me.must('members', { query: { country: 'US' } })).results)).toEqual([
    [other, false],
    [liked, false],
  ]);
});

test('rejects a cursor with other filters, another searcher or a forged value', async () => {
  for (let i = 0; i < 25; i++) await plant(app, { country: 'IE' });
  const { next } = await viewer.must('members', { query: { country: 'IE' } });
  expect(
    (await viewer.call('members', { query: { country: 'IE', gender: 'female', cursor: next! } })).status,
  ).toBe(400);
  expect((await app.visitor().call('members', { query: { country: 'IE', cursor: next! } })).status).toBe(400);
  expect((await viewer.call('members', { query: { country: 'IE', cursor: 'AAAA' } })).status).toBe(400);
});

test('adds similar results without duplicates when few match', async () => {
  const match = await plant(app, { country: 'IT', region: 'Lazio', date_of_birth: '1990-01-01' });
  const near = await plant(app, { country: 'IT', region: 'Lazio', date_of_birth: '1984-01-01' });
  for (let i = 0; i < 8; i++)
    await plant(app, { country: 'IT', region: 'Puglia', date_of_birth: '1992-01-01' });
  const found = await viewer.must('members', {
    query: { country: 'IT', region: 'Lazio', gender: 'female', min_age: 33, max_age: 38 },
  });
  expect(ids(found.results)).toEqual([match]);
  expect(ids(found.similar_results)).toContain(near);
  expect(ids(found.similar_results)).not.toContain(match);
  expect(found.similar_num_results).toBe(9);
});

test('returns an empty page and similar results when nobody matches', async () => {
  const found = await viewer.must('members', {
    query: { country: 'CH', region: 'Uri', gender: 'male', min_age: 97, max_age: 98 },
  });
  expect(found).toMatchObject({ results: [], num_results: 0, next: null });
});

test('lets visitors search only if logged_out_search or logged_out_search_trafficsource allows it', async () => {
  const visitor = app.visitor();
  expect((await visitor.call('members')).status).toBe(200);
  await setSettings(app, { logged_out_search: false });
  try {
    expect((await visitor.call('members')).body.error).toBe('search_closed');
    expect((await viewer.call('members')).status).toBe(200);
    await visitor.must('tracking', { body: { network: 'somewhere', remember: true } });
    expect((await visitor.call('members')).status).toBe(200);
    await setSettings(app, { logged_out_search_trafficsource: false });
    expect((await visitor.call('members')).body.error).toBe('search_closed');
  } finally {
    await setSettings(app, { logged_out_search: true, logged_out_search_trafficsource: true });
  }
});

test('labels and links cam listings, and shows resold ones only where the site resells', async () => {
  const cam = await plant(app, { country: 'AU', kind: 'cam' });
  const resold = await plant(app, { country: 'AU', kind: 'cam', cam_variant: 'resell' });
  const { results } = await viewer.must('members', { query: { country: 'AU' } });
  expect(ids(results)).toEqual([cam]);
  expect(results[0]).toMatchObject({ kind: 'cam', cam: { variant: 'cam', url: 'https://cam.example.test' } });
  await setSettings(app, { member_resell: true });
  expect(ids((await viewer.must('members', { query: { country: 'AU' } })).results)).toEqual([resold, cam]);
  await setSettings(app, { member_resell: false });
});

test('never returns the position or date of birth of another member', async () => {
  const other = await plant(app, {
    country: 'NL',
    city: 'Utrecht',
    region: 'Utrecht',
    lat: 52.09,
    lon: 5.12,
  });
  for (const answer of [
    await viewer.call('members', { query: { country: 'NL' } }),
    await viewer.call('member', { query: { id: other } }),
  ]) {
    const text = JSON.stringify(answer.body);
    expect(text).not.toMatch(/"lat"|"lon"|52\.09|1990-06-15/);
  }
});
