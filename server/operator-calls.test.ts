import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls, type Call, type CallName } from '#contract/calls.ts';
import { type Role, roles, rolesOfCall } from '#contract/lists/roles.ts';
import { testApp, type Client } from '#support/app.ts';
import type { Input } from '#support/client.ts';
import { plantWithBrowser } from '#support/members.ts';
import { operatorWith as newOperator, plantOfficeWork } from '#support/office/office-work.ts';
import { operatorRequests } from '#support/office/operator-requests.ts';
import { startTranslationService } from '#support/services/fake-libretranslate.ts';

const translation = await startTranslationService();
const site = testApp({ TRANSLATION_URL: translation.url });
afterAll(() => translation.close());
/** Event streams never end; server/desk/desk.test.ts covers this one. */
const ENDLESS: readonly CallName[] = ['deskEvents'];
const table = (Object.entries(calls) as [CallName, Call][]).filter(
  ([name, { access }]) => access === 'operator' && !ENDLESS.includes(name),
);

const operators = new Map<Role, Client>();
let member: Client;

beforeAll(async () => {
  for (const role of roles) operators.set(role, await operatorWith(role));
  member = await plantWithBrowser(site);
});

const operatorWith = (role: Role) => newOperator(site, role);

/** A test below fails if a call has no request. */
const fixtures = operatorRequests(site, { operators, member: () => member });
const { waitingPhoto } = plantOfficeWork(site, { operators, member: () => member });

const linesOf = async (operator: number) =>
  (
    await sql<{
      id: number;
      action: string;
    }>`select id, action from audit_log where operator_id = ${operator} order by id`.execute(site.db)
  ).rows;

/** Calls of the frame and the home screen, which return nothing about persons. */
const UNRECORDED: CallName[] = ['adminTasks', 'adminNotices', 'adminSiteChoices'];

test('declares roles and an audit line for every operators’ call', () => {
  for (const [name, call] of table) {
    expect(call.roles, name).toBeDefined();
    if (!UNRECORDED.includes(name)) expect(call.audit, name).toBeDefined();
    expect(call.path, name).toMatch(/^\/api\/admin\//);
  }
});

describe.each(table)('%s', (name, call) => {
  test('does not exist for visitors and members', async () => {
    for (const client of [site.visitor(), member]) {
      const { status, body } = await client.call(name, call.method === 'GET' ? {} : { body: {} });
      expect([status, body.error]).toEqual([404, 'not_found']);
    }
  });

  test('rejects other roles before reading the body, and records the refusal', async () => {
    for (const role of roles) {
      if (rolesOfCall(call).includes(role)) continue;
      const operator = operators.get(role)!;
      const { status, body } = await operator.call(
        name,
        call.method === 'GET' ? {} : { body: { nonsense: 1 } },
      );
      expect([role, status, body.error]).toEqual([role, 403, 'role_required']);
      const { rows } = await sql<{ details: object }>`
        select details from audit_log where operator_id = ${operator.memberId} and action = 'refused' and object = ${name}`.execute(
        site.db,
      );
      expect(rows).toEqual([{ details: { error: 'role_required' } }]);
    }
  });

  test.each(rolesOfCall(call))('is open to the role %s and writes a line in the audit log', async (role) => {
    const fixture = fixtures[name];
    expect(fixture, `give ${name} a fixture`).toBeDefined();
    const operator = await operatorWith(role);
    const { status, body } = await operator.call(name, await fixture!(operator));
    expect(status, JSON.stringify(body)).toBeLessThan(300);
    if (!call.audit) return;
    const [subject] = call.audit.act.split('.');
    expect((await linesOf(operator.memberId)).map(({ action }) => action.split('.')[0])).toContain(subject);
  });
});

describe('an auditor', () => {
  /** A checksum of every table, apart from the audit log and the activity of sessions. */
  async function checksums(): Promise<unknown> {
    const { rows: tables } = await sql<{ name: string }>`
      select tablename as name from pg_tables where schemaname = 'public'
        and tablename not in ('audit_log', 'sessions', 'presence') order by 1`.execute(site.db);
    const parts = tables.map(
      ({ name }) => sql`select ${name}::text as name, count(*)::int as rows,
        coalesce(sum(hashtextextended(t::text, 0)), 0)::text as sum from ${sql.table(name)} t`,
    );
    return (await sql`${sql.join(parts, sql` union all `)} order by name`.execute(site.db)).rows;
  }

  test.each(table.filter(([, call]) => call.reads))('changes nothing by %s', async (name) => {
    const auditor = await operatorWith('auditor');
    const input = await fixtures[name]?.(auditor);
    const before = await checksums();
    expect((await auditor.call(name, input)).status).toBe(200);
    expect(await checksums()).toEqual(before);
  });

  test('may make no call that changes state', () => {
    const changing = table.filter(([, { method, changesState }]) => method !== 'GET' || changesState);
    for (const [name, call] of changing) expect(rolesOfCall(call), name).not.toContain('auditor');
  });
});

describe('the audit log', () => {
  test('contains the member and the object, once in ten minutes for repeated reads', async () => {
    // Photos of the tests above would fill the operator's share once their claims have expired.
    await sql`update photos set status = 'active' where status = 'inspecting'`.execute(site.db);
    const id = await waitingPhoto();
    const owner = (
      await sql<{ member_id: number }>`select member_id from photos where id = ${id}`.execute(site.db)
    ).rows[0]!.member_id;
    const operator = await operatorWith('moderator');
    for (let i = 0; i < 3; i++) await operator.must('adminPhotos');
    const { rows } =
      await sql`select action, member_id, object from audit_log where operator_id = ${operator.memberId} and object = ${String(id)}`.execute(
        site.db,
      );
    expect(rows).toEqual([{ action: 'photo.look', member_id: owner, object: String(id) }]);
  });

  test('can be neither changed nor deleted', async () => {
    const operator = await operatorWith('owner');
    await operator.must(
      'adminDiscountCode',
      (await fixtures.adminDiscountCode!(operator)) as Input<'adminDiscountCode'>,
    );
    const mine = sql`operator_id = ${operator.memberId}`;
    await expect(sql`delete from audit_log where ${mine}`.execute(site.db)).rejects.toThrow(
      'permission denied',
    );
    await expect(sql`update audit_log set action = 'nothing' where ${mine}`.execute(site.db)).rejects.toThrow(
      'permission denied',
    );
    await expect(sql`update audit_log set details = '{}' where ${mine}`.execute(site.db)).rejects.toThrow(
      'permission denied',
    );
    const owner = new pg.Client({ connectionString: site.databaseUrl });
    await owner.connect();
    await expect(
      owner.query(`update audit_log set details = '{}' where operator_id = ${operator.memberId}`),
    ).rejects.toThrow('append-only');
    await owner.end();
    expect(await linesOf(operator.memberId)).toHaveLength(1);
  });
});
