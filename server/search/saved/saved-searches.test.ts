import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { traitFields } from '#contract/profile-fields.ts';
import { MOST_SAVED_SEARCHES } from '#contract/rules/search-rules.ts';
import { testApp, type Client } from '#support/app.ts';
import { emptyQueue, queuedJobs } from '#support/job-queue.ts';
import { plant, plantWithBrowser, setSettings } from '#support/members.ts';
import { SAVED_SEARCH_NOTIFICATION, SAVED_SEARCH_ROUND, savedSearchRound } from './saved-search-round.ts';

const app = testApp();
let seeker: Client;

beforeEach(async () => {
  await app.shiftClock(0);
  await sql`delete from saved_searches`.execute(app.db);
  await emptyQueue(app.db);
  await setSettings(app, { premium_filters: traitFields, more_genders: [] });
  seeker = await plantWithBrowser(app, { gender: 'male', country: 'CH' });
  await sql`update profiles set active_on = app_now()::date where id = ${seeker.memberId}`.execute(app.db);
});

const save = (query: object, { name = 'Near me', alerts = true, client = seeker } = {}) =>
  client.must('saveSearch', { body: { name, query, alerts } });

/** Runs the rounds of a day in which the profiles planted so far have settled. */
async function round(): Promise<void> {
  await sql`update profiles set created_at = app_now() - interval '7 hours' where created_at > app_now() - interval '6 hours'`.execute(
    app.db,
  );
  await savedSearchRound(app.app, {});
}

const news = async (): Promise<number[]> =>
  (await queuedJobs(app.db, SAVED_SEARCH_NOTIFICATION)).flatMap(({ payload }) =>
    payload.member === seeker.memberId ? payload.profiles : [],
  );

const listed = async (client = seeker) => (await client.must('savedSearches')).searches;

test('saves, lists, renames and deletes searches of the member alone', async () => {
  const { id } = await save({ gender: 'female', country: 'CH' });
  expect(await save({ country: 'CH', gender: 'female' }, { name: ' Zürich ', alerts: false })).toEqual({
    id,
  });
  expect(await listed()).toEqual([
    { id, name: 'Zürich', query: { gender: 'female', country: 'CH' }, alerts: false, new_matches: 0 },
  ]);
  const other = await plantWithBrowser(app, { gender: 'male' });
  expect(await listed(other)).toEqual([]);
  expect((await other.call('changeSavedSearch', { body: { id, name: 'Mine' } })).status).toBe(404);
  await other.must('deleteSavedSearch', { body: { id } });
  expect((await seeker.call('saveSearch', { body: { name: '  ', query: {}, alerts: true } })).status).toBe(
    422,
  );
  await seeker.must('changeSavedSearch', { body: { id, name: 'Basel', alerts: true } });
  expect(await listed()).toMatchObject([{ name: 'Basel', alerts: true }]);
  for (let i = 0; i < 2; i++) await seeker.must('deleteSavedSearch', { body: { id } });
  expect(await listed()).toEqual([]);
});

test('refuses more searches than the maximum, also when they are saved at once', async () => {
  const answers = await Promise.all(
    Array.from({ length: MOST_SAVED_SEARCHES + 2 }, (_, i) =>
      seeker.call('saveSearch', { body: { name: `Search ${i}`, query: { min_age: 20 + i }, alerts: true } }),
    ),
  );
  expect(answers.filter(({ status }) => status === 409).map(({ body }) => body.error)).toEqual([
    'too_many_searches',
    'too_many_searches',
  ]);
  expect(await listed()).toHaveLength(MOST_SAVED_SEARCHES);
  const [first] = await listed();
  await save(first!.query, { name: 'The same filters' });
  expect((await listed())[0]!.name).toBe('The same filters');
});

