import { sql } from 'kysely';
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '#server/platform/config.ts';
import { type Client, testApp } from '#support/app.ts';
import { browserOf, plant, plantWithBrowser } from '#support/members.ts';
import { picture } from '#support/pictures.ts';
import { startFakeVeriff } from '#support/services/fake-veriff.ts';

const veriff = await startFakeVeriff();
afterAll(() => veriff.close());
const settings = {
  LIVENESS_PROVIDER: 'veriff',
  VERIFF_API_KEY: veriff.apiKey,
  VERIFF_SECRET: veriff.secret,
  VERIFF_URL: veriff.url,
};
const app = testApp(settings);
beforeEach(async () => {
  veriff.answerWith(null);
  await app.shiftClock(0);
});

const begin = (member: Client) => member.must('beginLiveness', { body: { language: 'de' } });
const liveness = async (member: Client) => (await member.must('verification')).liveness;
const sessionOf = ({ url }: { url: string | null }) => url!.split('/').at(-1)!;
const APPROVED = { code: 9001, status: 'approved' };

const notify = ({ payload, headers }: { payload: string; headers: Record<string, string> }) =>
  app.visitor().request('POST', '/api/liveness-notification.php?provider=veriff', { payload, headers });

async function decide(session: string, decision: { code: number; status: string }) {
  veriff.sessions.get(session)!.decision = decision;
  expect((await notify(veriff.notification(session))).status).toBe(200);
}

async function settle() {
  await app.app.jobs.add(app.db, 'settle-liveness-checks');
  await app.runJobs();
}

test('tells the provider nothing about the member, and keeps only the result', async () => {
  const anna = await plantWithBrowser(app);
  expect(await liveness(anna)).toEqual({ state: 'none', provider: 'veriff', url: null, reason: null });
  const session = sessionOf(await begin(anna));
  expect(sessionOf(await begin(anna)), 'the open check goes on').toBe(session);
  expect(veriff.sessions.get(session)!.asked).toEqual({
    callback: expect.stringMatching(/\/de\/verification$/),
    vendorData: expect.stringMatching(/^\d+$/),
  });
  await decide(session, APPROVED);
  expect(await liveness(anna)).toEqual({ state: 'passed', provider: 'veriff', url: null, reason: null });
  const stored = await app.db
    .selectFrom('liveness_checks')
    .where('member_id', '=', anna.memberId)
    .selectAll()
    .executeTakeFirstOrThrow();
  expect(stored).toMatchObject({ state: 'passed', reason: null, reference: null, page: null });
  expect((await anna.must('verification')).state, 'the badge needs the selfie').toBe('none');
});

test('stands beside the selfie in the queue', async () => {
  const moderatorId = await plant(app);
  await sql`update members set roles = '{moderator}' where id = ${moderatorId}`.execute(app.db);
  const moderator = await browserOf(app, moderatorId);
  const [live, plain] = [await app.as('live'), await app.as('plain')];
  for (const member of [live, plain]) {
    const { id } = await member.must('addPhoto', {
      file: { content: await picture(500, 700).jpeg().toBuffer() },
    });
    await moderator.must('decidePhoto', { body: { id, approve: true } });
    await member.must('beginVerification');
    await member.must('sendSelfie', { file: { content: await picture(400, 500).png().toBuffer() } });
  }
  await decide(sessionOf(await begin(live)), APPROVED);
  const { verifications } = await moderator.must('adminVerifications');
  const liveOf = ({ memberId }: Client) => verifications.find(({ member }) => member.id === memberId)!.live;
  expect(liveOf(live)).toEqual({ provider: 'veriff', at: expect.stringMatching(/^\d{4}-.*Z$/) });
  expect(liveOf(plain)).toBeUndefined();
});

test('passes nobody by a notification: the provider is asked', async () => {
  const anna = await plantWithBrowser(app);
  const session = sessionOf(await begin(anna));
  veriff.sessions.get(session)!.decision = APPROVED;
  const claimed = veriff.notification(session);
  veriff.sessions.get(session)!.decision = null;
  await notify(claimed);
  expect((await liveness(anna))!.state).toBe('open');
});

