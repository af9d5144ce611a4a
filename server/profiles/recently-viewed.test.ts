import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import type { LiveEvent } from '#server/platform/live/events.ts';
import { testApp, type Client } from '#support/app.ts';
import { browserOf, plant, plantWithBrowser } from '#support/members.ts';

const app = testApp();
afterEach(() => app.shiftClock(0));

const listOf = async (client: Client) => (await client.must('recentlyViewed')).profiles.map(({ id }) => id);

test('returns recently opened profiles, the latest first and each once', async () => {
  const viewer = await plantWithBrowser(app, { gender: 'male' });
  const [one, two] = [await plant(app), await plant(app)];
  for (const [seconds, id] of [one, two, one].entries()) {
    await app.shiftClock(seconds * 10);
    await viewer.must('member', { query: { id } });
  }
  expect(await listOf(viewer)).toEqual([one, two]);
  await viewer.must('member', { query: { id: viewer.memberId } });
  await viewer.call('member', { query: { id: 999_999_999 } });
  expect(await listOf(viewer)).toEqual([one, two]);
});

test('stores fifty profiles, and none for longer than ninety days', async () => {
  const viewer = await plantWithBrowser(app, { gender: 'male' });
  const planted: number[] = [];
  for (let i = 0; i < 53; i++) planted.push(await plant(app));
  for (const [i, id] of planted.entries())
    await sql`insert into profile_views (member_id, profile_id, viewed_at) values (${viewer.memberId}, ${id}, app_now() - interval '1 hour' + ${i} * interval '1 second')`.execute(
      app.db,
    );
  const last = await plant(app);
  await viewer.must('member', { query: { id: last } });
  expect(await listOf(viewer)).toEqual([last, ...planted.slice(4).reverse()]);
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from profile_views where member_id = ${viewer.memberId}`.execute(app.db);
  expect(rows[0]!.count).toBe(50);
  await app.shiftClock(91 * 86_400);
  const again = await browserOf(app, viewer.memberId);
  await again.must('member', { query: { id: planted[0]! } });
  expect(await listOf(again)).toEqual([planted[0]]);
});

test("empties the owner's list only", async () => {
  const [viewer, other] = [
    await plantWithBrowser(app, { gender: 'male' }),
    await plantWithBrowser(app, { gender: 'male' }),
  ];
  const someone = await plant(app);
  await viewer.must('member', { query: { id: someone } });
  expect(await listOf(other)).toEqual([]);
  for (let i = 0; i < 2; i++) expect(await viewer.must('forgetViewed')).toEqual({ ok: true });
  expect(await listOf(viewer)).toEqual([]);
  expect((await app.visitor().call('recentlyViewed')).body.error).toBe('authentication_required');
});

test('reveals nothing to the viewed member in events, responses or exports', async () => {
  const viewer = await plantWithBrowser(app, { gender: 'male', name: 'Curious' });
  const viewed = await plantWithBrowser(app);
  const events: LiveEvent[] = [];
  app.app.events.subscribe(viewed.memberId, (event) => events.push(event));
  const before = [await viewed.must('user'), await viewed.must('likes'), await viewed.must('recentlyViewed')];
  await viewer.must('member', { query: { id: viewed.memberId } });
  expect(events).toEqual([]);
  expect([
    await viewed.must('user'),
    await viewed.must('likes'),
    await viewed.must('recentlyViewed'),
  ]).toEqual(before);
  const exported = app.app.tables
    .flatMap(({ personal = [] }) => personal)
    .filter(({ table, exportAs }) => table === 'profile_views' && exportAs);
  expect(exported.map(({ columns }) => columns)).toEqual([['member_id']]);
});
