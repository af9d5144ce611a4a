import { sql } from 'kysely';
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '#server/platform/config.ts';
import { type Client, testApp } from '#support/app.ts';
import { plantWithBrowser, setSettings } from '#support/members.ts';
import { startFakeYoti } from '#support/services/fake-yoti.ts';

const yoti = await startFakeYoti();
afterAll(() => yoti.close());
const settings = {
  AGE_PROVIDERS: 'yoti',
  YOTI_SDK_ID: yoti.sdkId,
  YOTI_API_KEY: yoti.apiKey,
  YOTI_URL: yoti.url,
  YOTI_PUBLIC_KEY: yoti.publicKey,
};
const app = testApp(settings);
beforeEach(async () => {
  yoti.answerWith(null);
  await app.shiftToNoon();
  await setSettings(app, { age_assurance: { DE: 'before_contact' } });
});

const person = () => plantWithBrowser(app, { country: 'DE' });
const state = (member: Client) => member.must('ageCheck');

async function begin(member: Client): Promise<string> {
  const { url } = await member.must('beginAgeCheck', { body: { provider: 'yoti', language: 'de' } });
  return new URL(url!).searchParams.get('sessionId')!;
}

const notify = (body: object) =>
  app.visitor().request('POST', '/api/age-check-notification.php?provider=yoti', {
    payload: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });

async function decide(session: string, outcome: { status: string; method?: string }) {
  Object.assign(yoti.sessions.get(session)!, outcome);
  expect((await notify(yoti.notification(session))).status).toBe(200);
}

async function settle() {
  await app.app.jobs.add(app.db, 'settle-age-checks');
  await app.runJobs();
}

test('opens a session that asks only whether the member is an adult, and leads to its page', async () => {
  const anna = await person();
  const session = await begin(anna);
  expect(await state(anna)).toMatchObject({
    state: 'waiting',
    url: `${yoti.url}/?sessionId=${session}&sdkId=${yoti.sdkId}`,
  });
  const { asked } = yoti.sessions.get(session)!;
  expect(asked).toMatchObject({
    type: 'OVER',
    age_estimation: { allowed: true, threshold: 25, level: 'PASSIVE' },
    doc_scan: { allowed: true, threshold: 18, level: 'PASSIVE' },
    digital_id: { allowed: true, threshold: 18 },
    ttl: 86_400,
    callback: { auto: true, url: expect.stringMatching(/^https?:\/\/[^/]+\/de\/age-check$/) },
    notification_url: expect.stringMatching(/\/api\/age-check-notification\.php\?provider=yoti$/),
  });
  // Nothing about the person: the reference is the number of the check.
  expect(Object.keys(asked).sort()).toEqual(
    [
      'age_estimation',
      'callback',
      'cancel_url',
      'digital_id',
      'doc_scan',
      'notification_url',
      'reference_id',
      'resume_enabled',
      'retry_enabled',
      'ttl',
      'type',
    ].sort(),
  );
  const { rows } = await sql<{ id: number }>`
    select id from age_checks where member_id = ${anna.memberId}`.execute(app.db);
  expect(asked['reference_id']).toBe(`${rows[0]!.id}`);
});

test('lets a member through by a signed notification, and keeps only the result and its method', async () => {
  const anna = await person();
  await decide(await begin(anna), { status: 'COMPLETE', method: 'AGE_ESTIMATION' });
  expect(await state(anna)).toMatchObject({ state: 'passed', method: 'face', url: null });
  const { rows } = await sql<Record<string, unknown>>`
    select reference, reason, state, method from age_checks where member_id = ${anna.memberId}`.execute(
    app.db,
  );
  expect(rows).toEqual([{ reference: null, reason: null, state: 'passed', method: 'face' }]);
});

test('ignores forged, altered and repeated notifications without asking Yoti', async () => {
  const anna = await person();
  const session = await begin(anna);
  Object.assign(yoti.sessions.get(session)!, { status: 'COMPLETE', method: 'DOC_SCAN' });
  const genuine = yoti.notification(session);
  const other = yoti.notification(await begin(await person()));
  yoti.calls.length = 0;
  for (const forged of [
    { session_key: session },
    { ...genuine, signature: 'x' },
    { ...genuine, age: 30 },
    { ...other, session_key: session },
    { ...genuine, session_key: 7 },
    { session_id: session },
  ])
    expect((await notify(forged)).status).toBe(200);
  expect(yoti.calls).toEqual([]);
  expect((await state(anna)).state).toBe('waiting');

  await notify(genuine);
  expect((await state(anna)).state).toBe('passed');
  yoti.calls.length = 0;
  await notify(genuine);
  expect(yoti.calls).toEqual([]);
});

