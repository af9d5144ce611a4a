import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import type { Gender } from '#contract/lists/genders.ts';
import { joinNames } from '#contract/membership/couples.ts';
import { password, testApp, type Client } from '#support/app.ts';
import { plant, plantWithBrowser, setSettings, type PlantOptions } from '#support/members.ts';
import { unzip } from '#support/services/unzip.ts';

// A couple is one profile with two first names and ages (docs/product.md 3.14).

const app = testApp();
const offering = (...more_genders: Gender[]) => setSettings(app, { more_genders });

beforeEach(async () => {
  await sql`delete from members`.execute(app.db);
  await setSettings(app, { visible_profile_fields: ['age', 'gender', 'country', 'region', 'city'] });
  await offering('couple');
});

/** The birthday of somebody who is `years` old, half a year after the last birthday. */
const bornAgo = (years: number): string => {
  const day = new Date();
  day.setUTCMonth(day.getUTCMonth() - 12 * years - 6);
  return day.toISOString().slice(0, 10);
};

const annaAndBram: PlantOptions = {
  name: 'Anna & Bram',
  gender: 'couple',
  date_of_birth: bornAgo(34),
  partner_date_of_birth: bornAgo(38),
};

const bodyOf = (more: Record<string, unknown>) => ({
  email: `${randomUUID()}@example.test`,
  password,
  gender_sought: 'couple',
  country: 'NL',
  language: 'en',
  intimate_consent: true,
  ...annaAndBram,
  ...more,
});
const signingUp = (more: Record<string, unknown> = {}) =>
  app.visitor().call('signup', { body: bodyOf(more) as never });
const change = (client: Client, body: Record<string, unknown>) =>
  client.call('changeProfile', { body: body as never });
const idsOf = async (client: Client, query: Record<string, unknown> = {}) => {
  const { results, num_results } = await client.must('members', { query });
  expect(num_results).toBe(results.length);
  return results.map(({ id }) => id);
};

test('signs up a couple where the site offers it', async () => {
  const { status, body } = await signingUp({ name: ' Anna  & Bram ' });
  expect(status).toBe(201);
  expect(body.profile).toMatchObject({
    name: 'Anna & Bram',
    gender: 'couple',
    age: 34,
    partner_age: 38,
    partner_date_of_birth: bornAgo(38),
  });

  await offering();
  expect((await app.visitor().must('settings')).genders).not.toContain('couple');
  expect((await signingUp()).body.fields).toMatchObject({ gender: 'gender_missing' });
});

test.each([
  [{ name: 'Anna' }, { partner_name: 'required' }],
  [{ name: joinNames('', 'Bram') }, { name: 'required' }],
  [{ name: 'Anna & B' }, { partner_name: 'too_short' }],
  [{ name: 'Anna & Bram & Carla' }, { partner_name: 'name_invalid' }],
  [{ name: 'Anna & 0612345678' }, { partner_name: 'name_invalid' }],
  [{ name: 'Anna & Support team' }, { partner_name: 'name_invalid' }],
  [{ partner_date_of_birth: bornAgo(17) }, { partner_date_of_birth: 'partner_too_young' }],
  [{ partner_date_of_birth: undefined }, { partner_date_of_birth: 'partner_date_of_birth_required' }],
  [{ partner_date_of_birth: '1990-02-31' }, { partner_date_of_birth: 'date_of_birth_invalid' }],
  [{ date_of_birth: bornAgo(17) }, { date_of_birth: 'too_young' }],
])('refuses a signup with %o', async (more, fields) => {
  const { status, body } = await signingUp(more);
  expect([status, body.fields]).toEqual([422, fields]);
});

test('stores no partner of somebody who is not a couple', async () => {
  const { body } = await signingUp({ gender: 'female', name: 'Anna' });
  expect(body.profile).toMatchObject({ name: 'Anna', partner_date_of_birth: null });
  expect(body.profile).not.toHaveProperty('partner_age');
});

test('shows others both names and ages, and no date of birth', async () => {
  const id = await plant(app, annaAndBram);
  const viewer = await plantWithBrowser(app, { gender_sought: 'couple' });
  const shown = { name: 'Anna & Bram', age: 34, partner_age: 38, gender: 'couple' };
  expect(await viewer.must('member', { query: { id } })).toMatchObject({
    ...shown,
    date_of_birth: null,
    partner_date_of_birth: null,
  });
  const { results } = await viewer.must('members', { query: { gender: 'couple' } });
  expect(results).toMatchObject([shown]);
  expect(results[0]).not.toHaveProperty('partner_date_of_birth');

  await setSettings(app, { visible_profile_fields: ['gender', 'country', 'region', 'city'] });
  for (const profile of [
    await viewer.must('member', { query: { id } }),
    (await viewer.must('members', { query: { gender: 'couple' } })).results[0],
  ]) {
    expect(profile).toMatchObject({ name: 'Anna & Bram', age: null });
    expect(profile).not.toHaveProperty('partner_age');
  }
});