test('waits for a save under way before it counts the saved searches', async () => {
  for (let i = 1; i < MOST_SAVED_SEARCHES; i++) await save({ min_age: 20 + i });
  const { answer } = await app.db.transaction().execute(async (tx) => {
    await sql`select from members where id = ${seeker.memberId} for no key update`.execute(tx);
    await sql`insert into saved_searches (member_id, name, query, alerts, searched_to) values (${seeker.memberId}, 'Other device', '{"min_age": 50}', true, 0)`.execute(
      tx,
    );
    const call = seeker.call('saveSearch', { body: { name: 'Here', query: { min_age: 60 }, alerts: true } });
    const waiting = async () =>
      (
        await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          app.db,
        )
      ).rows.length;
    await expect.poll(waiting, { timeout: 20_000 }).toBe(1);
    return { answer: call };
  });
  expect((await answer).body.error).toBe('too_many_searches');
  expect(await listed()).toHaveLength(MOST_SAVED_SEARCHES);
});

test('finds profiles that joined after the search was saved, each once', async () => {
  const before = await plant(app, { country: 'CH' });
  await round();
  const { id } = await save({ gender: 'female', country: 'CH', sort: 'nearest', online: true });
  await save({ country: 'DK' }, { name: 'Denmark' });
  const [one, two] = [await plant(app, { country: 'CH' }), await plant(app, { country: 'CH' })];
  await plant(app, { country: 'CH', gender: 'male' });
  await round();
  expect(await news()).toEqual([two, one]);
  expect(await news()).not.toContain(before);
  expect((await listed()).map(({ new_matches }) => new_matches)).toEqual([0, 2]);
  const { events } = await seeker.must('activity');
  expect(events).toMatchObject([{ kind: 'saved_search', unread: true, details: { matches: 2 } }]);

  await emptyQueue(app.db);
  await round();
  expect(await news()).toEqual([]);
  await seeker.must('changeSavedSearch', { body: { id, looked_at: true } });
  expect((await listed()).map(({ new_matches }) => new_matches)).toEqual([0, 0]);
});

test('finds all genders that the site offers for a search for everyone, and one of them by itself', async () => {
  await setSettings(app, { more_genders: ['non_binary'] });
  await save({ country: 'CH' }, { name: 'Everyone' });
  await save({ country: 'CH', gender: 'non_binary' }, { name: 'Non-binary' });
  await save({ country: 'CH', gender: 'male' }, { name: 'Men' });
  const robin = await plant(app, { country: 'CH', gender: 'non_binary' });
  const anna = await plant(app, { country: 'CH' });
  await round();
  expect(await news()).toEqual([anna, robin]);
  expect((await listed()).map(({ name, new_matches }) => [name, new_matches])).toEqual([
    ['Men', 0],
    ['Non-binary', 1],
    ['Everyone', 2],
  ]);
});

test('leaves new profiles for a later round until they have settled', async () => {
  await save({ country: 'CH' });
  const fresh = await plant(app, { country: 'CH' });
  await savedSearchRound(app.app, {});
  expect(await news()).toEqual([]);
  await round();
  expect(await news()).toEqual([fresh]);
});

test('finds nobody whom the visibility rule hides, and no fictional profile', async () => {
  await save({ country: 'CH' });
  const seen = await plant(app, { country: 'CH' });
  await plant(app, { country: 'CH', incognito: true });
  const blocker = await plant(app, { country: 'CH' });
  await sql`insert into blocks (blocker_id, blocked_id) values (${blocker}, ${seeker.memberId})`.execute(
    app.db,
  );
  const dismissed = await plant(app, { country: 'CH' });
  await seeker.must('dismiss', { body: { profile: dismissed } });
  await plant(app, { country: 'CH', kind: 'fictional' });
  await round();
  expect(await news()).toEqual([seen]);
});