test('believes the result only, whatever a signed notification says', async () => {
  const anna = await person();
  const session = await begin(anna);
  Object.assign(yoti.sessions.get(session)!, { status: 'COMPLETE', method: 'DOC_SCAN' });
  const early = yoti.notification(session);
  Object.assign(yoti.sessions.get(session)!, { status: 'IN_PROGRESS' });
  await notify(early);
  expect((await state(anna)).state).toBe('waiting');
});

test.each([
  [
    { status: 'FAIL', method: 'DOC_SCAN' },
    { state: 'failed', reason: 'too_young' },
  ],
  [
    { status: 'FAIL', method: 'DIGITAL_ID' },
    { state: 'failed', reason: 'too_young' },
  ],
  [{ status: 'FAIL', method: 'AGE_ESTIMATION' }, { state: 'waiting' }],
  [
    { status: 'ERROR', method: 'DOC_SCAN' },
    { state: 'failed', reason: 'unclear' },
  ],
  [{ status: 'CANCELLED' }, { state: 'none' }],
  [{ status: 'PENDING' }, { state: 'waiting' }],
  [{ status: 'PAUSED' }, { state: 'waiting' }],
  [
    { status: 'COMPLETE', method: 'NEW_WAY' },
    { state: 'passed', method: 'other' },
  ],
  [{ status: 'COMPLETE', method: 'DOC_SCAN', type: 'UNDER' }, { state: 'waiting' }],
])('maps the outcome %j', async (outcome, expected) => {
  const anna = await person();
  await decide(await begin(anna), outcome);
  expect(await state(anna)).toMatchObject(expected);
});

test('settles by itself when the notification is lost, and never takes the result of another session', async () => {
  const [anna, cora] = [await person(), await person()];
  const [one, two] = [await begin(anna), await begin(cora)];
  Object.assign(yoti.sessions.get(one)!, { status: 'COMPLETE', method: 'DOC_SCAN' });
  yoti.answerWith({ status: 200, body: JSON.stringify({ ...yoti.sessions.get(one), asked: undefined }) });
  await settle();
  expect([(await state(anna)).state, (await state(cora)).state]).toEqual(['passed', 'waiting']);
  yoti.sessions.delete(two);
  yoti.answerWith(null);
  await settle();
  expect(await state(cora)).toMatchObject({ state: 'failed', reason: 'expired' });
});

test('waits while Yoti is down, refuses the key or answers nonsense, and goes on afterwards', async () => {
  const anna = await person();
  for (const broken of [
    { status: 500, body: 'down' },
    { status: 403, body: '{}' },
    { status: 200, body: '{"id":"7"}' },
    { status: 200, body: '<html>' },
  ]) {
    yoti.answerWith(broken);
    expect(await anna.must('beginAgeCheck', { body: { provider: 'yoti' } })).toMatchObject({
      state: 'waiting',
      url: null,
    });
  }
  yoti.answerWith(null);
  const session = await begin(anna);
  yoti.answerWith({ status: 500, body: 'down' });
  await decide(session, { status: 'COMPLETE', method: 'DOC_SCAN' });
  expect((await state(anna)).state).toBe('waiting');
  yoti.answerWith(null);
  await settle();
  expect((await state(anna)).state).toBe('passed');
});

test('keeps the results after Yoti was taken out of the configuration, and ends open checks when they are late', async () => {
  const [anna, cora] = [await person(), await person()];
  await decide(await begin(anna), { status: 'COMPLETE', method: 'DOC_SCAN' });
  const session = await begin(cora);
  const { config } = app.app;
  const before = { yoti: config.yoti, ageProviders: config.ageProviders };
  onTestFinished(() => void Object.assign(config, before));
  Object.assign(config, { yoti: null, ageProviders: ['office'] });
  expect(await state(anna)).toMatchObject({ state: 'passed', method: 'document' });
  expect(await state(cora)).toMatchObject({ state: 'waiting', url: null });
  expect((await notify(yoti.notification(session))).status).toBe(200);
  await settle();
  expect((await state(cora)).state).toBe('waiting');
  await app.shiftToNoon(25);
  await settle();
  expect(await state(cora)).toMatchObject({ state: 'failed', reason: 'expired' });
});

test('needs both credentials, and a usable key for notifications', () => {
  expect(readConfig(settings).yoti).toMatchObject({ sdkId: yoti.sdkId, url: yoti.url });
  expect(readConfig({}).yoti).toBeNull();
  for (const name of ['YOTI_SDK_ID', 'YOTI_API_KEY'])
    expect(() => readConfig({ ...settings, [name]: '' })).toThrow('set YOTI_SDK_ID and YOTI_API_KEY');
  expect(() => readConfig({ ...settings, YOTI_PUBLIC_KEY: 'no key' })).toThrow('YOTI_PUBLIC_KEY is not');
  expect(readConfig({ ...settings, YOTI_PUBLIC_KEY: '' }).yoti?.publicKey).toContain('BEGIN PUBLIC KEY');
});