test('changes the names and dates of birth of a couple', async () => {
  const couple = await plantWithBrowser(app, annaAndBram);
  const changed = await change(couple, {
    name: 'Anne & Chris',
    partner_date_of_birth: bornAgo(41),
  });
  expect(changed.body).toMatchObject({ name: 'Anne & Chris', age: 34, partner_age: 41 });
  expect((await change(couple, { name: 'Anne' })).body.fields).toEqual({ partner_name: 'required' });
  for (const [partner_date_of_birth, code] of [
    [bornAgo(17), 'partner_too_young'],
    [null, 'partner_date_of_birth_required'],
    ['', 'partner_date_of_birth_required'],
  ])
    expect((await change(couple, { partner_date_of_birth })).body.fields).toEqual({
      partner_date_of_birth: code,
    });
  // Clients may send back what they read.
  const { name, gender, partner_date_of_birth } = changed.body;
  const same = await change(couple, { name, gender, partner_date_of_birth, about: 'We are two.' });
  expect(same.body).toMatchObject({ name: 'Anne & Chris', partner_age: 41, about: 'We are two.' });
});

test.each([{}, { name: 'Anna & Bram' }, { name: 'Anna', partner_date_of_birth: bornAgo(38) }])(
  'keeps the first person only when a couple becomes a woman, with %o',
  async (more) => {
    const couple = await plantWithBrowser(app, annaAndBram);
    const { body } = await change(couple, { gender: 'female', ...more });
    expect(body).toMatchObject({ name: 'Anna', gender: 'female', partner_date_of_birth: null });
    expect(body).not.toHaveProperty('partner_age');
  },
);

test('asks for both people when a member becomes a couple', async () => {
  const anna = await plantWithBrowser(app, { name: 'Anna', date_of_birth: bornAgo(34) });
  expect((await change(anna, { gender: 'couple' })).body.fields).toEqual({
    partner_name: 'required',
    partner_date_of_birth: 'partner_date_of_birth_required',
  });
  const { name, gender, partner_date_of_birth } = annaAndBram;
  const { body } = await change(anna, { name, gender, partner_date_of_birth });
  expect(body).toMatchObject({ name, gender, age: 34, partner_age: 38 });
});

test('keeps the couples of a site that stops offering it', async () => {
  const couple = await plantWithBrowser(app, annaAndBram);
  const anna = await plantWithBrowser(app, { name: 'Carla' });
  await offering();
  expect(await idsOf(anna, { country: 'NL' })).toEqual([couple.memberId]);
  expect((await change(couple, { name: 'Anne & Bram' })).body).toMatchObject({ name: 'Anne & Bram' });
  const { name, gender, partner_date_of_birth } = annaAndBram;
  expect((await change(anna, { name, gender, partner_date_of_birth })).body.fields).toEqual({
    gender: 'gender_missing',
  });
});

test('finds couples by gender, by either name and by the first age', async () => {
  const couple = await plant(app, annaAndBram);
  const others = [
    await plant(app, { name: 'Anna', email: 'one@plant.test' }),
    await plant(app, { name: 'Bram', gender: 'male', email: 'two@plant.test' }),
  ];
  const second = await plant(app, { ...annaAndBram, name: 'Bram & Chris', email: 'three@plant.test' });
  const viewer = await plantWithBrowser(app, { country: 'BE' });
  const country = 'NL';
  const by = (query: Record<string, unknown>) => idsOf(viewer, { country, ...query });
  expect(await by({ gender: 'couple' })).toEqual([second, couple]);
  expect(await by({ gender: 'female' })).toEqual([others[0]]);
  expect(await by({})).toEqual([second, ...others.toReversed(), couple]);

  expect(await by({ gender: 'couple', name: 'anna' })).toEqual([couple]);
  expect(await by({ gender: 'couple', name: 'BRAM' })).toEqual([second, couple]);
  expect(await by({ name: 'Bram' })).toEqual([second, others[1], couple]);
  expect(await idsOf(viewer, { name: 'Bram' })).toEqual([second, others[1], couple]);
  expect(await by({ name: 'Anna & Bram' })).toEqual([couple]);
  expect(await by({ name: 'Bra' })).toEqual([]);
  expect(await by({ gender: 'female', name: 'Bram' })).toEqual([]);
  expect(await by({ gender: 'couple', name: 'Bram', min_age: 33, max_age: 35 })).toEqual([second, couple]);
  expect(await by({ gender: 'couple', min_age: 33, max_age: 35 })).toEqual([second, couple]);
  expect(await by({ gender: 'couple', min_age: 37, max_age: 39 })).toEqual([]);
});

