import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { itemAt } from '#contract/must.ts';
import { testApp, type Client } from '#support/app.ts';
import { plant, plantWithBrowser } from '#support/members.ts';
import { ids, pagesOf } from '#support/search-pages.ts';

const app = testApp();
let viewer: Client;
beforeAll(async () => void (viewer = await plantWithBrowser(app, { gender: 'male', country: 'AT' })));

test('sorts by activity in days, not minutes', async () => {
  const [seenLongAgo, seenToday, seenYesterday] = [
    await plant(app, { country: 'FI' }),
    await plant(app, { country: 'FI' }),
    await plant(app, { country: 'FI' }),
  ];
  await sql`update profiles set active_on = app_now()::date - 40 where id = ${seenLongAgo}`.execute(app.db);
  await sql`update profiles set active_on = app_now()::date - 1 where id = ${seenYesterday}`.execute(app.db);
  expect((await pagesOf({ country: 'FI', sort: 'active' }, viewer)).flat()).toEqual([
    seenToday,
    seenYesterday,
    seenLongAgo,
  ]);
});

test('continues on the right day when sorted by activity', async () => {
  const planted: number[] = [];
  for (let i = 0; i < 30; i++) planted.push(await plant(app, { country: 'CA' }));
  for (const [i, id] of planted.entries())
    await sql`update profiles set active_on = app_now()::date - ${i % 7}::int where id = ${id}`.execute(
      app.db,
    );
  const found = (await pagesOf({ country: 'CA', sort: 'active', min_age: 18, max_age: 50 }, viewer)).flat();
  expect(found).toHaveLength(30);
  expect(new Set(found)).toEqual(new Set(planted));
});

test('sorts nearest first by bands between city centres, without revealing a finer distance', async () => {
  const town = {
    utrecht: { city: 'Utrecht', region: 'Utrecht' },
    zeist: { city: 'Zeist', region: 'Utrecht' },
    amsterdam: { city: 'Amsterdam', region: 'Noord-Holland' },
    maastricht: { city: 'Maastricht', region: 'Limburg' },
  };
  const me = await plantWithBrowser(app, {
    gender: 'male',
    country: 'NL',
    ...town.utrecht,
    lat: 52.09083,
    lon: 5.12222,
  });
  const utrecht = await plant(app, town.utrecht);
  const zeist = await plant(app, town.zeist); // This town is also within 10 km, but the member is newer.
  const maastricht = await plant(app, town.maastricht);
  const amsterdam = await plant(app, town.amsterdam);
  const nowhere = await plant(app, {});
  const found = (await pagesOf({ country: 'NL', gender: 'female', sort: 'nearest' }, me)).flat();
  expect(found).toEqual([zeist, utrecht, amsterdam, maastricht, nowhere]);

  await me.must('changeProfile', { body: { country: 'NL', region: 'Limburg', city: 'Maastricht' } });
  const moved = await pagesOf({ country: 'NL', gender: 'female', sort: 'nearest' }, me);
  expect(moved.flat()[0]).toBe(maastricht);
});

