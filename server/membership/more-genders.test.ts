import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import type { Gender } from '#contract/lists/genders.ts';
import { password, testApp, type Client } from '#support/app.ts';
import { plant, plantWithBrowser, setSettings } from '#support/members.ts';
import { savedSearchRound } from '../search/saved/saved-search-round.ts';

const app = testApp();
const offering = (...more_genders: Gender[]) => setSettings(app, { more_genders });

beforeEach(async () => {
  await sql`delete from members`.execute(app.db);
  await offering('non_binary');
});

const bodyOf = (more: Record<string, unknown>) => ({
  email: `${randomUUID()}@example.test`,
  password,
  name: 'Robin',
  gender: 'female',
  gender_sought: 'male',
  date_of_birth: '1990-06-15',
  country: 'NL',
  language: 'en',
  intimate_consent: true,
  ...more,
});
const signingUp = (more: Record<string, unknown>) =>
  app.visitor().call('signup', { body: bodyOf(more) as never });
const change = (client: Client, body: Record<string, unknown>) =>
  client.call('changeProfile', { body: body as never });
const idsOf = async (client: Client, query: Record<string, unknown> = {}) => {
  const { results, num_results } = await client.must('members', { query });
  expect(num_results).toBe(results.length);
  return results.map(({ id }) => id);
};

test('offers men and women by default, and refuses everything else at signup', async () => {
  await offering();
  expect((await app.visitor().must('settings')).genders).toEqual(['male', 'female']);
  for (const gender of ['non_binary', 'trans_woman', 'trans_man'])
    for (const field of ['gender', 'gender_sought']) {
      const { status, body } = await signingUp({ [field]: gender });
      expect([status, body.fields]).toEqual([422, { [field]: 'gender_missing' }]);
    }
  expect((await signingUp({ gender: 'neither' })).status).toBe(400);
});

test('signs up members of a gender that the site offers, and refuses one that it does not', async () => {
  expect((await app.visitor().must('settings')).genders).toEqual(['male', 'female', 'non_binary']);
  expect((await signingUp({ gender: 'non_binary', gender_sought: 'non_binary' })).status).toBe(201);
  expect((await signingUp({ gender: 'trans_man' })).body.fields).toEqual({ gender: 'gender_missing' });
});

test('changes a profile to what the site offers, and keeps what it no longer offers', async () => {
  const robin = await plantWithBrowser(app);
  expect((await change(robin, { gender: 'trans_man' })).body.fields).toEqual({ gender: 'gender_missing' });
  const changed = await change(robin, { gender: 'non_binary', gender_sought: 'non_binary' });
  expect(changed.body).toMatchObject({ gender: 'non_binary', gender_sought: 'non_binary' });

  await offering();
  const kept = { gender: 'non_binary', gender_sought: 'non_binary', name: 'Robin' };
  expect((await change(robin, kept)).body).toMatchObject(kept);
  await change(robin, { gender: 'female', gender_sought: 'male' });
  for (const field of ['gender', 'gender_sought'])
    expect((await change(robin, { [field]: 'non_binary' })).body.fields).toEqual({
      [field]: 'gender_missing',
    });
});

test('finds members of each gender, and of all of them in a search for everyone', async () => {
  const [man, woman, other] = [
    await plant(app, { gender: 'male' }),
    await plant(app),
    await plant(app, { gender: 'non_binary' }),
  ];
  const viewer = await plantWithBrowser(app, { country: 'BE' });
  const country = 'NL';
  expect(await idsOf(viewer, { country, gender: 'non_binary' })).toEqual([other]);
  expect(await idsOf(viewer, { country, gender: 'female' })).toEqual([woman]);
  expect(await idsOf(viewer, { country, gender: 'trans_man' })).toEqual([]);
  for (const query of [{}, { sort: 'active' }, { min_age: 20, max_age: 60 }, { name: 'Nobody' }])
    expect((await idsOf(viewer, { country, ...query })).length).toBe('name' in query ? 0 : 3);
  expect(await idsOf(app.visitor(), { country })).toEqual([other, woman, man]);
});

