import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { Role } from '#contract/lists/roles.ts';
import { type Client, password, testApp } from '#support/app.ts';
import { plantWithBrowser } from '#support/members.ts';
import { createLinkToken } from '../../identity/index.ts';

// A dismissed operator cannot regain the roles by anything done before the dismissal.

const site = testApp();
let owner: Client;

beforeAll(async () => {
  owner = await plantWithBrowser(site, { roles: ['owner'] });
});

async function colleague(name: string, roles: Role[] = ['moderator', 'support']): Promise<Client> {
  const client = await site.as(name);
  await sql`update members set roles = ${roles}::text[] where id = ${client.memberId}`.execute(site.db);
  return client;
}

const leave = (client: Client) =>
  client.call('deleteUser', { body: { reason: 'other', remarks: '', password } });
const dismiss = (id: number) => owner.call('changeOperator', { body: { id, roles: [] } });
const rolesOf = async (id: number) =>
  (await sql<{ roles: Role[] }>`select roles from members where id = ${id}`.execute(site.db)).rows[0]!.roles;
const restoreLinks = async (email: string) =>
  (await site.outbox(email)).flatMap(({ links }) => links).filter((link) => link.includes('account-deleted'));

test('removes the roles of an operator who deletes the account, and restores neither', async () => {
  const olga = await colleague('olga');
  expect((await leave(olga)).status).toBe(200);
  expect(await rolesOf(olga.memberId)).toEqual([]);
  expect(await restoreLinks(olga.email)).toEqual([]);
  const login = await site.visitor().call('login', { body: { email: olga.email, password } });
  expect(login.body.error).toBe('pending_deletion');
  expect(await restoreLinks(olga.email)).toEqual([]);
  const listed = (await owner.must('adminOperators')).operators.map(({ id }) => id);
  expect(listed).not.toContain(olga.memberId);
});

test('dismisses an operator whose deletion began before deletions removed roles', async () => {
  const bea = await colleague('bea');
  expect((await leave(bea)).status).toBe(200);
  await sql`update members set roles = '{moderator}', dismissed_at = null where id = ${bea.memberId}`.execute(
    site.db,
  );
  // The link mailed by such a deletion does not restore the roles even without a dismissal.
  const token = await createLinkToken(site.db, bea.memberId, 'reactivate', 60);
  expect((await site.visitor().call('reactivate', { body: { token } })).body.error).toBe('link_expired');
  expect((await dismiss(bea.memberId)).status).toBe(200);
  expect(await rolesOf(bea.memberId)).toEqual([]);
});

test('refuses the last owner to leave or to give up the role', async () => {
  const second = await colleague('second', ['owner']);
  await sql`update members set status = 'banned' where id = ${owner.memberId}`.execute(site.db);
  try {
    expect((await leave(second)).body.error).toBe('conflict');
    expect(
      (await second.call('changeOperator', { body: { id: second.memberId, roles: ['support'] } })).body.error,
    ).toBe('conflict');
  } finally {
    await sql`update members set status = 'active' where id = ${owner.memberId}`.execute(site.db);
  }
  expect(await rolesOf(second.memberId)).toEqual(['owner']);
});

test('engages a dismissed operator again, without the old password and factors', async () => {
  const cor = await colleague('cor', ['support']);
  const invite = () =>
    owner.call('inviteOperator', { body: { email: cor.email, name: 'Cor', roles: ['writer'] } });
  expect((await dismiss(cor.memberId)).status).toBe(200);
  expect((await cor.call('user')).status).toBe(403);
  expect((await invite()).body).toEqual({ id: cor.memberId });
  expect(await rolesOf(cor.memberId)).toEqual(['writer']);
  const login = await site.visitor().call('login', { body: { email: cor.email, password } });
  expect(login.body.error).toBe('login_failed');
  const link = (await site.outbox(cor.email))
    .flatMap(({ links }) => links)
    .find((l) => l.includes('/admin/'));
  const back = site.visitor();
  await back.must('operatorLogin', { body: { token: new URL(link!).searchParams.get('token')! } });
  expect((await back.call('adminTasks')).body.error).toBe('second_factor_required');

  // A second invitation leaves the roles unchanged, and the audit log states this.
  await owner.must('inviteOperator', { body: { email: cor.email, name: 'Cor', roles: ['owner'] } });
  expect(await rolesOf(cor.memberId)).toEqual(['writer']);
  const { rows } = await sql<{ details: object }>`
    select details from audit_log where action = 'operator.invite' and member_id = ${cor.memberId} order by id`.execute(
    site.db,
  );
  expect(rows.map(({ details }) => details)).toEqual([
    { before: [], roles: ['writer'], sites_before: null, sites: null },
    { roles: ['writer'], again: true },
  ]);
});

test('refuses an invitation for an address of a member, and names that imitate others', async () => {
  const { email } = await site.as('dora');
  const invite = (body: { email: string; name: string }) =>
    owner.call('inviteOperator', { body: { ...body, roles: ['support'] } });
  expect((await invite({ email, name: 'Dora' })).body.fields).toEqual({ email: 'email_taken' });
  const olga = await colleague('olga-renamed');
  for (const name of [
    'Ol\u202ega',
    'A <b>',
    'bit.ly/x9Kq2',
    'a\r\nBcc: x',
    '=?utf-8?Q?Olga?=',
    '=Olga',
    'Olga, Bank',
    'Team: Olga;',
    'Olga "Bank"',
    'Bank @ Olga',
    'Olg\u0430',
    '\u039flga',
    '\uff2flga',
  ]) {
    expect((await invite({ email: 'new@example.test', name })).body.fields, name).toEqual({
      name: 'name_invalid',
    });
    expect((await olga.call('changeProfile', { body: { name } })).body.fields, name).toEqual({
      name: 'name_invalid',
    });
  }
  for (const name of ['\u041e\u043b\u0433\u0430', "Zoë O'Neill-Łuk", 'Olga (Gent)'])
    expect((await olga.call('changeProfile', { body: { name } })).status, name).toBe(200);
});
