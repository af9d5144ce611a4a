import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { CallQuery } from '#contract/calls.ts';
import { type Client, testApp } from '#support/app.ts';
import { plant, plantSite } from '#support/members.ts';
import { operatorWith } from '#support/office/office-work.ts';

const site = testApp();
const OTHER = 'other.example.test';
let moderator: Client;
let owner: number;

interface Added {
  member?: number;
  status?: string;
  reason?: string | null;
  private?: boolean;
  onRequest?: boolean;
  flags?: string[];
  ago?: string;
  decidedAgo?: string | null;
  awaitsLists?: boolean;
}

let stored = 0;

/** Stores a photo without a picture, as it is some time after it was added. */
async function added({
  member = owner,
  status = 'active',
  reason = null,
  private: isPrivate = false,
  onRequest = false,
  flags = [],
  ago = '2 days',
  decidedAgo = null,
  awaitsLists = false,
}: Added = {}): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into photos (member_id, storage_key, width, height, status, refusal_reason, private, on_request, flags, created_at, decided_at, decided_by, awaits_lists)
    values (${member}, ${`listed-${++stored}`}, 600, 800, ${status}, ${reason}, ${isPrivate}, ${onRequest}, ${flags}::text[],
      app_now() - ${ago}::interval, app_now() - ${decidedAgo}::interval, case when ${decidedAgo}::text is not null then ${moderator.memberId}::bigint end, ${awaitsLists})
    returning id`.execute(site.db);
  return rows[0]!.id;
}

type Search = NonNullable<CallQuery<'adminPhotoList'>>;

/** The ids of the whole list, page by page. */
async function idsOf(query: Search, client = moderator): Promise<number[]> {
  const { photos, next } = await client.must('adminPhotoList', { query });
  const ids = photos.map(({ id }) => id);
  return next ? [...ids, ...(await idsOf({ ...query, cursor: next }, client))] : ids;
}

const fileOf = async (query: CallQuery<'adminPhotosFile'>, client = moderator): Promise<string[]> =>
  String(await client.must('adminPhotosFile', { query }))
    .trim()
    .split('\n');

beforeAll(async () => {
  moderator = await operatorWith(site, 'moderator');
  owner = await plant(site, { name: 'Owner' });
  await plantSite(site, OTHER, 'Other');
});

test('filters by status, audience, flag, reason, site, age and member', async () => {
  const usual = await added();
  const elsewhere = await plant(site, { host: OTHER });
  const rare = await plant(site);
  const found: [Search, number][] = [
    [{ status: 'inspecting' }, await added({ status: 'inspecting' })],
    [{ status: 'refused', reason: 'quality' }, await added({ status: 'refused', reason: 'quality' })],
    [{ audience: 'private' }, await added({ private: true })],
    [{ audience: 'on_request' }, await added({ private: true, onRequest: true })],
    [{ flag: 'screening' }, await added({ flags: ['empty', 'screening'] })],
    [{ site: OTHER }, await added({ member: elsewhere })],
    [{ age: 'under_day' }, await added({ ago: '23 hours' })],
    [{ age: 'over_month' }, await added({ ago: '31 days' })],
    [{ member: String(rare) }, await added({ member: rare })],
  ];
  const all = await idsOf({});
  expect(all).toContain(usual);
  for (const [search, id] of found) {
    expect(await idsOf(search), JSON.stringify(search)).toEqual([id]);
    expect(all).toContain(id);
  }
  expect(await idsOf({ audience: 'private', status: 'refused' })).toEqual([]);
  expect(await idsOf({ audience: 'public' })).toEqual(
    all.filter((id) => id !== found[2]?.[1] && id !== found[3]?.[1]),
  );
});

test('leaves out pictures that nobody has compared with the lists yet', async () => {
  const member = await plant(site);
  const compared = await added({ member, status: 'inspecting' });
  await added({ member, status: 'inspecting', awaitsLists: true });
  expect(await idsOf({ member: String(member) })).toEqual([compared]);
  expect(await fileOf({ member: String(member), columns: 'id' })).toEqual(['id', String(compared)]);
});

test('shows no picture that was refused as one of somebody under age, and records each row', async () => {
  const member = await plant(site, { name: 'Shown' });
  const id = await added({ member, status: 'refused', reason: 'minor', decidedAgo: '1 hour' });
  await added({ member, status: 'refused', reason: 'quality', decidedAgo: '2 hours' });
  const { photos } = await moderator.must('adminPhotoList', {
    query: { member: String(member), sort: 'decided' },
  });
  expect(photos).toMatchObject([
    { id, name: 'Shown', site: '*', status: 'refused', reason: 'minor', thumb_filename: null },
    { reason: 'quality', thumb_filename: expect.stringContaining('/photos/') },
  ]);
  const { rows } = await sql`
    select from audit_log where action = 'photo.list' and operator_id = ${moderator.memberId} and member_id = ${member} and object = ${String(id)}`.execute(
    site.db,
  );
  expect(rows).toHaveLength(1);
});

test('lists every photo once over many pages, in each order', async () => {
  const member = await plant(site);
  const oldest: number[] = [];
  // Some were decided at the same moment.
  for (let n = 0; n < 70; n++) oldest.push(await added({ member, decidedAgo: `${(n * 7) % 10} hours` }));
  const search = { member: String(member) };
  expect(await idsOf({ ...search, sort: 'oldest' })).toEqual(oldest);
  expect(await idsOf(search)).toEqual(oldest.toReversed());
  const { rows } = await sql<{ id: number }>`
    select id from photos where member_id = ${member} order by decided_at desc, id desc`.execute(site.db);
  expect(await idsOf({ ...search, sort: 'decided' })).toEqual(rows.map(({ id }) => id));
  const undecided = await added({ member });
  expect(await idsOf({ ...search, sort: 'decided' })).not.toContain(undecided);
});

test('shows operators of a site only its photos, whatever the filter names', async () => {
  const [member, usual] = [await plant(site, { host: OTHER }), await plant(site)];
  const id = await added({ member, flags: ['empty'], status: 'refused' });
  await added({ member: usual, flags: ['empty'], status: 'refused' });
  const limited = await operatorWith(site, 'moderator');
  await sql`update members set office_sites = ${[OTHER]} where id = ${limited.memberId}`.execute(site.db);
  expect(await idsOf({ flag: 'empty', status: 'refused' }, limited)).toEqual([id]);
  expect(await idsOf({ flag: 'empty', site: '*' }, limited)).toEqual([]);
  expect(await fileOf({ flag: 'empty', status: 'refused', columns: 'id' }, limited)).toEqual([
    'id',
    String(id),
  ]);
});

test('writes exactly the filtered rows to a file without pictures and names, and records the filters', async () => {
  const member = await plant(site, { name: 'Nameless' });
  const ids = [await added({ member, flags: ['empty', 'intimate'] }), await added({ member, private: true })];
  const query = {
    member: String(member),
    sort: 'oldest',
    columns: 'id,photo,flags,audience,nonsense',
  } as const;
  expect(await fileOf(query)).toEqual([
    'audience,flags,id',
    `public,empty intimate,${ids[0]}`,
    `private,,${ids[1]}`,
  ]);
  expect((await fileOf({ member: String(member) })).join()).not.toMatch(/Nameless|\/photos\//);
  const { rows } = await sql<{ details: object }>`
    select details from audit_log where action = 'photo.export' and operator_id = ${moderator.memberId} and details ? 'sort'`.execute(
    site.db,
  );
  expect(rows.map(({ details }) => details)).toEqual([query]);
});

test('keeps everybody but moderators out', async () => {
  for (const role of ['support', 'writer', 'finance', 'editor'] as const) {
    const operator = await operatorWith(site, role);
    expect((await operator.call('adminPhotoList')).status, role).toBe(403);
    expect((await operator.call('adminPhotosFile')).status, role).toBe(403);
  }
});

test('rejects the cursor of another list', async () => {
  const member = await plant(site);
  for (let n = 0; n < 31; n++) await added({ member });
  const { next } = await moderator.must('adminPhotoList', { query: { member: String(member) } });
  const { status } = await moderator.call('adminPhotoList', {
    query: { member: String(owner), cursor: next! },
  });
  expect(status).toBe(400);
});
