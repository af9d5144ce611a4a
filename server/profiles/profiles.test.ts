import { sql } from 'kysely';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { interests } from '#contract/profile-fields.ts';
import { testApp, type Client } from '#support/app.ts';
import { plantWithBrowser, setSettings } from '#support/members.ts';

const app = testApp();
let anna: Client;
beforeAll(async () => void (anna = await plantWithBrowser(app, { name: 'Anna' })));
afterEach(() => app.shiftClock(0));

const change = (body: Record<string, unknown>) => anna.call('changeProfile', { body });

test('changes one field without touching the others and returns the whole profile', async () => {
  await anna.must('changeProfile', { body: { hair_color: 'dark_blond', about: 'I like long walks.' } });
  const profile = await anna.must('changeProfile', { body: { eye_color: 'hazel' } });
  expect(profile).toMatchObject({
    name: 'Anna',
    hair_color: 'dark_blond',
    eye_color: 'hazel',
    about: 'I like long walks.',
    gender_sought: 'male',
    date_of_birth: '1990-06-15',
  });
  expect((await anna.must('changeProfile', { body: { eye_color: null } })).eye_color).toBeNull();
});

test.each([
  [{ name: '@anna' }, { name: 'name_starts_with_at' }],
  [{ name: 'ANNA@plant.test' }, { name: 'name_is_email' }],
  [{ name: '   ' }, { name: 'required' }],
  [{ name: 'x'.repeat(60) }, { name: 'too_long' }],
  [{ name: 'Anna\u202eevil' }, { name: 'name_invalid' }],
  [{ date_of_birth: '' }, { date_of_birth: 'date_of_birth_required' }],
  [{ date_of_birth: '1990-02-30' }, { date_of_birth: 'date_of_birth_invalid' }],
  [{ date_of_birth: '2090-01-01' }, { date_of_birth: 'date_of_birth_invalid' }],
  [{ date_of_birth: '2015-01-01' }, { date_of_birth: 'too_young' }],
  [{ region: 'Bayern' }, { region: 'region_unknown' }],
  [{ city: 'Atlantis' }, { city: 'invalid' }],
  [{ about: 'x'.repeat(3000) }, { about: 'too_long' }],
])('refuses %j with 422 and names the field', async (body, fields) => {
  const answer = await change(body);
  expect(answer.status).toBe(422);
  expect(answer.body).toMatchObject({ error: 'invalid_fields', fields });
});

test('accepts a member who turns 18 today and refuses one a day younger', async () => {
  const { rows } = await sql<{
    day: string;
  }>`select to_char(app_now()::date - interval '18 years', 'YYYY-MM-DD') as day`.execute(app.db);
  expect((await change({ date_of_birth: rows[0]!.day })).status).toBe(200);
  await app.shiftClock(-86_400);
  expect((await change({ date_of_birth: rows[0]!.day })).body.fields).toEqual({ date_of_birth: 'too_young' });
  await app.shiftClock(0);
  await change({ date_of_birth: '1990-06-15' });
});

test('rejects an unknown field, interest or value as malformed', async () => {
  for (const body of [
    { nickname: 'A' },
    { interests: ['knitting'] },
    { hair_color: 'green' },
    { languages: ['en', 'elvish'] },
    { height: 500 },
    { height: 170.5 },
    { hidden_fields: ['age'] },
    { gender: 'other' },
    { status: 'active' },
    { kind: 'fictional' },
    { num_photos: 9 },
  ])
    expect((await change(body)).status).toBe(400);
});

test("stores a place as the centre of the named town, not as the member's position", async () => {
  const stored = async () =>
    (
      await sql<{
        lat: number;
        lon: number;
      }>`select lat, lon from profiles where id = ${anna.memberId}`.execute(app.db)
    ).rows[0]!;
  expect(
    await anna.must('changeProfile', { body: { country: 'NL', lat: 52.0912, lon: 5.1201 } }),
  ).toMatchObject({
    country: 'NL',
    region: 'Utrecht',
    city: 'Utrecht',
  });
  const before = await stored();
  await anna.must('changeProfile', { body: { country: 'NL', lat: 52.0968, lon: 5.1288 } });
  expect(await stored()).toEqual(before);
  await anna.must('changeProfile', { body: { city: 'Utrecht', region: 'Utrecht', lat: 10, lon: 10 } });
  expect(await stored()).toEqual(before);
});

