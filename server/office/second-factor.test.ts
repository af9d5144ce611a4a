import { sql } from 'kysely';
import { generate } from 'otplib';
import { afterEach, beforeAll, expect, test } from 'vitest';
import type { Client } from '#support/app.ts';
import { password, testApp } from '#support/app.ts';
import { queuedJobs } from '#support/job-queue.ts';
import { browserOf, plant } from '#support/members.ts';

// Operators log in with two factors: a link or password, and a code or passkey. Until a session has both,
// operators' calls are refused.

const site = testApp({ LIMITS_SCALE: '1' });
let owner: Client;

beforeAll(async () => {
  const id = await plant(site);
  await sql`update members set roles = '{owner}' where id = ${id}`.execute(site.db);
  owner = await browserOf(site, id);
});

let invited = 0;
/** Invites an operator. Returns the address and a function that opens the newest link in a new browser. */
async function invite() {
  const email = `olga${++invited}@example.test`;
  const ask = () => owner.must('inviteOperator', { body: { email, name: 'Olga', roles: ['support'] } });
  const { id } = await ask();
  return {
    id,
    email,
    async link(again = false): Promise<string> {
      if (again) await ask();
      const [mail] = (await site.outbox(email)).filter(({ links }) =>
        links.some((link) => link.includes('/admin/login')),
      );
      return new URL(mail!.links.find((link) => link.includes('/admin/login'))!).searchParams.get('token')!;
    },
  };
}

/**
 * Moves the clock some minutes ahead and returns the app's code for that time, because each code works only
 * once.
 */
async function codeOf(secret: string, minutes = 0): Promise<string> {
  await site.shiftClock(60 * minutes);
  return generate({ secret, epoch: Math.floor(Date.now() / 1000) + 60 * minutes });
}
afterEach(() => site.shiftClock(0));

async function enrol(browser: Client): Promise<{ secret: string; codes: string[] }> {
  const { secret } = await browser.must('beginTotp', { body: { password: '' } });
  const { recovery_codes: codes } = await browser.must('confirmTotp', {
    body: { code: await codeOf(secret) },
  });
  return { secret, codes };
}

test('allows no call on the first login until a second factor is set up, then every call of the role', async () => {
  const olga = await invite();
  const browser = site.visitor();
  await browser.must('operatorLogin', { body: { token: await olga.link() } });
  for (const call of ['adminTasks', 'adminMembers', 'adminComplaints', 'adminOperators'] as const) {
    const { status, body } = await browser.call(call);
    expect([call, status, body.error]).toEqual([call, 403, 'second_factor_required']);
  }
  const { codes } = await enrol(browser);
  expect(codes).toHaveLength(10);
  expect((await browser.call('adminTasks')).status).toBe(200);
  expect((await browser.call('adminOperators')).body.error, 'which is no more than the role').toBe(
    'role_required',
  );
});

test('requires the code on later logins by link or password; accepts a recovery code', async () => {
  const olga = await invite();
  const first = site.visitor();
  await first.must('operatorLogin', { body: { token: await olga.link() } });
  const { secret, codes } = await enrol(first);

  const later = site.visitor();
  const asked = await later.call('operatorLogin', { body: { token: await olga.link(true) } });
  expect(asked).toMatchObject({ status: 401, body: { error: 'second_step_required' } });
  expect((await later.call('adminTasks')).status, 'the link alone begins no session').toBe(404);
  const ticket = String(asked.body.params!['ticket']);
  expect((await later.call('secondStep', { body: { ticket, code: '000000' } })).body.error).toBe(
    'code_invalid',
  );
  await later.must('secondStep', { body: { ticket, code: await codeOf(secret, 1) } });
  expect((await later.call('adminTasks')).status).toBe(200);

  await site.visitor().must('resetPassword', { body: { email: olga.email } });
  // The mail about the new device has a link to the same page, without a token, and may be sent later.
  const links = (await site.outbox(olga.email)).flatMap((mail) => mail.links);
  const token = new URL(links.find((link) => /reset.*token=/.test(link))!).searchParams.get('token')!;
  await site.visitor().must('resetPassword', { body: { token, password } });
  const byPassword = site.visitor();
  const again = await byPassword.call('login', { body: { email: olga.email, password } });
  expect(again.body.error).toBe('second_step_required');
  await byPassword.must('secondStep', {
    body: { ticket: String(again.body.params!['ticket']), code: codes[0]! },
  });
  expect((await byPassword.call('adminTasks')).status).toBe(200);
  const { rows } = await sql<{ hours: number }>`
    select extract(epoch from expires_at - created_at)::int / 3600 as hours from sessions where member_id = ${olga.id}`.execute(
    site.db,
  );
  expect(rows.map(({ hours }) => hours)).toEqual(rows.map(() => 12));
});

