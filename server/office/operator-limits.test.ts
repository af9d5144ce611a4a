import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { Role } from '#contract/lists/roles.ts';
import { NO_LIMITS, type OperatorLimits } from '#contract/office/operator-limits.ts';
import { type Client, testApp } from '#support/app.ts';
import { browserOf, plant, plantWithBrowser } from '#support/members.ts';

// What an operator may grant without a second person (docs/product.md 16.28). Refunds are tested in
// server/payments/refunds/own-limits.test.ts.

const site = testApp();
let owner: Client;

beforeAll(async () => {
  owner = await plantWithBrowser(site, { roles: ['owner'] });
});

const limited = (limits: Partial<OperatorLimits>): OperatorLimits => ({ ...NO_LIMITS, ...limits });

async function operatorOf(role: Role, limits: Partial<OperatorLimits> = {}): Promise<Client> {
  const id = await plant(site, { roles: [role] });
  await owner.must('changeOperator', { body: { id, roles: [role], limits: limited(limits) } });
  return browserOf(site, id);
}

const give = async (
  operator: Client,
  credits: number,
  { member = 0, headers }: { member?: number; headers?: Record<string, string> } = {},
) => {
  const id = randomUUID();
  const body = { id, member: member || (await plant(site)), credits, reason: 'A gesture' };
  return { id, state: (await operator.must('changeCredits', { body, ...(headers && { headers }) })).state };
};
const limitsOf = async (id: number) =>
  (await owner.must('adminOperators')).operators.find((each) => each.id === id)?.limits;

test('makes a grant above the operator’s limit for one act wait, and leaves colleagues theirs', async () => {
  const [support, colleague] = [await operatorOf('support', { credits: 10 }), await operatorOf('support')];
  expect((await give(support, 10)).state).toBe('done');
  const member = await plant(site);
  expect((await give(support, 11, { member })).state).toBe('approval');
  expect((await give(support, -11)).state).toBe('approval');
  expect((await give(colleague, 50)).state).toBe('done');
  const { rows } = await sql`select credits from members where id = ${member}`.execute(site.db);
  expect(rows).toEqual([{ credits: 0 }]);
});

test('counts what an operator gave alone within 24 hours, also at the same time and with tokens', async () => {
  const support = await operatorOf('support', { credits_day: 15 });
  const parallel = await Promise.all(Array.from({ length: 5 }, () => give(support, 5)));
  expect(parallel.map(({ state }) => state).toSorted()).toEqual([
    'approval',
    'approval',
    'done',
    'done',
    'done',
  ]);
  const { token } = await support.must('addAdminToken', {
    body: { name: 'gestures', days: 30, scopes: ['admin:credits'] },
  });
  const program = site.visitor();
  const headers = { authorization: `Bearer ${token}` };
  expect((await give(program, 1, { headers })).state).toBe('approval');
  await site.shiftClock(25 * 3600);
  expect((await give(program, 15, { headers })).state).toBe('done');
  expect((await give(program, 1, { headers })).state).toBe('approval');
  await site.shiftClock(0);
});

test('keeps the site’s own limit for operators with a higher one', async () => {
  const support = await operatorOf('support', { credits: 5000, credits_day: 5000 });
  expect((await give(support, 101)).state).toBe('approval');
});

test('lets operators approve what they may give at once, and decline more', async () => {
  const asker = await operatorOf('support', { credits: 1 });
  const second = await operatorOf('support', { credits: 10 });
  const [small, large, refused] = [await give(asker, 10), await give(asker, 11), await give(asker, -11)];
  const decide = (by: Client, id: string, approve: boolean) =>
    by.call('decideCredits', { body: { id, approve } });
  expect((await decide(second, small.id, true)).body).toEqual({ state: 'done' });
  expect((await decide(second, large.id, true)).body.error).toBe('beyond_own_limits');
  expect((await decide(second, refused.id, true)).body.error).toBe('beyond_own_limits');
  expect((await decide(second, refused.id, false)).body).toEqual({ state: 'declined' });
  expect((await decide(owner, large.id, true)).body).toEqual({ state: 'done' });
});

test('records limits in the audit log, keeps them with other changes, and shows operators their own', async () => {
  const support = await operatorOf('support', { credits: 20, refund_cents: 500 });
  const limits = limited({ credits: 20, refund_cents: 500 });
  expect(await limitsOf(support.memberId)).toEqual(limits);
  await owner.must('changeOperator', { body: { id: support.memberId, roles: ['support', 'finance'] } });
  expect(await limitsOf(support.memberId)).toEqual(limits);
  expect((await support.must('adminRoles')).own_limits).toEqual(limits);
  const body = { id: support.memberId, roles: ['support' as const], limits: NO_LIMITS };
  await owner.must('changeOperator', { body });
  expect((await support.must('adminRoles')).own_limits).toEqual(NO_LIMITS);
  const { lines } = await owner.must('adminAudit', {
    query: { act: 'operator.roles', member: support.memberId },
  });
  expect(JSON.parse(lines[0]!.details)).toMatchObject({ limits_before: limits, limits_after: NO_LIMITS });
});

test('lets nobody raise limits above their own: theirs, a colleague’s, or those of somebody new', async () => {
  const boss = await operatorOf('owner', { credits: 50, refund_cents: 1000 });
  const colleague = await operatorOf('support', { credits: 20 });
  const change = async (id: number, roles: Role[], limits: Partial<OperatorLimits>) =>
    (await boss.call('changeOperator', { body: { id, roles, limits: limited(limits) } })).body.error;
  const own = (limits: Partial<OperatorLimits>) => change(boss.memberId, ['owner'], limits);
  expect(await own({})).toBe('beyond_own_limits');
  expect(await own({ credits: 51, refund_cents: 1000 })).toBe('beyond_own_limits');
  expect(await own({ credits: 40, refund_cents: 1000, credits_day: 100 })).toBeUndefined();
  expect(await own({ credits: 50, refund_cents: 1000, credits_day: 100 })).toBe('beyond_own_limits');
  const theirs = (limits: Partial<OperatorLimits>) => change(colleague.memberId, ['support'], limits);
  expect(await theirs({ credits: 41 })).toBe('beyond_own_limits');
  // A limit that they do not raise may be above their own: the colleague has none for refunds.
  expect(await theirs({ credits: 40 })).toBeUndefined();

  const email = `${randomUUID()}@example.test`;
  const invite = (limits?: OperatorLimits) =>
    boss.call('inviteOperator', {
      body: { email, name: 'Olga', roles: ['owner'], ...(limits && { limits }) },
    });
  expect((await invite(NO_LIMITS)).body.error).toBe('beyond_own_limits');
  const { body } = await invite();
  const bosses = limited({ credits: 40, refund_cents: 1000, credits_day: 100 });
  expect(await limitsOf(body.id)).toEqual(bosses);
  // Employed again, they get the limits of that invitation.
  await owner.must('changeOperator', { body: { id: body.id, roles: [], limits: NO_LIMITS } });
  expect((await invite(NO_LIMITS)).body.error).toBe('beyond_own_limits');
  expect((await invite()).status).toBe(201);
  expect(await limitsOf(body.id)).toEqual(bosses);
});
