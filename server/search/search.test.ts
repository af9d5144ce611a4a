import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { testApp, type Client } from '#support/app.ts';
import { browserOf, plant, plantConversation, plantWithBrowser, setSettings } from '#support/members.ts';

const app = testApp();
let viewer: Client;
beforeAll(async () => void (viewer = await plantWithBrowser(app, { gender: 'male', country: 'AT' })));
afterEach(() => app.shiftClock(0));

const ids = (cards: { id: number }[]) => cards.map(({ id }) => id);

/** Every page of a search, by its cursors. */
async function pages(query: Record<string, unknown>, client = viewer): Promise<number[][]> {
  const found: number[][] = [];
  let cursor: string | undefined;
  do {
    const page = await client.must('members', { query: { ...query, cursor } });
    found.push(ids(page.results));
    cursor = page.next ?? undefined;
  } while (cursor && found.length < 50);
  return found;
}

test('pages of 24 hold each match once, newest first, whatever signs up meanwhile', async () => {
  const planted: number[] = [];
  for (let i = 0; i < 60; i++) planted.push(await plant(app, { country: 'PL', date_of_birth: `${1970 + (i % 30)}-03-03` }));
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

test('neither the searcher nor a blocked match is counted, whoever asked before', async () => {
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
  for (const who of [one, two]) expect((await pages(query, who)).flat()).toHaveLength(30);
});

test('members of an age are found behind any number of newer ones of another age', async () => {
  const planted: number[] = [];
  for (let i = 0; i < 30; i++) planted.push(await plant(app, { country: 'NZ', date_of_birth: `${1990 + (i % 5)}-03-03` }));
  const query = { country: 'NZ' as const, gender: 'female' as const, min_age: 25, max_age: 45 };
  expect((await pages(query)).flat()).toEqual(planted.toReversed());
  await sql`with made as (
      insert into members (email, email_key, language, status) select 'old' || n || '@example.org', 'old' || n || '@example.org', 'nl', 'active' from generate_series(1, 600) n returning id)
    insert into profiles (id, name, gender, gender_sought, date_of_birth, country, status)
      select id, 'Old ' || id, 'female', 'male', '1950-01-01', 'NZ', 'active' from made`.execute(app.db);
  expect((await pages(query)).flat()).toEqual(planted.toReversed());
});

test('an age is the age of today, on both edges of the range', async () => {
  const { rows } = await sql<{ day: string }>`select to_char(app_now()::date, 'YYYY-MM-DD') as day`.execute(app.db);
  const today = rows[0]!.day;
  const born = (years: number, days: number) => {
    const date = new Date(`${today}T00:00:00Z`);
    date.setUTCFullYear(date.getUTCFullYear() - years);
    date.setUTCDate(date.getUTCDate() + days);
    return date.toISOString().slice(0, 10);
  };
  const place = { country: 'DK' };
  await plant(app, { ...place, date_of_birth: born(30, 1) }); // 29 until tomorrow
  const thirty = await plant(app, { ...place, date_of_birth: born(30, 0) });
  const nearly36 = await plant(app, { ...place, date_of_birth: born(36, 1) });
  await plant(app, { ...place, date_of_birth: born(36, 0) });
  const { results, num_results } = await viewer.must('members', { query: { country: 'DK', gender: 'female', min_age: 30, max_age: 35 } });
  expect(new Set(ids(results))).toEqual(new Set([thirty, nearly36]));
  expect(results.map(({ age }) => age).sort()).toEqual([30, 35]);
  expect(num_results).toBe(2);
});

test('filters by gender, country and region; without ages it is all ages', async () => {
  const man = await plant(app, { country: 'SE', gender: 'male', region: 'Skåne' });
  const young = await plant(app, { country: 'SE', region: 'Skåne', date_of_birth: '2005-01-01' });
  const old = await plant(app, { country: 'SE', region: 'Uppsala', date_of_birth: '1935-01-01' });
  const search = async (query: object) => new Set(ids((await viewer.must('members', { query: { country: 'SE', ...query } })).results));
  expect(await search({})).toEqual(new Set([man, young, old]));
  expect(await search({ gender: 'female' })).toEqual(new Set([young, old]));
  expect(await search({ region: 'Skåne' })).toEqual(new Set([man, young]));
  expect(await search({ region: 'Skåne', gender: 'male', min_age: 18, max_age: 120 })).toEqual(new Set([man]));
});

test('without a country it searches everywhere', async () => {
  const far = await plant(app, { country: 'NZ', date_of_birth: '1941-05-05' });
  const query = { min_age: 80, max_age: 89 };
  expect(ids((await viewer.must('members', { query })).results)).toContain(far);
  expect(ids((await viewer.must('members', { query: { ...query, sort: 'active' } })).results)).toContain(far);
});

test('recently active first, in days and not in minutes', async () => {
  const [seenLongAgo, seenToday, seenYesterday] = [
    await plant(app, { country: 'FI' }),
    await plant(app, { country: 'FI' }),
    await plant(app, { country: 'FI' }),
  ];
  await sql`update profiles set active_on = app_now()::date - 40 where id = ${seenLongAgo}`.execute(app.db);
  await sql`update profiles set active_on = app_now()::date - 1 where id = ${seenYesterday}`.execute(app.db);
  expect((await pages({ country: 'FI', sort: 'active' })).flat()).toEqual([seenToday, seenYesterday, seenLongAgo]);
});

test('the next page goes on by day when sorted by activity', async () => {
  const planted: number[] = [];
  for (let i = 0; i < 30; i++) planted.push(await plant(app, { country: 'CA' }));
  for (const [i, id] of planted.entries()) await sql`update profiles set active_on = app_now()::date - ${i % 7}::int where id = ${id}`.execute(app.db);
  const found = (await pages({ country: 'CA', sort: 'active', min_age: 18, max_age: 50 })).flat();
  expect(found).toHaveLength(30);
  expect(new Set(found)).toEqual(new Set(planted));
});

test('nearest first goes by bands between city centres, and tells no finer distance', async () => {
  const town = {
    utrecht: { city: 'Utrecht', region: 'Utrecht' },
    zeist: { city: 'Zeist', region: 'Utrecht' },
    amsterdam: { city: 'Amsterdam', region: 'Noord-Holland' },
    maastricht: { city: 'Maastricht', region: 'Limburg' },
  };
  const me = await plantWithBrowser(app, { gender: 'male', country: 'NL', ...town.utrecht, lat: 52.09083, lon: 5.12222 });
  const utrecht = await plant(app, town.utrecht);
  const zeist = await plant(app, town.zeist); // within 10 km too, and newer
  const maastricht = await plant(app, town.maastricht);
  const amsterdam = await plant(app, town.amsterdam);
  const nowhere = await plant(app, {});
  const found = (await pages({ country: 'NL', gender: 'female', sort: 'nearest' }, me)).flat();
  expect(found).toEqual([zeist, utrecht, amsterdam, maastricht, nowhere]);
});

test('the band of a distance is told from city centre to city centre, and moving a kilometre changes nothing', async () => {
  const me = await plantWithBrowser(app, { gender: 'male', country: 'NL' });
  const at = async (city: string, region: string, lat: number, lon: number) => plant(app, { country: 'NL', city, region, lat, lon });
  const [zeist, amsterdam, maastricht] = [
    await at('Zeist', 'Utrecht', 52.09, 5.23333),
    await at('Amsterdam', 'Noord-Holland', 52.37403, 4.88969),
    await at('Maastricht', 'Limburg', 50.84833, 5.68889),
  ];
  const nowhere = await plant(app, { country: 'NL', region: 'Utrecht', lat: 52.09083, lon: 5.12222 });
  const bands = async () => {
    const found = new Map((await pages({ country: 'NL', gender: 'female' }, me)).flat().map((id) => [id, undefined as number | undefined]));
    for (const id of found.keys()) found.set(id, (await me.must('member', { query: { id } })).within_km);
    const { results } = await me.must('members', { query: { country: 'NL', gender: 'female' } });
    for (const { id, within_km } of results) expect(within_km).toBe(found.get(id));
    return [zeist, amsterdam, maastricht, nowhere].map((id) => found.get(id));
  };
  expect(await bands()).toEqual([undefined, undefined, undefined, undefined]); // a searcher without a town
  await me.must('changeProfile', { body: { country: 'NL', lat: 52.09, lon: 5.12 } });
  expect(await bands()).toEqual([10, 50, 250, undefined]);
  await me.must('changeProfile', { body: { country: 'NL', lat: 52.099, lon: 5.12 } });
  expect(await bands()).toEqual([10, 50, 250, undefined]);
  const [card] = (await app.visitor().must('members', { query: { country: 'NL', gender: 'female' } })).results;
  expect(card).not.toHaveProperty('within_km');
  expect(card).not.toHaveProperty('liked');
});

test('cards tell whom the member likes, on every surface and however long ago', async () => {
  const me = await plantWithBrowser(app, { gender: 'male', country: 'US' });
  const [liked, other] = [await plant(app, { country: 'US' }), await plant(app, { country: 'US' })];
  await me.must('like', { body: { profile: liked } });
  // Likes beyond those that likes.php gives at once.
  const more: number[] = [];
  for (let i = 0; i < 101; i++) more.push(await plant(app, { country: 'GB' }));
  await sql`insert into likes (liker_id, liked_id) select ${me.memberId}, unnest(${more}::bigint[])`.execute(app.db);
  const hearts = (cards: { id: number; liked?: boolean }[]) => cards.filter(({ id }) => [liked, other].includes(id)).map((card) => [card.id, card.liked]);
  const expected = [
    [other, false],
    [liked, true],
  ];
  for (const sort of ['newest', 'active'] as const) expect(hearts((await me.must('members', { query: { country: 'US', sort } })).results)).toEqual(expected);
  expect(hearts((await me.must('member', { query: { id: other } })).related)).toEqual([[liked, true]]);
  expect(hearts([await me.must('member', { query: { id: liked } })])).toEqual([[liked, true]]);
  await me.must('unlike', { body: { profile: liked } });
  expect(hearts((await me.must('members', { query: { country: 'US' } })).results)).toEqual([
    [other, false],
    [liked, false],
  ]);
});

test('a cursor serves no other filters, nobody else, and no guesses', async () => {
  for (let i = 0; i < 25; i++) await plant(app, { country: 'IE' });
  const { next } = await viewer.must('members', { query: { country: 'IE' } });
  expect((await viewer.call('members', { query: { country: 'IE', gender: 'female', cursor: next! } })).status).toBe(400);
  expect((await app.visitor().call('members', { query: { country: 'IE', cursor: next! } })).status).toBe(400);
  expect((await viewer.call('members', { query: { country: 'IE', cursor: 'AAAA' } })).status).toBe(400);
});

test('when few match, similar ones are shown beside them, none twice', async () => {
  const match = await plant(app, { country: 'IT', region: 'Lazio', date_of_birth: '1990-01-01' });
  const near = await plant(app, { country: 'IT', region: 'Lazio', date_of_birth: '1984-01-01' });
  for (let i = 0; i < 8; i++) await plant(app, { country: 'IT', region: 'Puglia', date_of_birth: '1992-01-01' });
  const found = await viewer.must('members', { query: { country: 'IT', region: 'Lazio', gender: 'female', min_age: 33, max_age: 38 } });
  expect(ids(found.results)).toEqual([match]);
  expect(ids(found.similar_results)).toContain(near);
  expect(ids(found.similar_results)).not.toContain(match);
  expect(found.similar_num_results).toBe(9);
});

test('when nobody matches, the answer is empty and similar ones are offered', async () => {
  const found = await viewer.must('members', { query: { country: 'CH', region: 'Uri', gender: 'male', min_age: 97, max_age: 98 } });
  expect(found).toMatchObject({ results: [], num_results: 0, next: null });
});

test('visitors search as logged_out_search and logged_out_search_trafficsource allow', async () => {
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

test('cam listings carry their label and link; resold ones show only where the site resells', async () => {
  const cam = await plant(app, { country: 'AU', kind: 'cam' });
  const resold = await plant(app, { country: 'AU', kind: 'cam', cam_variant: 'resell' });
  const { results } = await viewer.must('members', { query: { country: 'AU' } });
  expect(ids(results)).toEqual([cam]);
  expect(results[0]).toMatchObject({ kind: 'cam', cam: { variant: 'cam', url: 'https://cam.example.test' } });
  await setSettings(app, { member_resell: true });
  expect(ids((await viewer.must('members', { query: { country: 'AU' } })).results)).toEqual([resold, cam]);
  await setSettings(app, { member_resell: false });
});

test('no answer carries a position or a date of birth of another', async () => {
  const other = await plant(app, { country: 'NL', city: 'Utrecht', region: 'Utrecht', lat: 52.09, lon: 5.12 });
  for (const answer of [await viewer.call('members', { query: { country: 'NL' } }), await viewer.call('member', { query: { id: other } })]) {
    const text = JSON.stringify(answer.body);
    expect(text).not.toMatch(/"lat"|"lon"|52\.09|1990-06-15/);
  }
});

test('member.php tells what stands between the two and clears the new-like flag', async () => {
  const other = await plant(app, { country: 'BE' });
  const conversation = await plantConversation(app, viewer.memberId, other);
  await sql`insert into likes (liker_id, liked_id) values (${other}, ${viewer.memberId})`.execute(app.db);
  expect((await viewer.must('likes')).liked_by.find(({ id }) => id === other)!.like_new).toBe(true);
  const profile = await viewer.must('member', { query: { id: other } });
  expect(profile).toMatchObject({ liked: false, likes_me: true, blocked: false, conversation, gender_sought: null, date_of_birth: null });
  expect((await viewer.must('likes')).liked_by.find(({ id }) => id === other)!.like_new).toBe(false);
});

test('a field that the site hides stays with its owner', async () => {
  const other = await plant(app, { country: 'BE' });
  await sql`update profiles set tattoos = 'many', about = 'I sing', interests = '{tea}' where id = ${other}`.execute(app.db);
  await setSettings(app, { visible_profile_fields: ['gender'], visible_profile_notes: ['interests'] });
  expect(await viewer.must('member', { query: { id: other } })).toMatchObject({ tattoos: null, about: null, interests: ['tea'] });
  const own = await (await browserOf(app, other)).must('member', { query: { id: other } });
  expect(own).toMatchObject({ tattoos: 'many', about: 'I sing' });
  await setSettings(app, { visible_profile_fields: ['gender', 'tattoos'], visible_profile_notes: ['about', 'interests'] });
  expect(await viewer.must('member', { query: { id: other } })).toMatchObject({ tattoos: 'many', about: 'I sing' });
});

test('age, gender and place that the site hides are in no list, chat or profile of others, and the own ones stay', async () => {
  const shown = { visible_profile_fields: ['gender', 'age', 'country', 'region', 'city', 'tattoos'], visible_profile_notes: ['about', 'interests'] };
  await setSettings(app, shown);
  const other = await plantWithBrowser(app, { country: 'IE', region: 'Leinster', city: 'Dublin', lat: 53, lon: -6 });
  await other.must('like', { body: { profile: viewer.memberId } });
  await other.must('send', { body: { profile: viewer.memberId, client_id: randomUUID(), text: 'Hi' } });
  const before = (await viewer.must('members', { query: { country: 'IE' } })).results.find(({ id }) => id === other.memberId);
  expect(before).toMatchObject({ age: expect.any(Number), gender: 'female', country: 'IE', region: 'Leinster', city: 'Dublin' });
  await setSettings(app, { visible_profile_fields: [], visible_profile_notes: [] });
  const hidden = { id: other.memberId, age: null, gender: null, country: null, region: null, city: null };
  expect(await viewer.must('member', { query: { id: other.memberId } })).toMatchObject(hidden);
  const lists = {
    search: (await viewer.must('members', { query: { country: 'IE' } })).results,
    likes: (await viewer.must('likes')).liked_by,
    viewed: (await viewer.must('recentlyViewed')).profiles,
    chats: (await viewer.must('chats')).chats.map(({ profile }) => profile),
    chat: [(await viewer.must('chat', { query: { profile: other.memberId } })).profile],
    found: (await viewer.must('searchChats', { body: { text: 'Hi' } })).messages.map(({ profile }) => profile),
  };
  for (const [list, cards] of Object.entries(lists))
    expect(
      cards.find(({ id }) => id === other.memberId),
      list,
    ).toMatchObject(hidden);
  expect((await other.must('user')).profile).toMatchObject({ age: expect.any(Number), country: 'IE', city: 'Dublin' });
  await setSettings(app, shown);
});

test('a visitor reads a profile without anything between the two', async () => {
  const other = await plant(app, { country: 'BE' });
  expect(await app.visitor().must('member', { query: { id: other } })).toMatchObject({ id: other, liked: false, likes_me: false, conversation: null });
});

test('who is seen now is online, and the minute is not told', async () => {
  const other = await plantWithBrowser(app, { country: 'BE' });
  await other.must('interests');
  await other.must('user');
  await expect
    .poll(() => viewer.must('member', { query: { id: other.memberId } }), { interval: 500 })
    .toMatchObject({ online: true, active_recently: 'today' });
  await app.shiftClock(3 * 86_400);
  expect(await viewer.must('member', { query: { id: other.memberId } })).toMatchObject({ online: false, active_recently: 'this_week' });
});
