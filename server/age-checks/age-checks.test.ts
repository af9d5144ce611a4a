import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { calls, type CallName } from '#contract/calls.ts';
import { isInMembersArea } from '#contract/rules/members-area.ts';
import { readConfig } from '#server/platform/config.ts';
import { testApp, type Client } from '#support/app.ts';
import { plant, plantWithBrowser, setSettings } from '#support/members.ts';
import type { AgeService } from './providers/provider.ts';
import { ageProviderKinds } from './providers/registry.ts';
import { openSandboxAge } from './providers/sandbox.ts';

const app = testApp();
beforeEach(async () => {
  await app.shiftToNoon();
  await setSettings(app, { age_assurance: { DE: 'before_contact', FR: 'at_signup' } });
});

const send = (sender: Client, profile: number) =>
  sender.call('send', { body: { profile, client_id: randomUUID(), text: 'Hello' } });

const begin = (member: Client) => member.must('beginAgeCheck', { body: { provider: 'sandbox' } });

/** The session of the open check, as its address tells it. */
const sessionIn = ({ url }: { url: string | null }): string => url!.split('/').at(-1)!;

const choose = (member: Client, session: string, outcome: string) =>
  member.request('POST', `/sandbox/age/${session}`, {
    payload: JSON.stringify({ outcome }),
    headers: { 'content-type': 'application/json' },
  });

const notify = (session: string, provider = 'sandbox') =>
  app.visitor().request('POST', `/api/age-check-notification.php?provider=${provider}`, {
    payload: JSON.stringify({ session_id: session }),
    headers: { 'content-type': 'application/json' },
  });

const creditsOf = async (member: number) =>
  (await app.db.selectFrom('members').where('id', '=', member).select('credits').executeTakeFirstOrThrow())
    .credits;

test('leads back to the page in its language, not to the one of the account', async () => {
  const anna = await plantWithBrowser(app, { country: 'DE', language: 'nl' });
  await anna.must('beginAgeCheck', { body: { provider: 'sandbox', language: 'de' } });
  const session = sessionIn(await anna.must('ageCheck'));
  const answer = await choose(anna, session, 'adult');
  expect([answer.status, answer.headers['location']]).toEqual([303, expect.stringContaining('/de/')]);
});

test('refuses contact before any charge, and allows it once the check has passed', async () => {
  const anna = await plantWithBrowser(app, { country: 'DE', premium: true });
  const bram = await plant(app, { gender: 'male' });
  await sql`update members set credits = 10 where id = ${anna.memberId}`.execute(app.db);
  expect((await anna.must('user')).age_check).toBe('before_contact');
  expect((await send(anna, bram)).body).toMatchObject({ error: 'age_check_required' });
  expect((await anna.call('like', { body: { profile: bram } })).body).toMatchObject({
    error: 'age_check_required',
  });
  expect(await creditsOf(anna.memberId)).toBe(10);
  expect((await anna.must('member', { query: { id: bram } })).id).toBe(bram);

  const check = await begin(anna);
  expect(check).toMatchObject({ gate: 'before_contact', state: 'waiting', provider: 'sandbox' });
  const { status, headers } = await choose(anna, sessionIn(check), 'adult');
  expect([status, headers['location']]).toEqual([303, '/en/age-check']);
  expect(await anna.must('ageCheck')).toMatchObject({ state: 'passed', method: 'simulated', url: null });
  expect((await anna.must('user')).age_check).toBeUndefined();
  expect((await send(anna, bram)).status).toBe(201);
  expect((await anna.call('like', { body: { profile: bram } })).status).toBe(200);
});

test('keeps nothing of a decided check but its result, and ends the result when it expires', async () => {
  const anna = await plantWithBrowser(app, { country: 'DE' });
  const bram = await plant(app, { gender: 'male' });
  await choose(anna, sessionIn(await begin(anna)), 'adult');
  const stored = await app.db
    .selectFrom('age_checks')
    .where('member_id', '=', anna.memberId)
    .selectAll()
    .execute();
  expect(stored).toMatchObject([{ state: 'passed', reference: null, reason: null, method: 'simulated' }]);
  await app.shiftClock(366 * 86_400);
  expect((await anna.must('ageCheck')).state).toBe('none');
  expect((await send(anna, bram)).body).toMatchObject({ error: 'age_check_required' });
});

