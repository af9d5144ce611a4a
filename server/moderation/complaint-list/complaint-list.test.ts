import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { CallQuery } from '#contract/calls.ts';
import { type Client, testApp } from '#support/app.ts';
import { plant, plantSite } from '#support/members.ts';
import { operatorWith } from '#support/office/office-work.ts';

const site = testApp();
const OTHER = 'other.example.test';
let moderator: Client;
let colleague: Client;
let accused: number;
let reporter: number;

interface Sent {
  category?: string;
  status?: string;
  about?: number | null;
  ago?: string;
  takenBy?: number | null;
  takenAgo?: string;
  host?: string;
}

/** Stores a complaint, as it is after it arrived some time ago. */
async function sent({
  category = 'spam',
  status = 'open',
  about = accused,
  ago = '2 days',
  takenBy = null,
  takenAgo = '1 minute',
  host = '*',
}: Sent = {}): Promise<number> {
  const isDecided = status === 'resolved' || status === 'rejected';
  const { rows } = await sql<{ id: number }>`
    insert into complaints (reporter_id, profile_id, category, body, status, created_at, taken_by, taken_at, decided_at, decided_by, outcome, host)
    values (${about === null ? null : reporter}, ${about}, ${category}, 'Secret words', ${status}, app_now() - ${ago}::interval, ${takenBy},
      app_now() - ${takenAgo}::interval, case when ${isDecided} then app_now() end, case when ${isDecided} then ${colleague.memberId}::bigint end, case when ${isDecided} then 'answered' end, ${host})
    returning id`.execute(site.db);
  return rows[0]!.id;
}

type Search = NonNullable<CallQuery<'adminComplaintList'>>;

/** The ids of the whole list, page by page. */
async function idsOf(query: Search, client = moderator): Promise<number[]> {
  const { complaints, next } = await client.must('adminComplaintList', { query });
  const ids = complaints.map(({ id }) => id);
  return next ? [...ids, ...(await idsOf({ ...query, cursor: next }, client))] : ids;
}

const fileOf = async (query: CallQuery<'adminComplaintsFile'>, client = moderator): Promise<string[]> =>
  String(await client.must('adminComplaintsFile', { query }))
    .trim()
    .split('\n');

beforeAll(async () => {
  [moderator, colleague] = [await operatorWith(site, 'moderator'), await operatorWith(site, 'moderator')];
  [accused, reporter] = [
    await plant(site, { name: 'Accused' }),
    await plant(site, { name: 'Whoever reported', email: 'reporter@plant.test' }),
  ];
  await plantSite(site, OTHER, 'Other');
});

test('filters by status, category, site, age, priority, claim and member', async () => {
  const usual = await sent();
  const elsewhere = await plant(site, { host: OTHER });
  const rare = await plant(site);
  const found: [Search, number][] = [
    [{ status: 'looked_at', claim: 'nobody' }, await sent({ status: 'in_review' })],
    [{ status: 'decided' }, await sent({ status: 'rejected' })],
    [{ category: 'payment' }, await sent({ category: 'payment' })],
    [{ site: OTHER }, await sent({ about: elsewhere })],
    [{ age: 'under_day' }, await sent({ ago: '23 hours' })],
    [{ age: 'over_month' }, await sent({ ago: '31 days' })],
    [{ priority: '1' }, await sent({ category: 'underage' })],
    [{ claim: 'me' }, await sent({ status: 'in_review', takenBy: moderator.memberId })],
    [{ claim: 'colleague' }, await sent({ status: 'in_review', takenBy: colleague.memberId })],
    [{ member: String(rare) }, await sent({ about: rare })],
  ];
  const expired = await sent({
    status: 'in_review',
    takenBy: colleague.memberId,
    takenAgo: '31 minutes',
    category: 'privacy',
  });
  const all = await idsOf({});
  expect(all).toContain(usual);
  for (const [search, id] of found) {
    const ids = await idsOf({ ...search, ...(search.claim === 'nobody' && { category: 'spam' }) });
    expect(ids, JSON.stringify(search)).toEqual([id]);
    expect(all).toContain(id);
  }
  expect(await idsOf({ category: 'privacy', claim: 'nobody' })).toEqual([expired]);
  expect(await idsOf({ category: 'payment', priority: '1' })).toEqual([]);
  expect(await idsOf({ status: 'waiting' })).toEqual(all.filter((id) => id !== found[1]?.[1]));
});

