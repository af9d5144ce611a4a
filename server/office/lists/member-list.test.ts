import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { CallQuery } from '#contract/calls.ts';
import { type Client, testApp } from '#support/app.ts';
import { plant, plantSite } from '#support/members.ts';
import { operatorWith } from '#support/office/office-work.ts';

const site = testApp();
const OTHER = 'other.example.test';
let owner: Client;
let moderator: Client;
let banned: number;
let belgian: number;
let elsewhere: number;
let held: number;
let premium: number;
let seen: number;
let sent: number;
let verified: number;

beforeAll(async () => {
  [owner, moderator] = [await operatorWith(site, 'owner'), await operatorWith(site, 'moderator')];
  await plantSite(site, OTHER, 'Other');
  banned = await plant(site, { status: 'banned' });
  belgian = await plant(site, { country: 'BE' });
  elsewhere = await plant(site, { host: OTHER });
  held = await plant(site);
  premium = await plant(site, { premium: true });
  seen = await plant(site);
  sent = await plant(site);
  verified = await plant(site);
  await sql`insert into account_holds (member_id, reason) values (${held}, 'banned_card')`.execute(site.db);
  await sql`insert into presence (member_id, last_active) values (${seen}, app_now() - interval '2 hours'), (${premium}, app_now() - interval '20 days')
    on conflict (member_id) do update set last_active = excluded.last_active`.execute(site.db);
  await sql`update members set tracking = '{"network": "adnet"}' where id = ${sent}`.execute(site.db);
  await sql`update profiles set verified = true where id = ${verified}`.execute(site.db);
});

type Search = NonNullable<CallQuery<'adminMembers'>>;

/** The ids of the whole list, page by page. */
async function idsOf(query: Search, client = moderator): Promise<number[]> {
  const { members, next } = await client.must('adminMembers', { query });
  const ids = members.map(({ id }) => id);
  return next ? [...ids, ...(await idsOf({ ...query, cursor: next }, client))] : ids;
}

const fileOf = async (query: CallQuery<'adminMembersFile'>): Promise<string[]> =>
  String(await owner.must('adminMembersFile', { query }))
    .trim()
    .split('\n');

test('filters by status, country, site, premium, badge, network, last visit and risk', async () => {
  const found: [Search, number][] = [
    [{ status: 'banned' }, banned],
    [{ country: 'BE' }, belgian],
    [{ site: OTHER }, elsewhere],
    [{ premium: 'yes' }, premium],
    [{ verified: 'yes' }, verified],
    [{ source: 'adnet' }, sent],
    [{ seen: 'day' }, seen],
    [{ risk: 'held' }, held],
  ];
  const all = await idsOf({});
  for (const [search, id] of found) {
    expect(await idsOf(search), JSON.stringify(search)).toEqual([id]);
    expect(all).toContain(id);
  }
  expect(await idsOf({ seen: 'month' })).toEqual([seen, premium]);
  expect(await idsOf({ seen: 'longer' })).toEqual(all.filter((id) => id !== seen && id !== premium));
  expect(await idsOf({ premium: 'no' })).toEqual(all.filter((id) => id !== premium));
  expect(await idsOf({ country: 'BE', status: 'banned' })).toEqual([]);
});

test('sorts by signup and by last visit, with those who were never seen at the end, over many pages', async () => {
  for (let n = 0; n < 70; n++) await plant(site, { country: 'FI' });
  await sql`insert into presence (member_id, last_active)
    select id, app_now() - id * interval '1 minute' from profiles where country = 'FI' and id % 2 = 0`.execute(
    site.db,
  );
  const newest = await idsOf({ country: 'FI' });
  expect(newest).toHaveLength(70);
  expect(newest).toEqual(newest.toSorted((a, b) => b - a));
  expect(await idsOf({ country: 'FI', sort: 'oldest' })).toEqual(newest.toReversed());
  expect(await idsOf({ country: 'FI', sort: 'seen' })).toEqual([
    ...newest.filter((id) => id % 2 === 0).toReversed(),
    ...newest.filter((id) => id % 2 === 1),
  ]);
});

test('rejects the cursor of another list', async () => {
  const { next } = await moderator.must('adminMembers', { query: { country: 'FI' } });
  const { status } = await moderator.call('adminMembers', { query: { country: 'NL', cursor: next! } });
  expect(status).toBe(400);
});

test('shows an operator of some sites nothing of another, whatever the filter names', async () => {
  const limited = await operatorWith(site, 'moderator');
  await sql`update members set office_sites = ${[OTHER]} where id = ${limited.memberId}`.execute(site.db);
  expect(await idsOf({}, limited)).toContain(elsewhere);
  for (const search of [{ site: '*' }, { status: 'banned' }, { risk: 'held' }] as const)
    expect(await idsOf(search, limited), JSON.stringify(search)).toEqual([]);
});

test('downloads exactly the filtered rows with the chosen columns, and records the filters', async () => {
  expect(await fileOf({ country: 'BE', columns: 'id,country,nonsense' })).toEqual([
    'country,id',
    `BE,${belgian}`,
  ]);
  const lines = await fileOf({ country: 'FI', sort: 'oldest', columns: 'id' });
  expect(lines.slice(1).map(Number)).toEqual(await idsOf({ country: 'FI', sort: 'oldest' }));
  await fileOf({ find: 'Somebody', status: 'active' });
  const { rows } = await sql<{ details: object }>`
    select details from audit_log where operator_id = ${owner.memberId} and action = 'member.export' order by id`.execute(
    site.db,
  );
  expect(rows.map(({ details }) => details)).toEqual([
    { country: 'BE', columns: 'id,country,nonsense' },
    { country: 'FI', sort: 'oldest', columns: 'id' },
    { find: '(text)', status: 'active' },
  ]);
});

test('marks cells that a spreadsheet would run as a formula', async () => {
  await plant(site, { name: '=1+1', country: 'PL', email: 'formula@plant.test' });
  expect(await fileOf({ country: 'PL', columns: 'name' })).toEqual(['name', "'=1+1"]);
});