test('changes nothing by forged, repeated, late and unknown notifications', async () => {
  const anna = await plantWithBrowser(app, { country: 'DE' });
  const session = sessionIn(await begin(anna));
  for (const forged of [session, randomUUID(), 'none', "' or true --"])
    expect((await notify(forged)).status).toBe(200);
  expect((await anna.must('ageCheck')).state).toBe('waiting');

  await choose(anna, session, 'too_young');
  expect(await anna.must('ageCheck')).toMatchObject({ state: 'failed', reason: 'too_young' });
  await sql`update sandbox_age_sessions set outcome = 'adult' where id = ${session}`.execute(app.db);
  expect((await notify(session)).status).toBe(200);
  expect((await anna.must('ageCheck')).state).toBe('failed');

  const withdrawn = sessionIn(await begin(anna));
  expect((await anna.must('withdrawAgeCheck')).state).toBe('none');
  await choose(anna, withdrawn, 'adult');
  expect((await anna.must('ageCheck')).state).toBe('none');
});

test('settles a check whose notification was lost, and ends one without a result in time', async () => {
  const [anna, cora] = [
    await plantWithBrowser(app, { country: 'DE' }),
    await plantWithBrowser(app, { country: 'DE' }),
  ];
  const session = sessionIn(await begin(anna));
  await begin(cora);
  await sql`update sandbox_age_sessions set outcome = 'adult' where id = ${session}`.execute(app.db);
  await app.app.jobs.add(app.db, 'settle-age-checks');
  await app.runJobs();
  expect((await anna.must('ageCheck')).state).toBe('passed');
  expect((await cora.must('ageCheck')).state).toBe('waiting');
  await app.shiftToNoon(25);
  await app.app.jobs.add(app.db, 'settle-age-checks');
  await app.runJobs();
  expect(await cora.must('ageCheck')).toMatchObject({ state: 'failed', reason: 'expired' });
  expect((await cora.must('user')).age_check).toBe('before_contact');
});

const settle = async () => {
  await app.app.jobs.add(app.db, 'settle-age-checks');
  await app.runJobs();
};

/** Replaces functions of the sandbox until the test ends or restores them. */
function breakSandbox(broken: Partial<AgeService>) {
  const outage = vi.spyOn(ageProviderKinds, 'sandbox').mockImplementation((site) => {
    const sandbox = openSandboxAge(site);
    return { ...sandbox, service: { ...sandbox.service!, ...broken } };
  });
  onTestFinished(() => outage.mockRestore());
  return outage;
}

test('opens the session later if the provider is down at the start', async () => {
  const anna = await plantWithBrowser(app, { country: 'DE' });
  const outage = breakSandbox({ start: () => Promise.reject(new Error('the provider is down')) });
  expect(await begin(anna)).toMatchObject({ state: 'waiting', url: null });
  await settle();
  expect(await anna.must('ageCheck')).toMatchObject({ state: 'waiting', url: null });
  outage.mockRestore();
  await settle();
  await choose(anna, sessionIn(await anna.must('ageCheck')), 'adult');
  expect((await anna.must('ageCheck')).state).toBe('passed');
});

test('lets nobody through while the provider is down, and settles the check afterwards', async () => {
  const anna = await plantWithBrowser(app, { country: 'DE' });
  const bram = await plant(app, { gender: 'male' });
  const session = sessionIn(await begin(anna));
  const resultOf = vi
    .fn<(reference: string) => Promise<never>>()
    .mockRejectedValue(new Error('the provider is down'));
  const outage = breakSandbox({ resultOf });

  expect((await choose(anna, session, 'adult')).status).toBe(303);
  expect(resultOf).toHaveBeenCalledWith(session);
  for (const round of ['at first', 'again']) {
    resultOf.mockClear();
    await settle();
    expect(resultOf, round).toHaveBeenCalledWith(session);
    expect(await anna.must('ageCheck')).toMatchObject({ state: 'waiting', decided_at: null });
    expect((await send(anna, bram)).body).toMatchObject({ error: 'age_check_required' });
  }
  outage.mockRestore();
  await settle();
  expect((await anna.must('ageCheck')).state).toBe('passed');
  expect((await send(anna, bram)).status).toBe(201);
});

