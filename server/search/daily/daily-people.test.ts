import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { testApp, type Client } from '#support/app.ts';
import {
  plant,
  plantConversation,
  plantWithBrowser,
  setSettings,
  type PlantOptions,
} from '#support/members.ts';
import { townsOf } from '../../platform/gazetteer/index.ts';
import { forgetDailyPeople } from './forget-daily-people.ts';

const app = testApp();
const gent = { country: 'BE', region: 'Oost-Vlaanderen', city: 'Gent', lat: 51.05, lon: 3.71667 };
const aalst = { country: 'BE', region: 'Oost-Vlaanderen', city: 'Aalst', lat: 50.93604, lon: 4.0355 };
const liege = { country: 'BE', region: 'Luik', city: 'Liège', lat: 50.63373, lon: 5.56749 };
let seeker: Client;

beforeEach(async () => {
  await app.shiftToNoon();
  await sql`delete from members`.execute(app.db);
  seeker = await plantWithBrowser(app, { gender: 'male', time_zone: 'UTC', ...gent });
});

const near = (options: PlantOptions = {}) => plant(app, { ...gent, ...options });
const change = (id: number, columns: string) =>
  sql`update profiles set ${sql.raw(columns)} where id = ${id}`.execute(app.db);
const people = async (client = seeker) => (await client.must('dailyPeople')).people;
const ids = async (client = seeker) => (await people(client)).map(({ profile }) => profile.id);
/** Lets the next visit choose again on the same day. */
const chooseAnew = async () => {
  for (const table of ['daily_people', 'daily_choices'])
    await sql`delete from ${sql.table(table)}`.execute(app.db);
};

test('chooses five people for a day, also for visits at once, and five others the next day', async () => {
  // The process's first use of the gazetteer blocks it, on a busy machine for longer than a query may take.
  townsOf('BE');
  const all: number[] = [];
  for (let i = 0; i < 8; i++) all.push(await near());
  const visits = await Promise.all(Array.from({ length: 4 }, () => ids()));
  expect(visits[0]).toEqual(all.slice(3).reverse());
  for (const visit of visits) expect(visit).toEqual(visits[0]);
  await near();
  expect(await ids()).toEqual(visits[0]);
  await app.shiftToNoon(24);
  const next = await ids();
  expect(next).toHaveLength(4);
  expect(next.filter((id) => visits[0]!.includes(id))).toEqual([]);
  await app.shiftToNoon(48);
  expect(await ids()).toEqual([]);
});

test('shows somebody again after thirty days at the earliest', async () => {
  const her = await near();
  expect(await ids()).toEqual([her]);
  await app.shiftToNoon(29 * 24);
  await forgetDailyPeople(app.db);
  expect(await ids()).toEqual([]);
  await app.shiftToNoon(30 * 24);
  await forgetDailyPeople(app.db);
  expect(await ids()).toEqual([her]);
  await app.shiftToNoon(62 * 24);
  await forgetDailyPeople(app.db);
  const { rows } = await sql`select from daily_people`.execute(app.db);
  expect(rows).toEqual([]);
});

test('begins the day at midnight in the member’s time zone, and a day never comes twice', async () => {
  const zone = (name: string) =>
    sql`update members set time_zone = ${name} where id = ${seeker.memberId}`.execute(app.db);
  await zone('Pacific/Auckland');
  const one = await near();
  expect(await ids()).toEqual([one]);
  await near();
  await zone('America/Los_Angeles');
  expect(await ids()).toEqual([one]);
  // Noon in UTC is the next day in Auckland. Its people stay while Los Angeles is in the day before and in that day.
  await app.shiftToNoon(24 + 18);
  expect(await ids()).toEqual([one]);
  await app.shiftToNoon(24 + 21);
  expect(await ids()).toHaveLength(1);
  expect(await ids()).not.toEqual([one]);
});

test('chooses nobody whom the member liked, wrote to, passed, dismissed or blocked, and no fictional profile', async () => {
  const [liked, written, passed, dismissed, blocked, blocker] = [
    await near(),
    await near(),
    await near(),
    await near(),
    await near(),
    await near(),
  ];
  const her = await near();
  await near({ kind: 'fictional' });
  await near({ kind: 'cam', cam_variant: 'cam' });
  await near({ incognito: true });
  await near({ invisible: true });
  await seeker.must('like', { body: { profile: liked } });
  await plantConversation(app, seeker.memberId, written);
  await sql`insert into swipe_choices (member_id, profile_id, liked, day) values (${seeker.memberId}, ${passed}, false, '2026-01-01')`.execute(
    app.db,
  );
  await seeker.must('dismiss', { body: { profile: dismissed } });
  await sql`insert into blocks (blocker_id, blocked_id) values (${seeker.memberId}, ${blocked}), (${blocker}, ${seeker.memberId})`.execute(
    app.db,
  );
  expect(await ids()).toEqual([her]);
});

test('leaves out at each visit those who are hidden by now, and keeps those whom the member likes', async () => {
  const all: number[] = [];
  for (let i = 0; i < 5; i++) all.push(await near());
  const [gone, blocker, dismissed, liked, seen] = all as [number, number, number, number, number];
  expect(await ids()).toHaveLength(5);
  await change(gone, 'invisible = true');
  await sql`insert into blocks (blocker_id, blocked_id) values (${blocker}, ${seeker.memberId})`.execute(
    app.db,
  );
  await seeker.must('dismiss', { body: { profile: dismissed } });
  await seeker.must('like', { body: { profile: liked } });
  expect((await people()).map(({ profile }) => [profile.id, profile.liked])).toEqual([
    [seen, false],
    [liked, true],
  ]);
});