test('lets only a session with the second factor add another factor', async () => {
  const olga = await invite();
  const [thief, self] = [site.visitor(), site.visitor()];
  await thief.must('operatorLogin', { body: { token: await olga.link() } });
  await self.must('operatorLogin', { body: { token: await olga.link(true) } });
  const { secret } = await thief.must('beginTotp', { body: { password: '' } });
  expect(secret).not.toBe('');
  await enrol(self);
  expect((await thief.call('user')).status).toBe(403);
  expect((await thief.call('adminTasks')).status).toBe(404);
});

test('keeps operators from removing their last second factor', async () => {
  const olga = await invite();
  const browser = site.visitor();
  await browser.must('operatorLogin', { body: { token: await olga.link() } });
  await enrol(browser);
  await sql`update members set password_hash = (select password_hash from members where id = ${(await site.as('anna')).memberId}) where id = ${olga.id}`.execute(
    site.db,
  );
  expect((await browser.call('removeTotp', { body: { password } })).body.error).toBe(
    'second_factor_required',
  );
  expect((await browser.must('security')).totp).toBe(true);
});

test("lets an owner reset a colleague's factors, which logs the colleague out", async () => {
  const olga = await invite();
  const browser = site.visitor();
  await browser.must('operatorLogin', { body: { token: await olga.link() } });
  await enrol(browser);
  await owner.must('forgetOperatorFactor', { body: { id: olga.id } });
  expect((await browser.call('adminTasks')).status).toBe(404);
  const again = site.visitor();
  await again.must('operatorLogin', { body: { token: await olga.link(true) } });
  expect((await again.call('adminTasks')).body.error).toBe('second_factor_required');
  await enrol(again);
  expect((await again.call('adminTasks')).status).toBe(200);
  const member = await plant(site);
  expect(
    (await owner.call('forgetOperatorFactor', { body: { id: member } })).status,
    'a member is no colleague',
  ).toBe(404);
});

test('mails about a login on a new device only', async () => {
  const olga = await invite();
  const browser = site.visitor();
  const announced = async () =>
    (await site.outbox(olga.email)).filter(({ subject }) => subject?.startsWith('New login')).length;
  await browser.must('operatorLogin', { body: { token: await olga.link() } });
  const { secret } = await enrol(browser);
  expect(await announced()).toBe(1);
  const step = async (client: Client, minutes: number) => {
    const asked = await client.call('operatorLogin', { body: { token: await olga.link(true) } });
    await client.must('secondStep', {
      body: { ticket: String(asked.body.params!['ticket']), code: await codeOf(secret, minutes) },
    });
  };
  await step(browser, 1);
  expect(await announced()).toBe(1);
  await step(site.visitor(), 2);
  expect(await announced()).toBe(2);
});

test('invalidates a login link when a newer one is created, and every link when the second factor is reset', async () => {
  const olga = await invite();
  const older = await olga.link();
  const newer = await olga.link(true);
  const open = (token: string) => site.visitor().call('operatorLogin', { body: { token } });
  expect((await open(older)).body.error).toBe('link_expired');
  await owner.must('forgetOperatorFactor', { body: { id: olga.id } });
  expect((await open(newer)).body.error).toBe('link_expired');
  expect((await open(await olga.link(true))).status).toBe(200);
});

test('stores an invitation in the job queue without a working link', async () => {
  const { id } = await owner.must('inviteOperator', {
    body: { email: 'queued@example.test', name: 'Quinn', roles: ['support'] },
  });
  const waiting = (await queuedJobs(site.db, 'mail')).map(({ payload }) => payload);
  const invitation = waiting.find(({ template }) => template === 'operator-invitation');
  expect(id).toBeGreaterThan(0);
  expect(invitation).toMatchObject({ sealed: true });
  expect(JSON.stringify(invitation)).not.toContain('token=');
});
