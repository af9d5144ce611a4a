import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { isStoredAs, traitFields, wordsOf, type TraitField } from '#contract/profile-fields.ts';
import { testApp, type Client } from '#support/app.ts';
import { plant, plantWithBrowser, setSettings } from '#support/members.ts';
import { START } from './ranges.ts';
import { scanTraits } from './scan.ts';

const app = testApp();
let viewer: Client;
beforeAll(
  async () => void (viewer = await plantWithBrowser(app, { gender: 'male', country: 'AT', premium: true })),
);

const ids = (cards: { id: number }[]) => cards.map(({ id }) => id);

async function plantWith(
  country: string,
  traits: Partial<Record<TraitField, string | string[]>>,
): Promise<number> {
  const id = await plant(app, { country });
  for (const [field, value] of Object.entries(traits))
    await sql`update profiles set ${sql.ref(field)} = ${value} where id = ${id}`.execute(app.db);
  return id;
}

test('finds exactly the members with a trait, for every word of every list', async () => {
  const planted = new Map<string, number>();
  for (const field of traitFields)
    for (const word of wordsOf(field))
      planted.set(
        `${field}=${word}`,
        await plantWith('SE', { [field]: isStoredAs(field, 'words') ? [word] : word }),
      );
  for (const [asked, id] of planted) {
    const [field, word] = asked.split('=') as [TraitField, string];
    const { results, num_results } = await viewer.must('members', {
      query: { country: 'SE', [field]: word },
    });
    expect([asked, ids(results), num_results]).toEqual([asked, [id], 1]);
  }
});

test('matches any word within a field, and requires all fields', async () => {
  const both = await plantWith('DK', { interests: ['tea', 'wine'], hair_color: 'red', eye_color: 'green' });
  const other = await plantWith('DK', { interests: ['coffee'], hair_color: 'blond', eye_color: 'green' });
  await plantWith('DK', { interests: ['coffee'], hair_color: 'blond', eye_color: 'blue' });
  await plantWith('DK', { interests: [], hair_color: null as never, eye_color: 'green' });
  const search = async (query: object) =>
    ids((await viewer.must('members', { query: { country: 'DK', ...query } })).results);
  expect(await search({ interests: 'tea,coffee', hair_color: 'blond,red', eye_color: 'green' })).toEqual([
    other,
    both,
  ]);
  expect(await search({ interests: 'wine', hair_color: 'blond' })).toEqual([]);
  expect(await search({ interests: 'wine,nonsense', hair_color: 'nonsense' })).toEqual([both]);
});

test('combines traits with age, region and each sort order', async () => {
  const region = 'Wien';
  const young = await plantWith('AT', { hair_color: 'red' });
  const old = await plantWith('AT', { hair_color: 'red' });
  const there = await plantWith('AT', { hair_color: 'red' });
  await sql`update profiles set date_of_birth = '1950-01-01', active_on = app_now()::date - 3 where id = ${old}`.execute(
    app.db,
  );
  await sql`update profiles set region = ${region}, active_on = app_now()::date - 1 where id = ${there}`.execute(
    app.db,
  );
  const search = async (query: object) =>
    ids(
      (
        await viewer.must('members', {
          query: { country: 'AT', gender: 'female', hair_color: 'red', ...query },
        })
      ).results,
    );
  expect(await search({ max_age: 60 })).toEqual([there, young]);
  expect(await search({ region })).toEqual([there]);
  expect(await search({ sort: 'active' })).toEqual([young, there, old]);
});

test('sorts matches of traits nearest first', async () => {
  const town = {
    utrecht: ['Utrecht', 'Utrecht'],
    amsterdam: ['Amsterdam', 'Noord-Holland'],
    maastricht: ['Maastricht', 'Limburg'],
  } as const;
  const me = await plantWithBrowser(app, {
    gender: 'male',
    country: 'NL',
    city: 'Utrecht',
    region: 'Utrecht',
    lat: 52.09083,
    lon: 5.12222,
    premium: true,
  });
  const at = async ([city, region]: readonly [string, string], hair: string) => {
    const id = await plant(app, { country: 'NL', city, region });
    await sql`update profiles set hair_color = ${hair} where id = ${id}`.execute(app.db);
    return id;
  };
  const [near, far, middle] = [
    await at(town.utrecht, 'gray'),
    await at(town.maastricht, 'gray'),
    await at(town.amsterdam, 'gray'),
  ];
  await at(town.utrecht, 'blond');
  const { results, num_results } = await me.must('members', {
    query: { country: 'NL', gender: 'female', hair_color: 'gray', sort: 'nearest' },
  });
  expect([ids(results), num_results]).toEqual([[near, middle, far], 3]);
});

