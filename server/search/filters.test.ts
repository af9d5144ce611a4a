import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { traitFields } from '#contract/profile-fields.ts';
import { testApp, type Client } from '#support/app.ts';
import { plant, plantWithBrowser, setSettings, type PlantOptions } from '#support/members.ts';

const app = testApp();
let viewer: Client;

const gent = { country: 'BE', region: 'Oost-Vlaanderen', city: 'Gent' };
const aalst = { country: 'BE', region: 'Oost-Vlaanderen', city: 'Aalst' };
const wien = { country: 'AT', region: 'Wien', city: 'Wien' };
const liege = { country: 'BE', region: 'Luik', city: 'Liège' };

beforeAll(
  async () =>
    void (viewer = await plantWithBrowser(app, { gender: 'male', ...gent, lat: 51.05, lon: 3.71667 })),
);
afterEach(() => setSettings(app, { premium_filters: traitFields }));

const change = (id: number, columns: string) =>
  sql`update profiles set ${sql.raw(columns)} where id = ${id}`.execute(app.db);

/** Several members of a name have an address each. */
const named = (options: PlantOptions & { name: string }) =>
  plant(app, { ...options, email: `${randomUUID()}@plant.test` });

async function found(query: Record<string, unknown>, client = viewer) {
  const { results, num_results } = await client.must('members', { query: { gender: 'female', ...query } });
  expect(num_results).toBe(results.length);
  return results.map(({ id }) => id);
}

test('finds members in a town, and within a radius of it or of the own town', async () => {
  const [near, next, far] = [await plant(app, gent), await plant(app, aalst), await plant(app, liege)];
  const country = 'BE';
  expect(await found({ country, town: 'gent' })).toEqual([near]);
  expect(await found({ country, town: 'Gent', radius: 10 })).toEqual([near]);
  expect(await found({ country, town: 'Aalst', radius: 40 })).toEqual([next, near]);
  expect(await found({ country, radius: 50, sort: 'nearest' })).toEqual([near, next]);
  expect(await found({ country, radius: 50, min_age: 25, max_age: 60 })).toEqual([next, near]);
  expect(await found({ radius: 50 })).toEqual([next, near]);
  expect(await found({ country, town: 'Nowhere' })).toEqual([]);
  expect(await found({ country, radius: 50 }, app.visitor())).toEqual([far, next, near]);
  expect((await viewer.call('members', { query: { radius: 101 } })).status).toBe(400);
});

test('pages through everyone within a wide radius, newest first', async () => {
  const near: number[] = [];
  for (let i = 0; i < 30; i++) {
    near.push(await plant(app, { ...wien, gender: i % 2 ? 'male' : 'female' }));
    if (i % 5 === 0) await plant(app, { ...wien, region: 'Salzburg', city: 'Salzburg' });
  }
  const query = { country: 'AT', town: 'Wien', radius: 100 } as const;
  const first = await viewer.must('members', { query });
  const second = await viewer.must('members', { query: { ...query, cursor: first.next! } });
  expect([first.results.length, first.num_results, second.next]).toEqual([24, 30, null]);
  expect([...first.results, ...second.results].map(({ id }) => id)).toEqual(near.toReversed());
});

test('finds members by name, in any case and in a town', async () => {
  const one = await named({ ...gent, name: 'Sofie' });
  const other = await named({ ...liege, name: 'SOFIE', date_of_birth: '1970-03-03' });
  await named({ ...gent, name: 'Sofie Ann' });
  expect(await found({ name: ' sofie ' })).toEqual([other, one]);
  expect(await found({ name: 'Sofie', country: 'BE', town: 'Gent' })).toEqual([one]);
  expect(await found({ name: 'Sofie', min_age: 50, max_age: 70 })).toEqual([other]);
  expect(await found({ name: 'Sofie', sort: 'nearest', country: 'BE' })).toEqual([one, other]);
  expect(await found({ name: "S'; drop table profiles" })).toEqual([]);
});