test('clears region and city on a new country, and finds the region of a city', async () => {
  expect(await anna.must('changeProfile', { body: { country: 'DE' } })).toMatchObject({
    country: 'DE',
    region: null,
    city: null,
  });
  expect(await anna.must('changeProfile', { body: { city: 'Köln' } })).toMatchObject({
    region: 'Nordrhein-Westfalen',
    city: 'Köln',
  });
  expect(await anna.must('changeProfile', { body: { region: 'Bayern' } })).toMatchObject({
    region: 'Bayern',
    city: null,
  });
});

test('refuses a move to a closed country, but not members who already live there', async () => {
  await setSettings(app, { countries: ['NL', 'BE'] });
  try {
    const { status, body } = await anna.call('changeProfile', { body: { country: 'PL', city: 'Warszawa' } });
    expect([status, body.fields]).toEqual([422, { country: 'country_missing' }]);
    expect(
      (
        await anna.must('changeProfile', {
          body: { country: 'DE', region: 'Bayern', about: 'Still in Bavaria' },
        })
      ).country,
    ).toBe('DE');
    expect((await anna.must('changeProfile', { body: { country: 'BE' } })).country).toBe('BE');
    expect((await anna.call('changeProfile', { body: { country: 'DE' } })).status).toBe(422);
  } finally {
    await setSettings(app, {});
  }
});

test('stores interests without duplicates, in the order of contract/profile-fields.ts', async () => {
  expect(
    (await anna.must('changeProfile', { body: { interests: ['tea', 'kissing', 'tea'] } })).interests,
  ).toEqual(['kissing', 'tea']);
  const all = await app.visitor().must('interests');
  expect(all.interests).toEqual(interests);
});

test('stores what a member is open to, languages and height', async () => {
  const facts = {
    intention: ['dates', 'casual'],
    languages: ['nl', 'pl'],
    height: 172,
    pronouns: 'she',
  } as const;
  await anna.must('changeProfile', {
    body: { ...facts, intention: ['casual', 'dates', 'casual'], languages: ['pl', 'nl'] },
  });
  expect((await anna.must('user')).profile).toMatchObject(facts);
  const cleared = { intention: [], height: null };
  expect(await anna.must('changeProfile', { body: cleared })).toMatchObject({ ...facts, ...cleared });
});

test('stores up to three answers to prompts, in order, without control characters', async () => {
  const answers = [
    { prompt: 'kiss', answer: 'a question' },
    { prompt: 'cook', answer: 'soup\nand bread' },
  ];
  await change({ prompts: [answers[0], { prompt: 'cook', answer: ' soup\u0007\nand bread ' }] });
  expect((await anna.must('user')).profile.prompts).toEqual(answers);
  const { fields } = (
    await change({
      prompts: [
        { prompt: 'kiss', answer: ' ' },
        { prompt: 'cook', answer: 'a'.repeat(201) },
        { prompt: 'cook', answer: 'b' },
      ],
    })
  ).body as { fields?: object };
  expect(fields).toEqual({ 'prompts.kiss': 'required', 'prompts.cook': 'invalid' });
  for (const prompts of [[{ prompt: 'weather', answer: 'a' }], Array(4).fill(answers[0])])
    expect((await change({ prompts })).status).toBe(400);
  expect((await anna.must('user')).profile.prompts).toEqual(answers);
});

test('returns regions with their label and towns', async () => {
  const answer = await app.visitor().call('regions', { query: { country: 'CH' } });
  expect(answer.body).toMatchObject({ country: 'CH', region_label: 'canton' });
  expect(answer.body.regions.find(({ id }) => id === 'Zürich')!.cities).toContain('Zürich');
  expect(answer.headers['cache-control']).toContain('public');
});

test('returns the town near a position, and none at sea', async () => {
  expect(await app.visitor().must('geocode', { query: { lat: 52.37, lon: 4.9 } })).toEqual({
    country: 'NL',
    region: 'Noord-Holland',
    city: 'Amsterdam',
  });
  expect(await app.visitor().must('geocode', { query: { lat: 0, lon: -30 } })).toEqual({
    country: null,
    region: null,
    city: null,
  });
});

test('offers no way to change the profile of another member', async () => {
  expect((await change({ id: 1, name: 'Eve' })).status).toBe(400);
  expect((await app.visitor().call('changeProfile', { body: { name: 'Eve' } })).body.error).toBe(
    'authentication_required',
  );
});