test('sorts a crowd nearest first, for each searcher and with each filter', async () => {
  const gent = { country: 'BE', region: 'Oost-Vlaanderen', city: 'Gent', lat: 51.05, lon: 3.71667 } as const;
  const aalst = { ...gent, city: 'Aalst', lat: 50.93604, lon: 4.0355 } as const;
  const young = await plant(app, gent);
  const old = await plant(app, { ...gent, date_of_birth: '1960-06-15' });
  const further = await plant(app, aalst);
  // More matches than the count limit, without a town, so that search reads band by band.
  await sql`
    with member as (
      insert into members (status, language, signup_date) select 'active', 'en', app_now() from generate_series(1, 1010) returning id)
    insert into profiles (id, kind, name, gender, gender_sought, date_of_birth, country, region, status)
    select id, 'member', 'Of the crowd', 'female', 'male', '1990-06-15', 'BE', region, 'active'
    from member, (values ('Oost-Vlaanderen'), ('Luik')) r (region) where (region = 'Luik') = (id % 100 = 0)`.execute(
    app.db,
  );
  const here = await plantWithBrowser(app, { gender: 'male', ...gent });
  const there = await plantWithBrowser(app, { gender: 'male', ...aalst });
  const choosy = await plantWithBrowser(app, { gender: 'male', ...gent });
  await choosy.must('dismiss', { body: { profile: young } });
  const first = async (client: Client, more: object = {}) => {
    const query = { country: 'BE', gender: 'female', sort: 'nearest', ...more };
    const { results } = await client.must('members', { query: query as never });
    expect(results).toHaveLength(24);
    return ids(results).filter((id) => [young, old, further].includes(id));
  };
  // The second round reuses the prepared statements of the first.
  for (let round = 0; round < 2; round++) {
    expect(await first(here)).toEqual([old, young, further]);
    expect(await first(there)).toEqual([further, old, young]);
    expect(await first(choosy)).toEqual([old, further]);
    expect(await first(here, { max_age: 45 })).toEqual([young, further]);
    expect(await first(here, { region: 'Oost-Vlaanderen' })).toEqual([old, young, further]);
    expect(await first(there, { region: 'Oost-Vlaanderen', max_age: 45 })).toEqual([further, young]);
    expect(await first(here, { new_here: true })).toEqual([old, young, further]);
  }
});

test('sorts hundreds nearest first, whether the towns nearby fill a page or not', async () => {
  const wien = { country: 'AT', region: 'Wien', city: 'Wien', lat: 48.20849, lon: 16.37208 } as const;
  const graz = { ...wien, region: 'Steiermark', city: 'Graz', lat: 47.06667, lon: 15.45 } as const;
  const bregenz = { ...wien, region: 'Vorarlberg', city: 'Bregenz', lat: 47.50311, lon: 9.7471 } as const;
  const { rows } = await sql<{ id: number; city: string }>`
    with member as (
      insert into members (status, language, signup_date) select 'active', 'en', app_now() from generate_series(1, 180) returning id)
    insert into profiles (id, kind, name, gender, gender_sought, date_of_birth, country, region, city, status)
    select id, 'member', 'One of many', 'female', 'male', '1990-06-15', 'AT', region, city, 'active'
    from member, (values (0, 'Wien', 'Wien'), (1, 'Niederösterreich', 'Mödling'), (2, 'Steiermark', 'Graz')) t (i, region, city) where id % 3 = i
    returning id, city`.execute(app.db);
  const from = (city: string) =>
    rows.flatMap((one) => (one.city === city ? [one.id] : [])).toSorted(descending);
  const found = async (place: object, dismissed?: number) => {
    const me = await plantWithBrowser(app, { gender: 'male', ...place });
    if (dismissed) await me.must('dismiss', { body: { profile: dismissed } });
    const query = { country: 'AT', gender: 'female', sort: 'nearest', min_age: 25, max_age: 60 } as const;
    const { num_results } = await me.must('members', { query });
    return { num_results, ids: (await pagesOf(query, me)).flat() };
  };
  const [ofWien, ofMödling, ofGraz] = [from('Wien'), from('Mödling'), from('Graz')];
  const far = [...ofWien, ...ofMödling].toSorted(descending); // One band, 150 km from Graz.
  expect(await found(wien)).toEqual({ num_results: 180, ids: [...ofWien, ...ofMödling, ...ofGraz] });
  expect(await found(graz)).toEqual({ num_results: 180, ids: [...ofGraz, ...far] });
  const newest = itemAt(ofGraz, 0);
  expect(await found(graz, newest)).toEqual({ num_results: 179, ids: [...ofGraz.slice(1), ...far] });
  // Near Bregenz nobody matches. Wien is more than 500 km away, the other two towns are in one band.
  const closer = [...ofGraz, ...ofMödling].toSorted(descending);
  expect(await found(bregenz)).toEqual({ num_results: 180, ids: [...closer, ...ofWien] });
});

const descending = (one: number, other: number) => other - one;