test('looks for no one without alerts, consent or premium', async () => {
  const red = { country: 'CH', hair_color: 'red' } as const;
  const match = async () => {
    const id = await plant(app, { country: 'CH' });
    await sql`update profiles set hair_color = 'red' where id = ${id}`.execute(app.db);
    return id;
  };
  const { id } = await save(red);
  await match();
  await round();
  expect(await news()).toEqual([]);

  await sql`update members set paid_user = true where id = ${seeker.memberId}`.execute(app.db);
  const found = await match();
  await plant(app, { country: 'CH' });
  await round();
  expect(await news()).toEqual([found]);

  await emptyQueue(app.db);
  await sql`update members set intimate_consent_withdrawn_at = app_now() where id = ${seeker.memberId}`.execute(
    app.db,
  );
  await match();
  await round();
  expect(await news()).toEqual([]);

  await sql`update members set intimate_consent_withdrawn_at = null where id = ${seeker.memberId}`.execute(
    app.db,
  );
  await seeker.must('changeSavedSearch', { body: { id, alerts: false } });
  await round();
  expect(await news()).toEqual([]);
  // Turning alerts on again skips the profiles that joined in between.
  await seeker.must('changeSavedSearch', { body: { id, alerts: true } });
  const later = await match();
  await round();
  expect(await news()).toEqual([later]);
});

test('counts at most 25 matches of a search in a round, and never more than 99 beside it', async () => {
  await save({ country: 'CH' });
  for (let i = 0; i < 27; i++) await plant(app, { country: 'CH' });
  await round();
  expect((await listed())[0]!.new_matches).toBe(25);
  expect(await news()).toHaveLength(25);
  await sql`update saved_searches set new_matches = 98`.execute(app.db);
  for (let i = 0; i < 2; i++) await plant(app, { country: 'CH' });
  await round();
  expect((await listed())[0]!.new_matches).toBe(99);
});

test('tells of a profile that several searches find once, and names at most 50', async () => {
  for (const [at, gender] of (['female', 'male'] as const).entries()) {
    await save({ country: 'CH', gender }, { name: `Search ${at}` });
    await save({ country: 'CH', gender, min_age: 20 }, { name: `From 20, ${at}` });
  }
  for (let i = 0; i < 26; i++) {
    await plant(app, { country: 'CH', gender: 'female' });
    await plant(app, { country: 'CH', gender: 'male' });
  }
  await save({ country: 'AT' }, { name: 'Austria' });
  await plant(app, { country: 'AT' });
  await round();
  const told = await news();
  expect(new Set(told).size).toBe(told.length);
  expect(told).toHaveLength(50);
  expect((await seeker.must('activity')).events).toMatchObject([{ details: { matches: 51 } }]);
});

test('looks for the searches of many members, a few members at a time', async () => {
  const members: number[] = [];
  for (let i = 0; i < 52; i++) members.push(await plant(app, { country: 'DK', gender: 'male' }));
  await sql`update profiles set active_on = app_now()::date where id = any(${members}::bigint[])`.execute(
    app.db,
  );
  await sql`insert into saved_searches (member_id, name, query, alerts, searched_to)
    select id, 'Near me', '{"country": "CH"}', true, ${members.at(-1)!} from unnest(${members}::bigint[]) id`.execute(
    app.db,
  );
  await plant(app, { country: 'CH' });
  await round();
  const told = async () =>
    (await queuedJobs(app.db, SAVED_SEARCH_NOTIFICATION)).map(({ payload }) => payload.member);
  expect(await told()).toEqual(members.slice(0, 50));
  const [next] = await queuedJobs(app.db, SAVED_SEARCH_ROUND);
  await savedSearchRound(app.app, next!.payload);
  expect((await told()).sort((a, b) => a - b)).toEqual(members);
});

test('looks for no member who left, is banned or was away for long, and for no search without alerts', async () => {
  await save({ country: 'CH' });
  await save({ country: 'CH', gender: 'female' }, { name: 'Quiet', alerts: false });
  const state = (columns: string, table = 'members') =>
    sql`update ${sql.table(table)} set ${sql.raw(columns)} where id = ${seeker.memberId}`.execute(app.db);
  await plant(app, { country: 'CH' });
  await state("status = 'pending_deletion'");
  await round();
  await state("status = 'active'");
  await state('active_on = app_now()::date - 60', 'profiles');
  await round();
  expect(await news()).toEqual([]);
  await state('active_on = app_now()::date - 59', 'profiles');
  await round();
  expect(await news()).toHaveLength(1);
  expect((await listed()).map(({ new_matches }) => new_matches)).toEqual([0, 1]);
});