test('leaves out blocked couples of a name', async () => {
  const couples: number[] = [];
  for (let i = 0; i < 30; i++)
    couples.push(await plant(app, { ...annaAndBram, email: `couple${i}@plant.test` }));
  const viewer = await plantWithBrowser(app);
  await viewer.must('block', { body: { profile: couples[29]! } });
  const { results, num_results, next } = await viewer.must('members', { query: { name: 'Bram' } });
  expect([results.length, num_results]).toEqual([24, 29]);
  const rest = await viewer.must('members', { query: { name: 'Bram', cursor: next! } });
  expect([...results, ...rest.results].map(({ id }) => id)).toEqual(couples.slice(0, 29).toReversed());
});

test('swipes and chooses daily people among couples', async () => {
  const couple = await plantWithBrowser(app, { ...annaAndBram, gender_sought: 'female' });
  const carla = await plantWithBrowser(app, { date_of_birth: bornAgo(34), gender_sought: 'couple' });
  expect((await carla.must('swipe')).profile).toMatchObject({ name: 'Anna & Bram', partner_age: 38 });
  expect((await couple.must('swipe')).profile?.id).toBe(carla.memberId);
  const { people } = await carla.must('dailyPeople');
  expect(people.map(({ profile }) => profile.name)).toEqual(['Anna & Bram']);
});

test('asks both ages of a couple for a first message', async () => {
  const couple = await plantWithBrowser(app, annaAndBram);
  const carla = await plantWithBrowser(app);
  const { reaches_nobody: _, ...conditions } = await carla.must('contactConditions');
  const answer = async (ages: { min_age: number; max_age: number }) => {
    await carla.must('changeContactConditions', { body: { ...conditions, others: 'refused', ...ages } });
    return (
      await couple.call('send', { body: { profile: carla.memberId, client_id: randomUUID(), text: 'Hello' } })
    ).body.error;
  };
  expect(await answer({ min_age: 30, max_age: 36 })).toBe('contact_age');
  expect(await answer({ min_age: 36, max_age: 50 })).toBe('contact_age');
  expect(await answer({ min_age: 30, max_age: 40 })).toBeUndefined();
});

test('charges a couple for a message once, and names both people in chats and mails', async () => {
  await setSettings(app, { free_messages: 0, message_credits: 2 });
  const couple = await app.as('couple', { ...annaAndBram, credits: 10 } as never);
  const carla = await app.as('carla', { gender_sought: 'couple' } as never);
  const { credits } = await couple.must('send', {
    body: { profile: carla.memberId, client_id: randomUUID(), text: 'Hello from both of us' },
  });
  expect(credits).toBe(8);
  const { chats } = await carla.must('chats');
  expect(chats.map(({ profile }) => profile)).toMatchObject([
    { name: 'Anna & Bram', age: 34, partner_age: 38 },
  ]);
  // Noon in Carla's time zone is outside quiet hours, at any time of the test run.
  await app.shiftToNoon();
  await carla.must('changeUser', { body: { notifications_disabled: [], time_zone: 'UTC' } });
  await app.away();
  await couple.must('like', { body: { profile: carla.memberId } });
  const mails = await app.outbox(carla.email);
  expect(mails.map(({ text }) => text).join('\n')).toContain('Anna & Bram, 34 & 38');
});

test('exports both people, and shows them in the office', async () => {
  const couple = await plantWithBrowser(app, annaAndBram);
  const moderator = await plantWithBrowser(app, { name: 'Carla', roles: ['moderator'] });
  const file = await moderator.must('adminMember', { query: { id: couple.memberId } });
  expect(file.profile).toMatchObject({
    name: 'Anna & Bram',
    gender: 'couple',
    partner_date_of_birth: bornAgo(38),
  });
  expect(file.card).toMatchObject({ partner_age: 38 });

  await couple.must('askExport');
  await app.runJobs();
  const archive = await fetch(`${await app.url()}/api/user-export.php`, {
    headers: { cookie: `auth=${couple.cookies.get('auth')}` },
  });
  const files = await unzip(Buffer.from(await archive.arrayBuffer()));
  expect(JSON.parse(files.get('profile.json')!.toString('utf8'))).toMatchObject([
    { name: 'Anna & Bram', date_of_birth: bornAgo(34), partner_date_of_birth: bornAgo(38) },
  ]);
});

test('refuses a fictional couple', async () => {
  const moderator = await plantWithBrowser(app, { name: 'Carla', roles: ['moderator'] });
  const { status } = await moderator.call('createFictionalProfile', {
    body: {
      key: randomUUID(),
      kind: 'fictional',
      name: 'Anna & Bram',
      gender: 'couple',
      date_of_birth: '1990-01-01',
      country: 'NL',
    } as never,
  });
  expect(status).toBe(400);
});