test('asks members who change the country of their profile until a check has passed', async () => {
  const anna = await plantWithBrowser(app, { country: 'DE' });
  const bram = await plant(app, { gender: 'male' });
  for (const country of ['NL', 'BE'] as const) {
    await anna.must('changeProfile', { body: { country } });
    expect((await anna.must('user')).age_check).toBe('before_contact');
    expect((await anna.must('ageCheck')).gate).toBe('before_contact');
    expect((await send(anna, bram)).body).toMatchObject({ error: 'age_check_required' });
  }
  await setSettings(app, { age_assurance: { DE: 'at_signup' } });
  expect((await anna.must('user')).age_check).toBe('at_signup');
  expect((await anna.must('ageCheck')).gate).toBe('at_signup');
  expect((await anna.call('members')).body).toMatchObject({ error: 'age_check_required' });

  await choose(anna, sessionIn(await begin(anna)), 'adult');
  expect((await send(anna, bram)).status).toBe(201);
  // After that check has expired, a country without a gate asks for no other.
  await app.shiftClock(366 * 86_400);
  expect(await anna.must('ageCheck')).toMatchObject({ gate: 'off', state: 'none' });
  expect((await send(anna, bram)).status).toBe(201);
});

test('goes on with the open check instead of opening a second one', async () => {
  const anna = await plantWithBrowser(app, { country: 'DE' });
  const [one, other] = await Promise.all([begin(anna), begin(anna)]);
  expect(one.url).toBe(other.url);
  await choose(anna, sessionIn(one), 'adult');
  expect((await anna.call('beginAgeCheck', { body: { provider: 'sandbox' } })).status).toBe(409);
});

test("closes the members' area with at_signup and leaves the account open", async () => {
  const anna = await plantWithBrowser(app, { country: 'FR' });
  const bram = await plant(app, { gender: 'male' });
  const open: CallName[] = ['user', 'ageCheck', 'payments', 'complaints', 'sessions', 'blocks'];
  for (const name of open) expect([name, (await anna.call(name)).status]).toEqual([name, 200]);
  const closed: CallName[] = ['members', 'likes', 'swipe', 'chats', 'activity', 'recentlyViewed'];
  for (const name of closed)
    expect([name, (await anna.call(name)).body]).toMatchObject([name, { error: 'age_check_required' }]);
  expect((await anna.call('member', { query: { id: bram } })).body).toMatchObject({
    error: 'age_check_required',
  });
  await choose(anna, sessionIn(await begin(anna)), 'adult');
  for (const name of closed) expect([name, (await anna.call(name)).status]).toEqual([name, 200]);
});

test("counts no call of operators to the members' area", () => {
  const names = (Object.keys(calls) as CallName[]).filter(isInMembersArea);
  expect(names.length).toBeGreaterThan(30);
  expect(names.filter((name) => calls[name].access === 'operator')).toEqual([]);
});

test('exempts other countries and fictional profiles', async () => {
  const anna = await plantWithBrowser(app, { country: 'NL' });
  const bram = await plant(app, { gender: 'male' });
  expect((await anna.must('user')).age_check).toBeUndefined();
  expect(await anna.must('ageCheck')).toMatchObject({ gate: 'off', state: 'none' });
  expect((await send(anna, bram)).status).toBe(201);
  const house = await plant(app, { kind: 'fictional', country: 'DE' });
  const { rows } = await sql<{ lacks: boolean }>`select lacks_age_check(${house}, 'DE') as lacks`.execute(
    app.db,
  );
  expect(rows).toEqual([{ lacks: false }]);
});

test('refuses the sandbox in production', () => {
  const env = {
    NODE_ENV: 'production',
    SECRET: 'a secret for tests, long enough to be taken',
    SMTP_URL: 'smtp://mail.example',
    MAIL_FROM: 'a@example.com',
    PUBLIC_URL: 'https://example.com',
    MOLLIE_API_KEY: 'live',
  };
  expect(readConfig(env).ageProviders).toEqual(['office']);
  expect(() => readConfig({ ...env, AGE_PROVIDERS: 'sandbox' })).toThrow(/refuses the sandbox/);
});
