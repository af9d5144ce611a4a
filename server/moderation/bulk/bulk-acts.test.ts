import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { type Client, testApp } from '#support/app.ts';
import { plant, plantSite, plantWithBrowser } from '#support/members.ts';
import { operatorWith } from '#support/office/office-work.ts';

const site = testApp();
const OTHER = 'other.example.test';
let moderator: Client;

beforeAll(async () => {
  moderator = await operatorWith(site, 'moderator');
  await plantSite(site, OTHER, 'Other');
});

const warning = { kind: 'warning', ground: 'spam', facts: 'Forty times the same message.' } as const;
const measuresOf = async (members: number[]) =>
  (
    await sql<{ member_id: number }>`
      select member_id from measures where member_id = any(${members}::bigint[]) order by member_id`.execute(
      site.db,
    )
  ).rows.map(({ member_id: member }) => member);
const linesOf = async (id: string) =>
  (
    await sql<{ action: string; member_id: number | null; details: object }>`
      select action, member_id, details from audit_log where object = ${id} or details ->> 'bulk' = ${id} order by id`.execute(
      site.db,
    )
  ).rows;

test('takes a measure against each member, reports what failed, and a repeat does only the rest', async () => {
  const [first, colleague, last] = [
    await plant(site),
    (await operatorWith(site, 'support')).memberId,
    await plant(site),
  ];
  const id = randomUUID();
  const members = [first, colleague, last];
  const filters = { country: 'NL', find: 'somebody@example.test' } as const;
  const act = () => moderator.must('takeMeasures', { body: { id, members, filters, ...warning } });
  const expected = {
    outcomes: [
      { member: first, done: true, error: null },
      { member: colleague, done: false, error: 'invalid_fields' },
      { member: last, done: true, error: null },
    ],
  };
  expect(await act()).toEqual(expected);
  expect(await measuresOf(members)).toEqual([first, last]);
  await sql`update members set roles = '{}' where id = ${colleague}`.execute(site.db);
  expect((await act()).outcomes.every(({ done }) => done)).toBe(true);
  expect(await measuresOf(members), 'once each').toEqual([first, colleague, last]);

  const lines = await linesOf(id);
  const whole = { kind: 'warning', ground: 'spam', filters: { country: 'NL', find: '(text)' } };
  expect(lines.filter(({ action }) => action === 'measure.bulk').map(({ details }) => details)).toEqual([
    { ...whole, done: 2, failed: 1 },
    { ...whole, done: 3, failed: 0 },
  ]);
  expect(
    lines.filter(({ action }) => action === 'measure.warning').map(({ member_id: member }) => member),
  ).toEqual([first, last, colleague]);
});

test('does nothing if one of the members belongs to a site of others', async () => {
  const [own, foreign] = [await plant(site), await plant(site, { host: OTHER })];
  const limited = await operatorWith(site, 'moderator');
  await sql`update members set office_sites = '{*}' where id = ${limited.memberId}`.execute(site.db);
  for (const members of [
    [own, foreign],
    [foreign, own],
  ]) {
    const { status } = await limited.call('takeMeasures', {
      body: { id: randomUUID(), members, filters: {}, ...warning },
    });
    expect(status).toBe(404);
  }
  expect(await measuresOf([own, foreign])).toEqual([]);
});

test('signs out several members at once, and reports a colleague', async () => {
  const [one, other] = [await plantWithBrowser(site), await plantWithBrowser(site)];
  const colleague = await operatorWith(site, 'finance');
  const id = randomUUID();
  const { outcomes } = await moderator.must('signOutMembers', {
    body: { id, members: [one, colleague, other].map(({ memberId }) => memberId), filters: { risk: 'held' } },
  });
  expect(outcomes.map(({ error }) => error)).toEqual([null, 'role_required', null]);
  for (const client of [one, other]) expect((await client.call('user')).status).toBe(403);
  expect((await colleague.call('adminTasks')).status).toBe(200);
  expect((await linesOf(id)).map(({ action }) => action)).toEqual([
    'member.sign_out',
    'member.sign_out',
    'member.sign_out_several',
  ]);
});

test('keeps the acts of one operator apart from those of another with the same id', async () => {
  const member = await plant(site);
  const id = randomUUID();
  const body = { id, members: [member], filters: {}, ...warning };
  await moderator.must('takeMeasures', { body });
  await (await operatorWith(site, 'moderator')).must('takeMeasures', { body });
  expect(await measuresOf([member])).toEqual([member, member]);
});

test('rejects more than a hundred members and a measure without reasons', async () => {
  const body = { id: randomUUID(), members: Array.from({ length: 101 }, (_, n) => n + 1), filters: {} };
  expect((await moderator.call('signOutMembers', { body })).status).toBe(400);
  const members = [await plant(site)];
  const { body: answer } = await moderator.call('takeMeasures', {
    body: { ...body, members, ...warning, facts: '  ' },
  });
  expect(answer.fields).toEqual({ facts: 'required' });
});