test('shows what is known of a complaint, but neither its words nor who sent it, and records each row', async () => {
  const member = await plant(site, { name: 'Shown' });
  const id = await sent({ about: member, status: 'resolved' });
  const { complaints } = await moderator.must('adminComplaintList', { query: { member: String(member) } });
  expect(complaints).toMatchObject([
    { id, member, name: 'Shown', site: '*', status: 'decided', outcome: 'answered', claimed_by: null },
  ]);
  expect(JSON.stringify(complaints)).not.toMatch(/Secret|reported|reporter@/);
  const { rows } = await sql`
    select from audit_log where action = 'complaint.list' and operator_id = ${moderator.memberId} and member_id = ${member} and object = ${String(id)}`.execute(
    site.db,
  );
  expect(rows).toHaveLength(1);
});

test('lists every complaint once over many pages, in each order', async () => {
  const member = await plant(site);
  const categories = ['other', 'privacy', 'fake_profile', 'illegal_content'];
  const ids: { id: number; priority: number }[] = [];
  for (let n = 0; n < 70; n++) {
    const priority = [4, 2, 3, 1][n % 4]!;
    ids.push({ id: await sent({ about: member, category: categories[n % 4]! }), priority });
  }
  const oldest = ids.map(({ id }) => id);
  const search = { member: String(member) };
  expect(await idsOf({ ...search, sort: 'oldest' })).toEqual(oldest);
  expect(await idsOf(search)).toEqual(oldest.toReversed());
  const byPriority = ids.toSorted((one, other) => one.priority - other.priority || one.id - other.id);
  expect(await idsOf({ ...search, sort: 'priority' })).toEqual(byPriority.map(({ id }) => id));
});

test('shows operators of a site only its complaints, whatever the filter names', async () => {
  const member = await plant(site, { host: OTHER });
  const ids = [await sent({ about: member, category: 'harassment' })];
  ids.unshift(await sent({ about: null, host: OTHER, category: 'harassment' }));
  await sent({ category: 'harassment' });
  await sent({ about: null, category: 'harassment' });
  const limited = await operatorWith(site, 'moderator');
  await sql`update members set office_sites = ${[OTHER]} where id = ${limited.memberId}`.execute(site.db);
  expect(await idsOf({ category: 'harassment' }, limited)).toEqual(ids);
  expect(await idsOf({ category: 'harassment', site: '*' }, limited)).toEqual([]);
  expect(await fileOf({ category: 'harassment', columns: 'id' }, limited)).toEqual([
    'id',
    ...ids.map(String),
  ]);
});

test('writes exactly the filtered rows to a file without names of members, and records the filters', async () => {
  const member = await plant(site, { name: 'Nameless' });
  const ids = [await sent({ about: member }), await sent({ about: member, category: 'other' })];
  const query = { member: String(member), sort: 'oldest', columns: 'id,member,category,nonsense' } as const;
  expect(await fileOf(query)).toEqual([
    'category,member,id',
    `spam,${member},${ids[0]}`,
    `other,${member},${ids[1]}`,
  ]);
  expect((await fileOf({ member: String(member) })).join()).not.toContain('Nameless');
  const { rows } = await sql<{ details: object }>`
    select details from audit_log where action = 'complaint.export' and operator_id = ${moderator.memberId} and details ? 'sort'`.execute(
    site.db,
  );
  expect(rows.map(({ details }) => details)).toEqual([query]);
});

test('keeps writers and finance out, and support from the file', async () => {
  for (const role of ['writer', 'finance', 'editor'] as const)
    expect((await (await operatorWith(site, role)).call('adminComplaintList')).status, role).toBe(403);
  const support = await operatorWith(site, 'support');
  expect((await support.call('adminComplaintList')).status).toBe(200);
  expect((await support.call('adminComplaintsFile')).status).toBe(403);
});

test('rejects the cursor of another list', async () => {
  const member = await plant(site);
  for (let n = 0; n < 31; n++) await sent({ about: member });
  const { next } = await moderator.must('adminComplaintList', { query: { member: String(member) } });
  const { status } = await moderator.call('adminComplaintList', {
    query: { member: String(accused), cursor: next! },
  });
  expect(status).toBe(400);
});