test('measures distance bands between city centres, so that moving a kilometre changes nothing', async () => {
  const me = await plantWithBrowser(app, { gender: 'male', country: 'NL' });
  const at = async (city: string, region: string, lat: number, lon: number) =>
    plant(app, { country: 'NL', city, region, lat, lon });
  const [zeist, amsterdam, maastricht] = [
    await at('Zeist', 'Utrecht', 52.09, 5.23333),
    await at('Amsterdam', 'Noord-Holland', 52.37403, 4.88969),
    await at('Maastricht', 'Limburg', 50.84833, 5.68889),
  ];
  const nowhere = await plant(app, { country: 'NL', region: 'Utrecht', lat: 52.09083, lon: 5.12222 });
  const bands = async () => {
    const found = new Map(
      (await pagesOf({ country: 'NL', gender: 'female' }, me))
        .flat()
        .map((id) => [id, undefined as number | undefined]),
    );
    for (const id of found.keys()) found.set(id, (await me.must('member', { query: { id } })).within_km);
    const { results } = await me.must('members', { query: { country: 'NL', gender: 'female' } });
    for (const { id, within_km } of results) expect(within_km).toBe(found.get(id));
    return [zeist, amsterdam, maastricht, nowhere].map((id) => found.get(id));
  };
  // A searcher without a town gets no band.
  expect(await bands()).toEqual([undefined, undefined, undefined, undefined]);
  await me.must('changeProfile', { body: { country: 'NL', lat: 52.09, lon: 5.12 } });
  expect(await bands()).toEqual([10, 50, 250, undefined]);
  await me.must('changeProfile', { body: { country: 'NL', lat: 52.099, lon: 5.12 } });
  expect(await bands()).toEqual([10, 50, 250, undefined]);
  const [card] = (await app.visitor().must('members', { query: { country: 'NL', gender: 'female' } }))
    .results;
  expect(card).not.toHaveProperty('within_km');
  expect(card).not.toHaveProperty('liked');
});

test('finds members active within seven days only, most recent first, with their number and similar ones', async () => {
  const place = { country: 'IE', gender: 'female' as const, date_of_birth: '1988-03-03' };
  // Nobody that other tests planted is active.
  await sql`update profiles set active_on = app_now()::date - 30`.execute(app.db);
  const people: number[] = [];
  for (let days = 0; days < 10; days++) {
    const id = await plant(app, place);
    await sql`update profiles set active_on = app_now()::date - ${days}::int, hair_color = 'red' where id = ${id}`.execute(
      app.db,
    );
    people.push(id);
  }
  const cam = await plant(app, { ...place, kind: 'cam' });
  await sql`update profiles set active_on = app_now()::date where id = ${cam}`.execute(app.db);
  const premium = await plantWithBrowser(app, {
    gender: 'male',
    country: 'IE',
    city: 'Cork',
    lat: 52,
    lon: -8,
    premium: true,
  });
  const query = { country: 'IE' as const, gender: 'female' as const, active_this_week: true };
  const recent = people.slice(0, 7);
  for (const more of [
    {},
    { min_age: 20, max_age: 70 },
    { sort: 'nearest' as const },
    { hair_color: 'red' },
    { hair_color: 'red', min_age: 20, max_age: 70 },
  ]) {
    const found = await premium.must('members', { query: { ...query, ...more } });
    expect([ids(found.results), found.num_results], JSON.stringify(more)).toEqual([recent, 7]);
    expect(ids(found.similar_results)).toEqual(expect.arrayContaining(people.slice(7)));
  }
  await premium.must('block', { body: { profile: itemAt(recent, 0) } });
  expect((await premium.must('members', { query })).num_results).toBe(6);
  for (let n = 0; n < 30; n++) {
    const id = await plant(app, place);
    await sql`update profiles set active_on = app_now()::date - 1 where id = ${id}`.execute(app.db);
  }
  const all = await pagesOf(query, premium);
  expect(all.map((page) => page.length)).toEqual([24, 12]);
  expect(new Set(all.flat()).size).toBe(36);
  expect((await premium.must('members', { query })).num_results).toBe(36);
});