test.each([
  ['without a signature', ({ 'x-hmac-signature': _, ...rest }: Record<string, string>) => rest],
  ['with a signature of something else', (headers) => ({ ...headers, 'x-hmac-signature': 'ab'.repeat(32) })],
  ['of another customer', (headers) => ({ ...headers, 'x-auth-client': 'somebody' })],
] as [string, (headers: Record<string, string>) => Record<string, string>][])(
  'ignores a notification %s',
  async (_which, changed) => {
    const anna = await plantWithBrowser(app);
    const session = sessionOf(await begin(anna));
    veriff.sessions.get(session)!.decision = APPROVED;
    const { payload, headers } = veriff.notification(session);
    expect((await notify({ payload, headers: changed({ ...headers }) })).status).toBe(200);
    expect((await liveness(anna))!.state).toBe('open');
    await settle();
    expect((await liveness(anna))!.state, 'the job asks anyway').toBe('passed');
  },
);

test.each([
  [{ code: 9102, status: 'declined' }, 'not_live'],
  [{ code: 9104, status: 'expired' }, 'expired'],
  [{ code: 9121, status: 'abandoned' }, 'expired'],
])('a decision %o ends the check as %s, and the member may try again', async (decision, reason) => {
  const anna = await plantWithBrowser(app);
  await decide(sessionOf(await begin(anna)), decision);
  expect(await liveness(anna)).toMatchObject({ state: 'failed', reason, url: null });
  expect((await begin(anna)).state).toBe('open');
});

test('keeps a check open while the member may try again at the provider', async () => {
  const anna = await plantWithBrowser(app);
  await decide(sessionOf(await begin(anna)), { code: 9103, status: 'resubmission_requested' });
  expect((await liveness(anna))!.state).toBe('open');
});

test.each([
  ['answers nothing useful', { status: 502, body: '<html>' }],
  [
    'returns the decision of another session',
    { status: 200, body: '{"verification":{"id":"1","code":9001,"status":"approved"}}' },
  ],
  ['contradicts itself', null],
])('waits while the provider %s', async (_what, answer) => {
  const anna = await plantWithBrowser(app);
  const session = sessionOf(await begin(anna));
  veriff.sessions.get(session)!.decision = { code: 9001, status: 'declined' };
  veriff.answerWith(answer);
  await settle();
  expect((await liveness(anna))!.state).toBe('open');
});

test('waits while the provider is down, opens the session later, and ends a late check', async () => {
  const anna = await plantWithBrowser(app);
  veriff.answerWith({ status: 503, body: 'down' });
  expect(await begin(anna)).toMatchObject({ state: 'open', url: null });
  await settle();
  expect(await liveness(anna)).toMatchObject({ state: 'open', url: null });
  veriff.answerWith(null);
  await settle();
  expect((await liveness(anna))!.url).toContain('https://magic.veriff.test/');
  onTestFinished(() => app.shiftClock(0));
  await app.shiftClock(25 * 3600);
  await settle();
  const again = await browserOf(app, anna.memberId);
  expect(await liveness(again)).toMatchObject({ state: 'failed', reason: 'expired' });
});

test('ends a check whose session the provider has forgotten', async () => {
  const anna = await plantWithBrowser(app);
  veriff.sessions.delete(sessionOf(await begin(anna)));
  await settle();
  expect(await liveness(anna)).toMatchObject({ state: 'failed', reason: 'expired' });
});

test('counts a result that arrives after the check is late', async () => {
  const anna = await plantWithBrowser(app);
  const session = sessionOf(await begin(anna));
  await app.shiftClock(25 * 3600);
  veriff.sessions.get(session)!.decision = APPROVED;
  await settle();
  const { rows } = await sql<{ state: string }>`
    select state from liveness_checks where member_id = ${anna.memberId}`.execute(app.db);
  expect(rows).toEqual([{ state: 'passed' }]);
});

test('ends a check without a result when the member withdraws it', async () => {
  const anna = await plantWithBrowser(app);
  const session = sessionOf(await begin(anna));
  expect((await anna.must('withdrawLiveness')).state).toBe('none');
  await decide(session, APPROVED);
  expect((await liveness(anna))!.state).toBe('none');
});

test('refuses to start with half of the settings, and production the sandbox', () => {
  const env = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://a.example',
    SECRET: 'a secret for tests, long enough to be taken',
    MOLLIE_API_KEY: 'live_1',
    SMTP_URL: 'smtp://mail.example',
    MAIL_FROM: 'a@a.example',
  };
  expect(readConfig(env).liveness).toBeNull();
  expect(() => readConfig({ ...env, LIVENESS_PROVIDER: 'veriff', VERIFF_API_KEY: 'a' })).toThrow(
    'VERIFF_SECRET',
  );
  expect(() => readConfig({ ...env, LIVENESS_PROVIDER: 'sandbox' })).toThrow('sandbox');
});
