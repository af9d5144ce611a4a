import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { CallName } from '#contract/calls.ts';
import type { NamedRole } from '#contract/lists/roles.ts';
import type { TokenScope } from '#contract/lists/token-scopes.ts';
import { type Client, testApp } from '#support/app.ts';
import { plant, plantWithBrowser } from '#support/members.ts';

// Programs that change something with an operator's token (docs/operate/webhooks.md).

const site = testApp();
let moderator: Client;
let support: Client;

beforeAll(async () => {
  moderator = await plantWithBrowser(site, { roles: ['moderator'] });
  support = await plantWithBrowser(site, { roles: ['support'] });
});

/** A program with a new token of this operator. */
async function program(operator: Client, scopes: TokenScope[]) {
  const { id, token } = await operator.must('addAdminToken', {
    body: { name: 'report', days: 30, scopes },
  });
  const visitor = site.visitor();
  return {
    id,
    call: (name: CallName, body: Record<string, unknown>) =>
      visitor.call(name, { body: body as never, headers: { authorization: `Bearer ${token}` } }),
  };
}

const creditsOf = async (member: number) =>
  (await sql<{ credits: number }>`select credits from members where id = ${member}`.execute(site.db)).rows[0]!
    .credits;

const measuresOf = async (member: number) =>
  (await sql`select 1 from measures where member_id = ${member}`.execute(site.db)).rows.length;

test('gives credits once, however often a program repeats the request', async () => {
  const member = await plant(site);
  const { call, id } = await program(support, ['admin:credits']);
  const before = await creditsOf(member);
  const body = { id: randomUUID(), member, credits: 3, reason: 'A gesture' };
  const answers = await Promise.all(Array.from({ length: 5 }, () => call('changeCredits', body)));
  expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
  expect(await creditsOf(member)).toBe(before + 3);
  expect((await call('changeCredits', { ...body, credits: 4 })).body.error).toBe('conflict');
  const { rows } = await sql<{ details: { token: string } }>`
    select details from audit_log where action = 'credits' and member_id = ${member}`.execute(site.db);
  expect(rows[0]!.details.token).toBe(id);
});

test('keeps the limit above which a second operator approves', async () => {
  const member = await plant(site);
  const { call } = await program(support, ['admin:credits']);
  const answer = await call('changeCredits', {
    id: randomUUID(),
    member,
    credits: 50_000,
    reason: 'Too much',
  });
  expect(answer.body).toEqual({ state: 'approval' });
});

test('takes one measure for one request, also when it is repeated at the same time', async () => {
  const member = await plant(site);
  const { call } = await program(moderator, ['admin:measures']);
  const body = { member, kind: 'warning', ground: 'harassment', facts: 'Insults', request: randomUUID() };
  const answers = await Promise.all(Array.from({ length: 4 }, () => call('takeMeasure', body)));
  expect(new Set(answers.map((answer) => JSON.stringify([answer.status, answer.body]))).size).toBe(1);
  expect(await measuresOf(member)).toBe(1);
  const other = { ...body, kind: 'ban' };
  expect((await call('takeMeasure', other)).body.error).toBe('conflict');
  // Without an id, or as somebody else's, it is a request of its own.
  expect((await call('takeMeasure', { ...body, request: undefined })).status).toBe(201);
  const colleague = await plantWithBrowser(site, { roles: ['moderator'] });
  expect((await colleague.call('takeMeasure', { body: body as never })).status).toBe(201);
  expect(await measuresOf(member)).toBe(3);
});

test('needs the scope, the role and the sites, and no cookie replaces them', async () => {
  const member = await plant(site);
  const change = { id: randomUUID(), member, credits: 1, reason: 'A gesture' };
  const reader = await program(support, ['admin:members']);
  expect((await reader.call('changeCredits', change)).body.error).toBe('token_scope');
  expect(
    (await moderator.call('addAdminToken', { body: { name: 'x', days: 30, scopes: ['admin:credits'] } })).body
      .error,
  ).toBe('role_required');
  const dismissed = await plantWithBrowser(site, { roles: ['support'] });
  const token = await program(dismissed, ['admin:credits']);
  await sql`update members set roles = '{moderator}' where id = ${dismissed.memberId}`.execute(site.db);
  expect((await token.call('changeCredits', change)).body.error).toBe('role_required');
});

test('lets a writer make a token for the desk only', async () => {
  const writer = await plantWithBrowser(site, { roles: ['writer'] satisfies NamedRole[] });
  expect((await writer.must('adminTokens')).scopes).toEqual(['admin:desk']);
  const { call } = await program(writer, ['admin:desk']);
  expect((await call('deskClaim', { conversation: 999_999_999 })).body.error).toBe('not_found');
});
