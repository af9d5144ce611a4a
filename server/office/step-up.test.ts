import { sql } from 'kysely';
import { generate } from 'otplib';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { type Call, type CallName, calls } from '#contract/calls.ts';
import { type Client, testApp } from '#support/app.ts';
import { plantWithBrowser } from '#support/members.ts';

// Step-up authentication: a stolen session, or one left open, cannot make far-reaching calls.

const site = testApp({ LIMITS_SCALE: '1' });
const MINUTE = 60;
let owner: Client;
let secret: string;

const codeAt = (minutes: number) =>
  generate({ secret, epoch: Math.floor(Date.now() / 1000) + minutes * MINUTE });

beforeAll(async () => {
  owner = await plantWithBrowser(site, { roles: ['owner'] });
  await sql`update members set password_hash = (select password_hash from members where id = ${(await site.as('anna')).memberId})
    where id = ${owner.memberId}`.execute(site.db);
  ({ secret } = await owner.must('beginTotp', { body: { password: 'een-lang-wachtwoord' } }));
  await owner.must('confirmTotp', { body: { code: await codeAt(0) } });
});
afterEach(() => site.shiftClock(0));

const FOR_FRESH_FACTORS: CallName[] = [
  'addAdminToken',
  'addSignUpRule',
  'addTrustedFlagger',
  'addWebhook',
  'adminAuditFile',
  'adminBooksFile',
  'adminComplaintsFile',
  'adminConversationsFile',
  'adminFiguresFile',
  'adminMembersFile',
  'adminMoneyWorkFile',
  'adminPaymentsFile',
  'adminPhotosFile',
  'adminTodayFile',
  'changeOperator',
  'changeSignUpRule',
  'changeWebhook',
  'closePartner',
  'decideChange',
  'decideComplaints',
  'decidePhotos',
  'deskStatementFile',
  'discardJobs',
  'forgetOperatorFactor',
  'inviteOperator',
  'removeSignUpRule',
  'removeWebhook',
  'renewFlaggerLink',
  'takeMeasures',
  'transparencyFile',
  'writePartner',
];

const table = Object.entries(calls) as [CallName, Call][];

test.each(FOR_FRESH_FACTORS)(
  '%s requires a second factor used within the last five minutes',
  async (name) => {
    await site.shiftClock(6 * MINUTE);
    const { status, body } = await owner.call(name, calls[name].method === 'GET' ? {} : { body: {} });
    expect([status, body.error]).toEqual([403, 'fresh_factor_required']);
  },
);

test('no other call requires it', async () => {
  expect(table.flatMap(([name, { stepUp }]) => (stepUp ? [name] : [])).sort()).toEqual(FOR_FRESH_FACTORS);
  await site.shiftClock(6 * MINUTE);
  expect((await owner.call('adminTasks')).status).toBe(200);
});

test('accepts a right code for five minutes, and blocks after five wrong codes', async () => {
  const export_ = async () => (await owner.call('adminAuditFile')).status;
  await site.shiftClock(10 * MINUTE);
  expect(await owner.must('freshFactor')).toEqual({ fresh: false });
  expect((await owner.call('showCode', { body: { code: '000000' } })).body.error).toBe('code_invalid');
  expect(await export_()).toBe(403);
  await owner.must('showCode', { body: { code: await codeAt(10) } });
  expect(await owner.must('freshFactor')).toEqual({ fresh: true });
  expect(await export_()).toBe(200);
  await site.shiftClock(16 * MINUTE);
  expect(await export_()).toBe(403);
  for (let i = 0; i < 5; i++) await owner.call('showCode', { body: { code: '000000' } });
  expect((await owner.call('showCode', { body: { code: await codeAt(16) } })).body.error).toBe(
    'too_many_requests',
  );
});

test('rejects an unknown passkey as a fresh factor', async () => {
  await site.shiftClock(20 * MINUTE);
  const response = { id: 'AAAA', response: {} };
  expect((await owner.call('showPasskey', { body: { response } })).body.error).toBe('passkey_failed');
  expect(await owner.must('freshFactor')).toEqual({ fresh: false });
});

test('requires a fresh factor to change a four-eyes limit or undo its change, but not for other settings', async () => {
  const change = (key: string, value: unknown) =>
    owner.call('changeSettings', { body: { site: '*', changes: [{ key, value }] } });
  expect((await change('credit_approval_credits', 40)).status).toBe(200);
  const [lowered] = (await owner.must('settingHistory', { query: { key: 'credit_approval_credits' } }))
    .changes;
  await site.shiftClock(30 * MINUTE);
  expect((await change('credit_approval_credits', 30)).body.error).toBe('fresh_factor_required');
  expect((await owner.call('undoSetting', { body: { change: lowered!.id } })).body.error).toBe(
    'fresh_factor_required',
  );
  expect((await change('photo_credits', 4)).status).toBe(200);
});

test('limits access tokens to 90 days, and lets them read without a fresh factor', async () => {
  const make = (days: number) =>
    owner.call('addAdminToken', { body: { name: 'audit', days, scopes: ['admin:audit'] } });
  expect((await make(365)).status).toBe(400);
  const { token } = await owner.must('addAdminToken', {
    body: { name: 'audit', days: 90, scopes: ['admin:audit'] },
  });
  await site.shiftClock(40 * MINUTE);
  const { status } = await site
    .visitor()
    .call('adminAuditFile', { headers: { authorization: `Bearer ${token}` } });
  expect(status).toBe(200);
});