test('finds members whose gender another site offers, or this one offered before', async () => {
  const other = await plant(app, { gender: 'non_binary', country: 'NO' });
  await offering();
  const viewer = await plantWithBrowser(app);
  expect(await idsOf(viewer, { country: 'NO' })).toEqual([other]);
  expect(await idsOf(viewer, { country: 'NO', gender: 'non_binary' })).toEqual([other]);
});

test('continues a search for everyone after the site has changed what it offers', async () => {
  for (let i = 0; i < 30; i++) await plant(app, { country: 'FI' });
  const viewer = await plantWithBrowser(app);
  const { next } = await viewer.must('members', { query: { country: 'FI' } });
  await offering('non_binary', 'trans_man');
  const rest = await viewer.must('members', { query: { country: 'FI', cursor: next! } });
  expect(rest.results).toHaveLength(6);
});

test('shows the gender on a profile, and suggests similar ones of the same gender', async () => {
  const [robin, sam] = [
    await plant(app, { gender: 'non_binary' }),
    await plant(app, { gender: 'non_binary' }),
  ];
  await plant(app);
  const viewer = await plantWithBrowser(app);
  const profile = await viewer.must('member', { query: { id: robin } });
  expect(profile).toMatchObject({ gender: 'non_binary', gender_sought: null });
  expect(profile.related.map(({ id }) => id)).toEqual([sam]);
});

test('swipes, chooses daily people and likes automatically by the gender sought', async () => {
  const robin = await plantWithBrowser(app, { gender: 'non_binary', gender_sought: 'female' });
  const anna = await plantWithBrowser(app, { gender_sought: 'non_binary' });
  const fictional = await plant(app, { gender: 'non_binary', kind: 'fictional', gender_sought: null });
  await plant(app, { gender: 'male', gender_sought: 'female' });

  expect((await robin.must('swipe')).profile?.id).toBe(anna.memberId);
  expect([fictional, robin.memberId]).toContain((await anna.must('swipe')).profile?.id);
  expect((await anna.must('autoLike')).id).toBe(fictional);
  const daily = async (client: Client) =>
    (await client.must('dailyPeople')).people.map(({ profile }) => profile.id);
  expect(await daily(robin)).toEqual([anna.memberId]);
  expect(await daily(anna)).toEqual([robin.memberId]);
});

test('warns of conditions for a first contact that nobody of the gender sought meets', async () => {
  const anna = await plantWithBrowser(app, { gender_sought: 'non_binary' });
  await plant(app, { gender: 'male', date_of_birth: '1990-01-01' });
  const { reaches_nobody: _, ...conditions } = await anna.must('contactConditions');
  const warned = async () =>
    (await anna.must('changeContactConditions', { body: { ...conditions, min_age: 30, max_age: 40 } }))
      .reaches_nobody;
  expect(await warned()).toBe(true);
  await plant(app, { gender: 'non_binary', date_of_birth: '1990-01-01' });
  expect(await warned()).toBe(false);
});

test('finds new matches of a saved search for a gender, and for everyone', async () => {
  const anna = await plantWithBrowser(app);
  for (const query of [{ country: 'SE', gender: 'non_binary' }, { country: 'SE' }] as const)
    await anna.must('saveSearch', { body: { name: 'New', query, alerts: true } });
  await plant(app, { gender: 'non_binary', country: 'SE' });
  await plant(app, { gender: 'male', country: 'SE' });
  await sql`update profiles set active_on = app_now()::date, created_at = app_now() - interval '7 hours'`.execute(
    app.db,
  );
  await savedSearchRound(app.app, {});
  const { searches } = await anna.must('savedSearches');
  expect(searches.map(({ new_matches: found }) => found)).toEqual([2, 1]);
});
