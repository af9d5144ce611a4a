import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import type { CallReply } from '#contract/calls.ts';
import { testApp, type Client } from '#support/app.ts';
import { plant, plantSite, plantWithBrowser } from '#support/members.ts';
import { ACTIVITY_DAYS } from './forget-activity.ts';

const app = testApp();
beforeEach(() => app.shiftClock(0));

const eventsOf = async (client: Client) =>
  (await client.must('activity')).events.map(({ kind, profile, unread }) => [kind, profile?.id, unread]);
const bellOf = async (client: Client) => (await client.must('user')).new_activity;
const like = (from: Client, to: Client) => from.must('like', { body: { profile: to.memberId } });

test('lists likes and matches until they are withdrawn, and counts them until they are read', async () => {
  const [anna, bram] = [await plantWithBrowser(app), await plantWithBrowser(app, { gender: 'male' })];
  for (let i = 0; i < 2; i++) await like(bram, anna);
  expect(await eventsOf(anna)).toEqual([['like', bram.memberId, true]]);
  expect([await bellOf(anna), await bellOf(bram)]).toEqual([1, 0]);

  await like(anna, bram);
  expect(await eventsOf(anna)).toEqual([
    ['match', bram.memberId, false],
    ['like', bram.memberId, true],
  ]);
  expect(await eventsOf(bram)).toEqual([['match', anna.memberId, true]]);

  const [newest] = (await bram.must('activity')).events;
  const heard: unknown[] = [];
  app.app.events.subscribe(bram.memberId, ({ data }) => heard.push(data));
  for (let i = 0; i < 2; i++) await bram.must('readActivity', { body: { up_to: newest!.id } });
  expect(heard).toEqual([{ what: 'activity' }]);
  expect(await bellOf(bram)).toBe(0);
  expect(await eventsOf(bram)).toEqual([['match', anna.memberId, false]]);

  await bram.must('unlike', { body: { profile: anna.memberId } });
  expect([await eventsOf(anna), await eventsOf(bram)]).toEqual([[], []]);
});

test('counts a like no more once the member has opened the profile', async () => {
  const [anna, bram] = [await plantWithBrowser(app), await plantWithBrowser(app, { gender: 'male' })];
  await like(bram, anna);
  await anna.must('member', { query: { id: bram.memberId } });
  await expect.poll(() => bellOf(anna)).toBe(0);
  expect(await eventsOf(anna)).toEqual([['like', bram.memberId, false]]);
});

test('lists a repeated event once, at its latest time', async () => {
  const [anna, bram] = [await plantWithBrowser(app), await plantWithBrowser(app, { gender: 'male' })];
  const carl = await plantWithBrowser(app, { gender: 'male' });
  await like(bram, anna);
  await like(carl, anna);
  await bram.must('unlike', { body: { profile: anna.memberId } });
  await app.shiftClock(25 * 3600);
  await like(bram, anna);
  expect(await eventsOf(anna)).toEqual([
    ['like', bram.memberId, true],
    ['like', carl.memberId, true],
  ]);
});

test('keeps events about money without the name of somebody who cannot be seen', async () => {
  const [anna, bram] = [await plantWithBrowser(app), await plant(app, { gender: 'male' })];
  await sql`select record_activity(${anna.memberId}, 'credits_returned', '1', ${bram}, '{"credits": 3, "conversation": 1}', true)`.execute(
    app.db,
  );
  expect(await eventsOf(anna)).toEqual([['credits_returned', bram, true]]);
  await sql`insert into blocks values (${bram}, ${anna.memberId})`.execute(app.db);
  expect(await eventsOf(anna)).toEqual([['credits_returned', undefined, true]]);
  expect(await bellOf(anna)).toBe(1);
});

test('pages by key, and refuses the cursor of another member', async () => {
  const anna = await plantWithBrowser(app);
  await sql`select record_activity(${anna.memberId}, 'photo_approved', n::text, null, '{}', true) from generate_series(1, 95) n`.execute(
    app.db,
  );
  const ids: number[] = [];
  let next: string | null = null;
  do {
    const page: CallReply<'activity'> = await anna.must('activity', {
      query: next === null ? {} : { cursor: next },
    });
    ids.push(...page.events.map(({ id }) => id));
    ({ next } = page);
  } while (next !== null);
  expect(ids).toHaveLength(95);
  expect(ids).toEqual([...new Set(ids)].sort((one, other) => other - one));
  const { next: cursor } = await anna.must('activity');
  const other = await plantWithBrowser(app);
  expect((await other.call('activity', { query: { cursor: cursor! } })).body.error).toBe('bad_request');
  expect((await app.visitor().call('activity')).body.error).toBe('authentication_required');
});

test('deletes old events', async () => {
  const anna = await plantWithBrowser(app);
  const record = (key: string, days: number) =>
    sql`with recorded as (select record_activity(${anna.memberId}, 'verified', ${key}, null, '{}', true)) select from recorded`
      .execute(app.db)
      .then(() =>
        sql`update activities set created_at = app_now() - make_interval(days => ${days}) where member_id = ${anna.memberId} and key = ${key}`.execute(
          app.db,
        ),
      );
  await record('old', ACTIVITY_DAYS + 1);
  await record('recent', ACTIVITY_DAYS - 1);
  await app.app.jobs.add(app.db, 'forget-activity');
  await app.runJobs();
  const { rows } = await sql<{
    key: string;
  }>`select key from activities where member_id = ${anna.memberId}`.execute(app.db);
  expect(rows).toEqual([{ key: 'recent' }]);
});

test('hides the likes of members of another pool', async () => {
  await plantSite(app, 'elsewhere.example', 'Elsewhere');
  const anna = await plantWithBrowser(app);
  const stranger = await plant(app, { gender: 'male', host: 'elsewhere.example' });
  await sql`insert into likes (liker_id, liked_id) values (${stranger}, ${anna.memberId})`.execute(app.db);
  await sql`select record_activity(${anna.memberId}, 'like', ${String(stranger)}, ${stranger}, '{}', true)`.execute(
    app.db,
  );
  expect([await eventsOf(anna), await bellOf(anna)]).toEqual([[], 0]);
});
