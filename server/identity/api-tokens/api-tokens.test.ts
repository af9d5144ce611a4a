import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { calls, type Call, type CallName } from '#contract/calls.ts';
import {
  mayWrite,
  MOST_TOKENS,
  scopesFor,
  tokenScopes,
  type TokenScope,
} from '#contract/lists/token-scopes.ts';
import { password, testApp, type Client } from '#support/app.ts';
import { browserOf, plant } from '#support/members.ts';

const site = testApp();
let anna: Client;
let finance: Client;

beforeAll(async () => {
  anna = await site.as('anna', { credits: 10 });
  finance = await operatorWith('finance');
});

async function operatorWith(role: 'owner' | 'finance' | 'support'): Promise<Client> {
  const id = await plant(site);
  await site.db
    .updateTable('members')
    .set({ roles: [role] })
    .where('id', '=', id)
    .execute();
  return browserOf(site, id);
}

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
const asProgram = (token: string, name: CallName, query: Record<string, unknown> = {}) =>
  site.visitor().call(name, { query, ...bearer(token) });
const made = (scopes: TokenScope[], client = anna) =>
  client.must('addToken', { body: { name: 'my script', days: 30, scopes, password } as never });
const madeByOperator = (scopes: TokenScope[], client = finance) =>
  client.must('addAdminToken', { body: { name: 'report', days: 30, scopes } as never });

test('offers in every scope only existing calls, which read unless the scope writes', () => {
  for (const scope of Object.keys(tokenScopes) as TokenScope[]) {
    const { for: who, calls: opened } = tokenScopes[scope];
    const rows = opened.map((name) => calls[name as CallName] as Call);
    expect([scope, rows.every(({ access }) => access === who)]).toEqual([scope, true]);
    const writes = rows.some(({ method, changesState }) => method !== 'GET' || changesState);
    expect([scope, writes]).toEqual([scope, mayWrite(scope)]);
  }
  // A lost token must not spend a member's credits or write in their name.
  expect(scopesFor('member').filter(mayWrite)).toEqual([]);
});

test('mails the holder of a new token, whether a member or an operator', async () => {
  const [bea, wim] = [await site.as('bea'), await operatorWith('support')];
  await made(['profile'], bea);
  await madeByOperator(['admin:members'], wim);
  for (const [who, name] of [
    [bea, 'my script'],
    [wim, 'report'],
  ] as const) {
    const { email } = await site.db
      .selectFrom('members')
      .select('email')
      .where('id', '=', who.memberId)
      .executeTakeFirstOrThrow();
    const told = (await site.outbox(email!)).filter(({ subject }) => subject?.startsWith('New access token'));
    expect(told, name).toHaveLength(1);
    expect(told[0]!.text).toContain(`“${name}”`);
  }
});

test("grants the calls of the token's scopes for its member, and nothing else", async () => {
  const { token } = await made(['profile', 'payments']);
  expect((await asProgram(token, 'user')).body).toMatchObject({ id: anna.memberId, credits: 10 });
  expect((await asProgram(token, 'statement')).status).toBe(200);
  for (const name of ['likes', 'chats', 'members', 'tokens', 'settings'] as const) {
    const { status, body } = await asProgram(token, name);
    expect([name, status, body.error]).toEqual([name, 403, 'token_scope']);
  }
  const write = await site.visitor().call('changeUser', { body: { language: 'nl' }, ...bearer(token) });
  expect([write.status, write.body.error]).toEqual([403, 'token_scope']);
});

test("answers every member scope with the member's own data", async () => {
  const { token } = await made(scopesFor('member'));
  await anna.must('askExport');
  await site.runJobs();
  for (const scope of scopesFor('member')) {
    for (const name of tokenScopes[scope].calls)
      expect([name, (await asProgram(token, name as CallName)).status]).toEqual([name, 200]);
  }
});

test('ignores the cookie next to a token, and refuses an invalid token', async () => {
  const { token } = await made(['likes']);
  expect((await finance.call('user', bearer(token))).status).toBe(403);
  for (const wrong of ['nonsense', `liaison_${'x'.repeat(43)}`]) {
    const { status, body } = await finance.call('user', bearer(wrong));
    expect([status, body.error]).toEqual([401, 'token_invalid']);
  }
});

test('returns the token once, stores only its hash, and lists its last use', async () => {
  const { id, token } = await made(['profile']);
  await asProgram(token, 'user');
  const list = await anna.must('tokens');
  expect(list.tokens.find((one) => one.id === id)!.last_used_at).not.toBeNull();
  const { rows } = await sql<{
    all: string;
  }>`select string_agg(t::text, ' ') as all from api_tokens t`.execute(site.db);
  for (const text of [JSON.stringify(list), rows[0]!.all]) expect(text).not.toContain(token.slice(10, 40));
});