test('finds members who are online, have a photo or are new', async () => {
  const country = 'DK';
  const [online, earlier, photo] = [
    await plant(app, { country }),
    await plant(app, { country }),
    await plant(app, { country }),
  ];
  await sql`insert into presence (member_id, last_active) values (${online}, app_now()), (${earlier}, app_now() - interval '6 minutes')`.execute(
    app.db,
  );
  const { rows } = await sql<{ id: number }>`
    insert into photos (member_id, storage_key, width, height, status) values (${photo}, 'one', 900, 1200, 'active') returning id`.execute(
    app.db,
  );
  await change(photo, `main_photo_id = ${rows[0]!.id}`);
  expect(await found({ country, online: true })).toEqual([online]);
  expect(await found({ country, with_photo: true })).toEqual([photo]);
  expect(await found({ country, with_photo: true, min_age: 20, max_age: 60 })).toEqual([photo]);
  await change(earlier, `created_at = app_now() - interval '15 days'`);
  expect(await found({ country, new_here: true })).toEqual([photo, online]);
  expect(await found({ country, new_here: true, online: true, with_photo: true })).toEqual([]);
});

test('combines languages and intentions with a name and a town', async () => {
  await setSettings(app, { premium_filters: [] });
  const [one, other] = [await named({ ...liege, name: 'Noor' }), await named({ ...liege, name: 'Noor' })];
  await change(one, `languages = '{nl,fr}', intention = '{dates}'`);
  await change(other, `languages = '{de}', intention = '{dates}'`);
  const query = { country: 'BE', town: 'Liège', intention: 'dates' };
  expect(await found(query)).toEqual([other, one]);
  expect(await found({ ...query, languages: 'fr,en' })).toEqual([one]);
  expect(await found({ name: 'Noor', languages: 'de' })).toEqual([other]);
});

test('counts no blocked match, and pages each match once', async () => {
  const planted: number[] = [];
  for (let i = 0; i < 30; i++) planted.push(await named({ ...aalst, name: 'Wout', gender: 'male' }));
  const blocked = planted.pop()!;
  await viewer.must('block', { body: { profile: blocked } });
  for (const filter of [{ town: 'Aalst' }, { name: 'Wout' }, { radius: 50 }]) {
    const query = { country: 'BE', gender: 'male', ...filter } as const;
    const first = await viewer.must('members', { query });
    const second = await viewer.must('members', { query: { ...query, cursor: first.next! } });
    expect([first.num_results, second.next]).toEqual([29, null]);
    expect([...first.results, ...second.results].map(({ id }) => id)).toEqual(planted.toReversed());
  }
});

test('shows similar members when nobody of the name is in the town', async () => {
  const near = await named({ country: 'FI', name: 'Aino' });
  const { results, similar_results } = await viewer.must('members', {
    query: { country: 'FI', gender: 'female', name: 'Nobody', online: true, town: 'Helsinki' },
  });
  expect(results).toEqual([]);
  expect(similar_results.map(({ id }) => id)).toContain(near);
});

test('keeps the filters that the site chooses for premium members', async () => {
  await setSettings(app, { premium_filters: ['online', 'name'] });
  const refused = async (query: Record<string, unknown>, client: { call: Client['call'] } = viewer) =>
    (await client.call('members', { query })).body.error;
  expect(await refused({ online: true })).toBe('premium_only');
  expect(await refused({ name: 'Sofie' })).toBe('premium_only');
  expect(await refused({ with_photo: true, online: false })).toBeUndefined();
  expect(await refused({ languages: 'nl' })).toBeUndefined();
  expect(await refused({ languages: 'nl' }, app.visitor())).toBe('premium_only');
  const premium = await plantWithBrowser(app, { gender: 'male', premium: true });
  expect(await refused({ online: true, name: 'Sofie' }, premium)).toBeUndefined();
});

test('ignores towns where the site shows none', async () => {
  const shown = ['gender', 'country'] as const;
  await setSettings(app, { visible_profile_fields: [...shown] });
  const somebody = await plant(app, { country: 'SE', region: 'Stockholm', city: 'Stockholm' });
  expect(await found({ country: 'SE', town: 'Malmö' })).toEqual([somebody]);
});