test('chooses people who seek the member’s gender and age, and agree in intention and language', async () => {
  await change(
    seeker.memberId,
    `date_of_birth = '1990-06-06', intention = '{long_term}', languages = '{nl,en}'`,
  );
  const born = { date_of_birth: '1990-06-06' };
  const her = await near(born);
  const open = await near(born);
  await change(open, `intention = '{long_term,dates}', languages = '{fr,en}'`);
  await near({ ...born, gender_sought: 'female' });
  await near({ ...born, gender: 'male', gender_sought: 'male' });
  await near({ date_of_birth: '1979-06-05' });
  await near({ date_of_birth: '2001-06-08' });
  await change(await near(born), `intention = '{casual}'`);
  await change(await near(born), `languages = '{fr}'`);
  // What somebody hides does not count.
  const hides = await near(born);
  await change(hides, `languages = '{fr}', hidden_fields = '{languages}'`);
  expect((await ids()).sort((a, b) => a - b)).toEqual([her, open, hides]);
});

test('chooses people who meet the member’s conditions for contact, and whose conditions the member meets', async () => {
  const [her, strict, requests, paused] = [await near(), await near(), await near(), await near()];
  await change(her, 'verified = true');
  await change(strict, 'verified = true');
  await change(requests, 'verified = true');
  await sql`insert into contact_conditions (member_id, verified, others, paused) values
    (${strict}, true, 'refused', false), (${requests}, true, 'requests', false), (${paused}, false, 'refused', true)`.execute(
    app.db,
  );
  expect(await ids()).toEqual([her]);
  await chooseAnew();
  await sql`delete from contact_conditions`.execute(app.db);
  await sql`insert into contact_conditions (member_id, verified, others) values (${seeker.memberId}, true, 'requests')`.execute(
    app.db,
  );
  expect(await ids()).toEqual([requests, strict, her]);
  await chooseAnew();
  await sql`update contact_conditions set paused = true, verified = false`.execute(app.db);
  expect(await ids()).toHaveLength(4);
});

test('prefers nearer circles, then photos, recent visits and what both have in common', async () => {
  await change(seeker.memberId, `interests = '{hiking,cooking}'`);
  const far = await plant(app, aalst);
  await plant(app, liege);
  const away = await near();
  await change(away, `active_on = app_now()::date - 14, interests = '{hiking,cooking}'`);
  const plain = await near();
  const hiker = await near({ interests: ['hiking'] });
  await near();
  const seen = await near();
  const { rows } = await sql<{ id: number }>`
    insert into photos (member_id, storage_key, width, height, status) values (${seen}, 'nowhere', 100, 100, 'active') returning id`.execute(
    app.db,
  );
  await change(seen, `main_photo_id = ${rows[0]!.id}`);
  expect(await ids()).toEqual([seen, hiker, plain + 2, plain, away]);
  await app.shiftToNoon(24);
  expect(await ids()).toEqual([far]);
});

test('names what both have in common, but nothing that one of them or the site hides, and no intimate interest', async () => {
  await change(
    seeker.memberId,
    `interests = '{sex,hiking,cooking,wine}', intention = '{dates}', languages = '{nl}'`,
  );
  const her = await near({ interests: ['wine', 'sex', 'hiking', 'cooking'] });
  const shared = async () => (await people())[0]!.shared;
  expect((await people()).map(({ profile }) => [profile.id, profile.within_km])).toEqual([[her, 10]]);
  expect(await shared()).toEqual({ field: 'interests', words: ['hiking', 'cooking'] });
  await change(her, `intention = '{dates,casual}', hidden_fields = '{interests}'`);
  expect(await shared()).toEqual({ field: 'intention', words: ['dates'] });
  await change(her, `intention = '{}', interests = '{sex}', hidden_fields = '{}', languages = '{fr,nl}'`);
  expect(await shared()).toEqual({ field: 'languages', words: ['nl'] });
  const { visible_profile_fields: shown } = await seeker.must('settings');
  await setSettings(app, { visible_profile_fields: shown.filter((field) => field !== 'languages') });
  expect(await shared()).toBeNull();
  await setSettings(app, { visible_profile_fields: shown });
});

test('chooses from the region of a member without a town, and by no town that the site hides', async () => {
  await change(seeker.memberId, 'city = null, lat = null, lon = null');
  const [her, other] = [await near(), await plant(app, liege)];
  expect(await ids()).toEqual([her]);
  await chooseAnew();
  await change(seeker.memberId, 'region = null');
  expect(await ids()).toEqual([other, her]);
  await chooseAnew();
  const { visible_profile_fields: shown } = await seeker.must('settings');
  await change(seeker.memberId, `region = 'Oost-Vlaanderen', city = 'Gent', lat = 51.05, lon = 3.71667`);
  await setSettings(app, {
    visible_profile_fields: shown.filter((field) => field !== 'city' && field !== 'region'),
  });
  expect(await ids()).toEqual([other, her]);
  await setSettings(app, { visible_profile_fields: shown });
});

test('suggests nobody to visitors and to members without the consent to the use of intimate data', async () => {
  await near();
  expect((await app.visitor().call('dailyPeople')).status).toBe(403);
  await sql`update members set intimate_consent_withdrawn_at = app_now() where id = ${seeker.memberId}`.execute(
    app.db,
  );
  expect(await ids()).toEqual([]);
  const { rows } = await sql`select from daily_choices`.execute(app.db);
  expect(rows).toEqual([]);
  await sql`update members set intimate_consent_withdrawn_at = null`.execute(app.db);
  expect(await ids()).toHaveLength(1);
});