test('ends a token on revocation, on expiry and on a new password', async () => {
  const revoked = await made(['profile']);
  await anna.must('revokeToken', { body: { id: revoked.id } });
  expect((await asProgram(revoked.token, 'user')).status).toBe(401);
  const old = await made(['profile']);
  await site.shiftClock(31 * 86_400);
  expect((await asProgram(old.token, 'user')).status).toBe(401);
  await site.shiftClock(0);
  const client = await site.as('changes');
  const { token } = await made(['profile'], client);
  await client.must('changePassword', {
    body: { old_password: password, password: 'een ander lang wachtwoord' },
  });
  expect((await asProgram(token, 'user')).status).toBe(401);
});

test("hides other members' tokens, requires the password, and allows ten tokens at most", async () => {
  const stranger = await site.as('stranger');
  const { id } = await made(['profile']);
  expect((await stranger.call('revokeToken', { body: { id } })).status).toBe(404);
  const wrong = await stranger.call('addToken', {
    body: { name: 'x', days: 30, scopes: ['profile'], password: 'wrong password' },
  });
  expect([wrong.status, wrong.body.error]).toEqual([422, 'password_wrong']);
  expect(
    (
      await stranger.call('addToken', {
        body: { name: 'x', days: 30, scopes: ['admin:audit'], password } as never,
      })
    ).status,
  ).toBe(400);
  await Promise.all(
    Array.from({ length: MOST_TOKENS + 3 }, () =>
      stranger.call('addToken', { body: { name: 'x', days: 30, scopes: ['profile'], password } }),
    ),
  );
  expect((await stranger.must('tokens')).tokens).toHaveLength(MOST_TOKENS);
});

test("refuses a token while the address is unconfirmed, since it may be somebody else's", async () => {
  const squatter = await site.as('squatter', { unconfirmed: true });
  const { status, body } = await squatter.call('addToken', {
    body: { name: 'x', days: 30, scopes: ['profile'], password },
  });
  expect([status, body.error]).toEqual([403, 'address_unconfirmed']);
});

test("lets an operator's token work while the role lasts, and records each use in the audit log", async () => {
  const support = await operatorWith('support');
  expect(
    (await support.call('addAdminToken', { body: { name: 'x', days: 30, scopes: ['admin:books'] } })).body
      .error,
  ).toBe('role_required');
  const { token } = await madeByOperator(['admin:books']);
  expect((await asProgram(token, 'adminBooks', { month: '2026-11' })).status).toBe(200);
  expect((await asProgram(token, 'adminPayments')).body.error).toBe('token_scope');
  const { rows } = await sql<{
    action: string;
  }>`select action from audit_log where operator_id = ${finance.memberId} order by id`.execute(site.db);
  // Setting up the second factor is in the log too.
  expect(rows.map(({ action }) => action)).toEqual(['operator.security', 'token.add', 'books.look']);
  await sql`update members set roles = '{support}' where id = ${finance.memberId}`.execute(site.db);
  expect((await asProgram(token, 'adminBooks', { month: '2026-11' })).body.error).toBe('role_required');
  await sql`update members set roles = '{}' where id = ${finance.memberId}`.execute(site.db);
  expect((await asProgram(token, 'adminBooks', { month: '2026-11' })).status).toBe(404);
});

test("lets owners list and revoke every operator's tokens, and others only their own", async () => {
  const [owner, one, other] = [
    await operatorWith('owner'),
    await operatorWith('support'),
    await operatorWith('support'),
  ];
  const { id } = await madeByOperator(['admin:members'], one);
  expect((await other.must('adminTokens')).tokens).toHaveLength(0);
  expect((await other.call('revokeAdminToken', { body: { id } })).status).toBe(404);
  expect((await owner.must('adminTokens')).tokens.find((token) => token.id === id)!.owner!.id).toBe(
    one.memberId,
  );
  await owner.must('revokeAdminToken', { body: { id } });
  expect((await one.must('adminTokens')).tokens).toHaveLength(0);
});

test('documents how to send a token and which scope opens which call', async () => {
  const { body } = await site.visitor().request<{
    paths: Record<string, { get: { security: object[] } }>;
    components: { securitySchemes: Record<string, object> };
  }>('GET', '/api/openapi.json');
  expect(body.components.securitySchemes).toMatchObject({ token: { type: 'http', scheme: 'bearer' } });
  expect(body.paths['/api/statement.php']!.get.security).toContainEqual({ token: ['payments'] });
  expect(body.paths['/api/sessions.php']!.get.security).toEqual([{ session: [] }]);
});
