import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { CallQuery } from '#contract/calls.ts';
import { testApp, type Client } from '#support/app.ts';
import { plant, plantWithBrowser, setSettings, type PlantOptions } from '#support/members.ts';
import { forgetPastTrips } from './forget-past-trips.ts';

const app = testApp();
const gent = { country: 'BE', region: 'Oost-Vlaanderen', city: 'Gent', lat: 51.05, lon: 3.71667 } as const;
const utrecht = { country: 'NL', region: 'Utrecht', city: 'Utrecht', lat: 52.09083, lon: 5.12222 } as const;
const { country, region, city } = gent;
let viewer: Client;
let anna: Client;

beforeEach(async () => {
  await setSettings(app, { most_trips: 3, trip_days: 60 });
  await app.shiftToNoon();
  await sql`delete from members`.execute(app.db);
  viewer = await plantWithBrowser(app, { gender: 'male', time_zone: 'UTC', ...gent });
  anna = await plantWithBrowser(app, { name: 'Anna', time_zone: 'UTC', ...utrecht });
});

/** A day by the database's clock, in UTC. */
async function day(ahead: number): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select ((app_now() at time zone 'UTC')::date + ${ahead}::int)::text as day`.execute(app.db);
  return rows[0]!.day;
}

const given = async (from = 0, until = from, more: object = {}) => ({
  client_id: randomUUID(),
  country,
  region,
  city,
  starts_on: await day(from),
  ends_on: await day(until),
  ...more,
});
const add = async (client: Client, from = 0, until = from, more: object = {}) =>
  client.must('addTrip', { body: await given(from, until, more) });
const page = (query: NonNullable<CallQuery<'travellers'>> = { country }, client = viewer) =>
  client.must('travellers', { query });
const found = async (query?: NonNullable<CallQuery<'travellers'>>, client?: Client) =>
  (await page(query, client)).travellers.map(({ profile }) => profile.name);
const plantTraveller = async (options: PlantOptions = {}) => {
  const id = await plant(app, { ...utrecht, ...options });
  await sql`
    insert into trips (member_id, client_id, country, region, city, starts_on, ends_on, starts_at, ends_at)
    select ${id}, gen_random_uuid(), ${country}, ${region}, ${city}, now, now, now, now + interval '1 day' from app_now() now`.execute(
    app.db,
  );
  return id;
};

test('finds a traveller in the country, region, town and radius of a trip, without the home town', async () => {
  await add(anna, 0, 13);
  const { travellers } = await page();
  expect(travellers).toHaveLength(1);
  const [{ profile, trip }] = travellers as [(typeof travellers)[number]];
  expect(trip).toEqual({ country, region, city, ends_on: await day(13) });
  expect(profile).toMatchObject({ id: anna.memberId, region: null, city: null, liked: false });
  expect(profile).not.toHaveProperty('within_km');
  expect(JSON.stringify(travellers)).not.toContain('Utrecht');
  for (const query of [
    { country, region },
    { country, town: 'gent' },
    { country, town: 'Aalst', radius: 50 },
    { country, radius: 10 },
    { country, region, radius: 10 },
  ] as const)
    expect([query, await found(query)]).toEqual([query, ['Anna']]);
  for (const query of [
    { country, region: 'Luik' },
    { country, town: 'Aalst' },
    { country, town: 'Liège', radius: 50 },
    { country, region: 'Luik', town: 'Gent' },
    { country: 'NL' },
    { country: 'FR' },
    {},
  ] as const)
    expect([query, await found(query)]).toEqual([query, []]);
});

test('leaves results and counts of the search as they are, and a traveller findable at home', async () => {
  await add(anna, 0, 13);
  const women = { gender: 'female', sort: 'newest' } as const;
  expect(await viewer.must('members', { query: { country, ...women } })).toMatchObject({
    results: [],
    num_results: 0,
  });
  const home = await viewer.must('members', { query: { country: 'NL', ...women } });
  expect([home.num_results, home.results.map(({ city: town }) => town)]).toEqual([1, ['Utrecht']]);
  // Whoever lives in the place of the search is among its results, and not twice.
  await plantTraveller({ name: 'Bea', ...gent });
  expect(await found()).toEqual(['Anna']);
  await sql`update profiles set city = 'Aalst' where name = 'Bea'`.execute(app.db);
  expect(await found()).toEqual(['Anna']);
  expect(await found({ country, town: 'Gent' })).toEqual(['Bea', 'Anna']);
});

test('begins and ends at midnight in the member’s time zone, and shows a trip ahead to its owner only', async () => {
  await sql`update members set time_zone = 'Asia/Tokyo' where id = ${anna.memberId}`.execute(app.db);
  await add(anna, 1);
  const at = async (hours: number) => {
    await app.shiftToNoon(hours);
    const [trip] = (await anna.must('trips')).trips;
    return [trip?.state, await found()];
  };
  expect(await at(2.9)).toEqual(['ahead', []]);
  expect(await at(3.1)).toEqual(['under_way', ['Anna']]);
  // Arriving changes the zone of the browser, but not the days of the trip.
  await sql`update members set time_zone = 'America/New_York' where id = ${anna.memberId}`.execute(app.db);
  expect(await at(26.9)).toEqual(['under_way', ['Anna']]);
  expect(await at(27.1)).toEqual(['over', []]);
  await forgetPastTrips(app.db);
  expect(await at(27 + 7 * 24 - 0.1)).toEqual(['over', []]);
  await forgetPastTrips(app.db);
  expect(await at(27 + 7 * 24 + 0.1)).toEqual(['over', []]);
  await forgetPastTrips(app.db);
  expect((await anna.must('trips')).trips).toEqual([]);
});

test('ends a trip at once when it is deleted, by its owner only', async () => {
  const { id } = await add(anna);
  expect(await found()).toEqual(['Anna']);
  await viewer.must('deleteTrip', { body: { id } });
  expect(await found()).toEqual(['Anna']);
  for (let i = 0; i < 2; i++) await anna.must('deleteTrip', { body: { id } });
  expect(await found()).toEqual([]);
  expect((await viewer.must('trips')).trips).toEqual([]);
});

test('shows no trip of a member who goes invisible or begins the deletion', async () => {
  await add(anna);
  await anna.must('changeUser', { body: { incognito: true } });
  expect(await found()).toEqual([]);
  await anna.must('changeUser', { body: { incognito: false } });
  expect(await found()).toEqual(['Anna']);
  await viewer.must('dismiss', { body: { profile: anna.memberId } });
  expect(await found()).toEqual([]);
  await sql`delete from members where id = ${anna.memberId}`.execute(app.db);
  const { rows } = await sql`select from trips`.execute(app.db);
  expect(rows).toEqual([]);
});

test('does not mix up the results of searchers or places', async () => {
  await add(anna);
  await plantTraveller({ name: 'Bea', date_of_birth: '1970-06-15' });
  const other = await plantWithBrowser(app, { gender: 'male', time_zone: 'UTC', ...gent });
  await viewer.must('dismiss', { body: { profile: anna.memberId } });
  // The second round reuses the prepared statements of the first.
  for (let round = 0; round < 2; round++) {
    expect(await found()).toEqual(['Bea']);
    expect(await found({ country }, other)).toEqual(['Bea', 'Anna']);
    expect(await found({ country }, anna)).toEqual(['Bea']);
    for (const [query, names] of [
      [{ max_age: 40 }, ['Anna']],
      [{ max_age: 75, min_age: 40 }, ['Bea']],
      [{ region }, ['Bea', 'Anna']],
      [{ region: 'Luik' }, []],
      [{ town: 'Gent' }, ['Bea', 'Anna']],
      [{ town: 'Aalst' }, []],
      [{ name: 'Anna' }, ['Anna']],
      [{ name: 'Bea' }, ['Bea']],
      [{ name: 'Bea', town: 'Gent', region, gender: 'female', min_age: 30, max_age: 70 }, ['Bea']],
      [{ name: 'Bea', town: 'Gent', region, gender: 'male', min_age: 30, max_age: 70 }, []],
      [{ new_here: true }, ['Bea', 'Anna']],
      [{ with_photo: true }, []],
    ] as const)
      expect([query, await found({ country, ...query }, other)]).toEqual([query, names]);
    expect(await found({ country: 'NL' }, other)).toEqual([]);
  }
});

test('applies the filters of the search', async () => {
  await plantTraveller({ name: 'Bea', date_of_birth: '1970-06-15', interests: ['hiking'] });
  await plantTraveller({ name: 'Carl', gender: 'male' });
  expect(await found({ country, gender: 'female' })).toEqual(['Bea']);
  expect(await found({ country, gender: 'female', max_age: 45 })).toEqual([]);
  expect(await found({ country, name: 'carl' })).toEqual(['Carl']);
  expect(await found({ country, with_photo: true })).toEqual([]);
  expect(await found({ country, new_here: true })).toEqual(['Carl', 'Bea']);
  const hikers = { country, interests: 'hiking' } as const;
  expect((await viewer.call('travellers', { query: hikers })).body.error).toBe('premium_only');
  await sql`update members set paid_user = true where id = ${viewer.memberId}`.execute(app.db);
  expect(await found(hikers)).toEqual(['Bea']);
});

test('pages by key, newest trips first, and refuses the position of another search', async () => {
  const ids = [];
  for (let i = 0; i < 14; i++) ids.push(await plantTraveller());
  const first = await page();
  const second = await page({ country, cursor: first.next! });
  expect([first, second].map(({ travellers }) => travellers.length)).toEqual([12, 2]);
  expect([first, second].flatMap(({ travellers }) => travellers.map(({ profile }) => profile.id))).toEqual(
    ids.reverse(),
  );
  expect(second.next).toBeNull();
  const others = { country, region, cursor: first.next! };
  expect((await viewer.call('travellers', { query: others })).status).toBe(400);
  expect((await anna.call('travellers', { query: { country, cursor: first.next! } })).status).toBe(400);
});

test('reads a thousand trips for a page at most, and continues after them', async () => {
  await plantTraveller({ name: 'Bea' });
  const carl = await plantTraveller({ gender: 'male' });
  await sql`
    insert into trips (member_id, client_id, country, region, city, starts_on, ends_on, starts_at, ends_at)
    select member_id, gen_random_uuid(), country, region, city, starts_on, ends_on, starts_at, ends_at
    from trips, generate_series(1, 999) where member_id = ${carl}`.execute(app.db);
  const first = await page({ country, gender: 'female' });
  expect(first.travellers).toEqual([]);
  const second = await page({ country, gender: 'female', cursor: first.next! });
  expect(second.travellers.map(({ profile }) => profile.name)).toEqual(['Bea']);
  expect(second.next).toBeNull();
});

test('names no more of the place than the site shows of profiles', async () => {
  await add(anna, 0, 2);
  const { visible_profile_fields: shown } = await viewer.must('settings');
  const hide = (...fields: string[]) =>
    setSettings(app, { visible_profile_fields: shown.filter((field) => !fields.includes(field)) });
  const place = async (query: NonNullable<CallQuery<'travellers'>> = { country }) => {
    const [one] = (await page(query)).travellers;
    return one && [one.trip.country, one.trip.region, one.trip.city];
  };
  await hide('city');
  // Such a site is not searched by town either.
  expect(await place({ country, town: 'Aalst' })).toEqual([country, region, null]);
  await hide('city', 'region');
  expect(await place()).toEqual([country, null, null]);
  await hide();
});

test('adds a trip once however often the call is repeated, and no two at the same time', async () => {
  const body = await given(1, 3);
  const ids = await Promise.all([1, 2, 3].map(() => anna.must('addTrip', { body })));
  expect(new Set(ids.map(({ id }) => id)).size).toBe(1);
  const refused = async (from: number, until: number) =>
    (await anna.call('addTrip', { body: await given(from, until) })).body.error;
  expect(await refused(3, 5)).toBe('trips_overlap');
  expect(await refused(0, 1)).toBe('trips_overlap');
  expect(await refused(2, 2)).toBe('trips_overlap');
  expect(await refused(0, 9)).toBe('trips_overlap');
  await add(anna, 0);
  const [one, other] = [await given(4), await given(8)];
  const both = await Promise.all([one, other].map((each) => anna.call('addTrip', { body: each })));
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect((await anna.must('trips')).most).toBe(3);
  expect(await refused(12, 12)).toBe('too_many_trips');
  await setSettings(app, { most_trips: 4 });
  await add(anna, 12);
  // Another member's trips count for nothing.
  await add(viewer, 1, 3);
});

test('refuses what is no trip', async () => {
  const faults = async (more: object, from = 0, until = from) => {
    const { status, body } = await anna.call('addTrip', { body: await given(from, until, more) });
    return [status, Object.keys(body.fields ?? {})];
  };
  expect(await faults({}, -1)).toEqual([422, ['starts_on']]);
  expect(await faults({}, 366)).toEqual([422, ['starts_on']]);
  expect(await faults({}, 365)).toEqual([201, []]);
  expect(await faults({}, 5, 4)).toEqual([422, ['ends_on']]);
  expect(await faults({}, 0, 60)).toEqual([422, ['ends_on']]);
  expect(await faults({}, 0, 59)).toEqual([201, []]);
  expect(await faults({ region: 'Utrecht' })).toEqual([422, ['region', 'city']]);
  expect(await faults({ city: 'Aalst2' })).toEqual([422, ['city']]);
  expect(await faults({ city: '' })).toEqual([422, ['city']]);
  expect(await faults({ starts_on: '0000-01-01', ends_on: '0000-01-01' })).toEqual([
    422,
    ['starts_on', 'ends_on'],
  ]);
  expect(await faults({ ends_on: '9999-12-31' })).toEqual([422, ['ends_on']]);
  for (const starts_on of ['tomorrow', '2026-02-30', '2026-1-1', '+010000-01-01'])
    expect([starts_on, ...(await faults({ starts_on }))]).toEqual([starts_on, 400, ['starts_on']]);
  const countries = (await anna.must('settings')).countries.map(({ code }) => code);
  await setSettings(app, { countries: ['NL'] });
  expect(await faults({}, 80)).toEqual([422, ['country']]);
  await setSettings(app, { countries, trip_days: 1 });
  expect(await faults({}, 80, 81)).toEqual([422, ['ends_on']]);
  expect((await anna.must('trips')).trips).toHaveLength(2);
});

test('tells visitors of no travellers', async () => {
  await add(anna);
  expect((await app.visitor().call('travellers', { query: { country } })).status).toBe(403);
});

describe('with the limits of a live site', () => {
  const site = testApp({ LIMITS_SCALE: '1' });

  test('lets a member enter ten places a day, however many are deleted', async () => {
    const carla = await site.as('carla');
    const tries = [];
    for (let i = 0; i < 11; i++) {
      const { status, body } = await carla.call('addTrip', { body: await given(i + 1) });
      if (status === 201) await carla.must('deleteTrip', { body: { id: body.id } });
      tries.push(status);
    }
    expect([tries[0], tries[9], tries[10]]).toEqual([201, 201, 429]);
  });
});