test('returns each match once over all pages, however many other members lie between', async () => {
  const planted: number[] = [];
  for (let i = 0; i < 60; i++) {
    const id = await plantWith('PL', { eye_color: i % 2 ? 'hazel' : 'blue' });
    if (i % 2) planted.push(id);
  }
  const query = { country: 'PL' as const, eye_color: 'hazel' };
  const first = await viewer.must('members', { query });
  expect(first.num_results).toBe(30);
  const second = await viewer.must('members', { query: { ...query, cursor: first.next! } });
  expect([...ids(first.results), ...ids(second.results)]).toEqual(planted.reverse());
  expect(second.next).toBeNull();
  expect(
    (await viewer.call('members', { query: { ...query, eye_color: 'blue', cursor: first.next! } })).status,
  ).toBe(400);
});

test('resumes a scan that stopped at its limit without skipping anybody', async () => {
  const planted: number[] = [];
  for (let i = 0; i < 30; i++)
    planted.push(await plantWith(i % 3 ? 'FI' : 'IE', { tattoos: i % 5 ? 'none' : 'many' }));
  const filters = {
    genders: ['female' as const],
    countries: ['FI' as const, 'IE' as const],
    region: null,
    ages: null,
    verified: false,
    activeThisWeek: false,
    online: false,
    withPhoto: false,
    newHere: false,
    name: null,
    towns: null,
    traits: { tattoos: ['many' as const] },
  };
  for (const sort of ['newest', 'active'] as const) {
    const found: number[] = [];
    let after = START;
    for (let walks = 0; walks < 40; walks++) {
      const walk = await scanTraits(
        app.db,
        {
          id: null,
          pool: 1,
          place: null,
          resell: false,
          hides: [],
          ageCountries: '',
          verificationRule: 'off',
          traits: filters.traits,
          everyone: filters.genders,
        },
        { ...filters, sort },
        after,
        25,
        8,
      );
      found.push(...ids(walk.found));
      if (!walk.seenTo) break;
      after = walk.seenTo;
    }
    expect(found).toEqual(planted.filter((_, i) => i % 5 === 0).reverse());
  }
});

test('refuses free members and visitors, unless the query names no known trait', async () => {
  const free = await plantWithBrowser(app, { gender: 'male' });
  for (const somebody of [free, app.visitor()]) {
    expect((await somebody.call('members', { query: { hair_color: 'red' } })).body.error).toBe(
      'premium_only',
    );
    expect(
      (await somebody.call('members', { query: { hair_color: 'nonsense', interests: '' } })).status,
    ).toBe(200);
  }
  await sql`update members set paid_user = true where id = ${free.memberId}`.execute(app.db);
  expect((await free.call('members', { query: { hair_color: 'red' } })).status).toBe(200);
});

test('does not search by fields that the site hides', async () => {
  const someone = await plantWith('CH', { sexuality: 'bi' });
  const search = async () =>
    ids((await viewer.must('members', { query: { country: 'CH', sexuality: 'gay' } })).results);
  expect(await search()).toEqual([]);
  await setSettings(app, { visible_profile_fields: ['gender', 'hair_color'] });
  expect(await search()).toEqual([someone]);
  await setSettings(app, { visible_profile_fields: ['gender', ...traitFields] });
  expect(await search()).toEqual([]);
});

test('adds similar results without the traits when few members match', async () => {
  const match = await plantWith('NZ', { hair_color: 'white' });
  const others = [await plantWith('NZ', { hair_color: 'black' }), await plantWith('NZ', {})];
  const found = await viewer.must('members', {
    query: { country: 'NZ', hair_color: 'white', min_age: 20, max_age: 60 },
  });
  expect(ids(found.results)).toEqual([match]);
  expect(ids(found.similar_results)).toEqual(expect.arrayContaining(others));
  expect(ids(found.similar_results)).not.toContain(match);
});
