import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { CallBody } from '#contract/calls.ts';
import { type Client, testApp } from '#support/app.ts';
import { plant, plantSite } from '#support/members.ts';
import { operatorWith } from '#support/office/office-work.ts';

const site = testApp();
const OTHER = 'other.example.test';
let moderator: Client;
let stored = 0;

beforeAll(async () => {
  moderator = await operatorWith(site, 'moderator');
  await plantSite(site, OTHER, 'Other');
});

async function waiting(member?: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into photos (member_id, storage_key, width, height, status)
    values (${member ?? (await plant(site))}, ${`bulk-${++stored}`}, 600, 800, 'inspecting') returning id`.execute(
    site.db,
  );
  return rows[0]!.id;
}

const refused = { approve: false, reason: 'quality' } as const;
type Decision = Omit<CallBody<'decidePhotos'>, 'id' | 'photos' | 'filters'>;

const request = (photos: number[], decision: Decision, id: string = randomUUID()) => ({
  body: { id, photos, filters: { status: 'inspecting' as const }, ...decision },
});
const decide = (photos: number[], decision: Decision = refused, id?: string) =>
  moderator.must('decidePhotos', request(photos, decision, id));

const statesOf = async (ids: number[]) =>
  (
    await sql<{ state: string }>`
      select status || coalesce(' ' || refusal_reason, '') || case when private then ' private' else '' end as state
      from photos where id = any(${ids}::bigint[]) order by id`.execute(site.db)
  ).rows.map(({ state }) => state);

const measuresAgainst = async (photo: number) =>
  (
    await sql`
      select from measures me join photos ph on ph.member_id = me.member_id where ph.id = ${photo}`.execute(
      site.db,
    )
  ).rows.length;

test('refuses each photo with the same reason, reports what failed, and a repeat does only the rest', async () => {
  const colleague = await operatorWith(site, 'moderator');
  const ids = [await waiting(), await waiting(), await waiting()];
  const [first, decided, last] = ids as [number, number, number];
  await colleague.must('decidePhoto', { body: { id: decided, approve: true } });
  const act = randomUUID();
  expect((await decide(ids, refused, act)).outcomes).toEqual([
    { photo: first, done: true, error: null },
    { photo: decided, done: false, error: 'conflict' },
    { photo: last, done: true, error: null },
  ]);
  expect(await statesOf(ids)).toEqual(['refused quality', 'active', 'refused quality']);
  expect(await measuresAgainst(first), 'a statement of reasons').toBe(1);

  // The moderator changes their mind about the first. The repeat must not refuse it again.
  await moderator.must('decidePhoto', { body: { id: first, approve: true } });
  await sql`update photos set status = 'inspecting', decided_by = null where id = ${decided}`.execute(
    site.db,
  );
  expect((await decide(ids, refused, act)).outcomes.every(({ done }) => done)).toBe(true);
  expect(await statesOf(ids)).toEqual(['active', 'refused quality', 'refused quality']);

  const { rows } = await sql<{ action: string; object: string; details: object }>`
    select action, object, details from audit_log where object = ${act} or details ->> 'bulk' = ${act} order by id`.execute(
    site.db,
  );
  const whole = { approve: false, reason: 'quality', filters: { status: 'inspecting' } };
  expect(rows.filter(({ action }) => action === 'photo.bulk').map(({ details }) => details)).toEqual([
    { ...whole, done: 2, failed: 1 },
    { ...whole, done: 3, failed: 0 },
  ]);
  expect(rows.filter(({ action }) => action === 'photo.refuse').map(({ object }) => object)).toEqual(
    [first, last, decided].map(String),
  );
});

test('approves photos, and for premium members only if asked', async () => {
  const ids = [await waiting(), await waiting()];
  await decide([ids[0]!], { approve: true });
  await decide([ids[1]!], { approve: true, private: true });
  expect(await statesOf(ids)).toEqual(['active', 'active private']);
});

test('refuses a photo once when the same act arrives twice at once', async () => {
  const id = await waiting();
  const act = randomUUID();
  const replies = await Promise.all([decide([id], refused, act), decide([id], refused, act)]);
  expect(replies.flatMap(({ outcomes }) => outcomes).map(({ done }) => done)).toEqual([true, true]);
  expect(await measuresAgainst(id)).toBe(1);
});

test('leaves photos to the colleague whose queue shows them, and the own ones to colleagues', async () => {
  await sql`delete from photos where status = 'inspecting'`.execute(site.db);
  const shown = await waiting();
  const colleague = await operatorWith(site, 'moderator');
  expect((await colleague.must('adminPhotos')).photos.map(({ id }) => id)).toEqual([shown]);
  const own = await waiting(moderator.memberId);
  expect((await decide([shown, own])).outcomes.map(({ error }) => error)).toEqual([
    'conflict',
    'own_decision',
  ]);
  expect(await statesOf([shown, own])).toEqual(['inspecting', 'inspecting']);
  await site.shiftClock(3 * 60);
  expect((await decide([shown])).outcomes.map(({ done }) => done)).toEqual([true]);
  await site.shiftClock(0);
});

test('rejects a refusal without a reason, and one as under age, for several photos', async () => {
  const id = await waiting();
  expect(await moderator.call('decidePhotos', request([id], { approve: false }))).toMatchObject({
    status: 422,
    body: { fields: { reason: 'required' } },
  });
  const minor = Object.assign(request([id], refused).body, { reason: 'minor' });
  expect((await moderator.call('decidePhotos', { body: minor })).status).toBe(400);
  expect(await statesOf([id])).toEqual(['inspecting']);
});

test('decides nothing if one of the photos belongs to a site of others', async () => {
  const [own, foreign] = [await waiting(), await waiting(await plant(site, { host: OTHER }))];
  const limited = await operatorWith(site, 'moderator');
  await sql`update members set office_sites = '{*}' where id = ${limited.memberId}`.execute(site.db);
  for (const photos of [
    [own, foreign],
    [foreign, own],
  ])
    expect((await limited.call('decidePhotos', request(photos, refused))).status).toBe(404);
  expect(await statesOf([own, foreign])).toEqual(['inspecting', 'inspecting']);
});
