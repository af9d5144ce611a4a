import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SignatureAlgorithm } from '@owf/mdoc';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '#server/platform/config.ts';
import { type Client, testApp } from '#support/app.ts';
import { plant, plantWithBrowser, setSettings } from '#support/members.ts';
import { makeIssuer, parametersOf, type Presented, startAgeWallet } from '#support/services/age-wallet.ts';

const wallet = await startAgeWallet();
afterAll(() => wallet.close());
const settings = { AGE_PROVIDERS: 'eu', EU_AGE_ISSUERS: wallet.issuersFile };
const app = testApp(settings);
const stranger = await makeIssuer('Trusted Issuer');
beforeEach(() => setSettings(app, { age_assurance: { DE: 'before_contact' } }));

const person = () => plantWithBrowser(app, { country: 'DE' });
const state = (member: Client) => member.must('ageCheck');

/** Begins a check and returns its link. */
async function begin(member: Client, language: 'de' | 'en' = 'de'): Promise<string> {
  await member.must('beginAgeCheck', { body: { provider: 'eu', language } });
  return (await member.must('ageProofRequest', { query: { language } })).link;
}

const post = (form: URLSearchParams | string) =>
  app.visitor().request('POST', '/api/age-proof.php', {
    payload: form.toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });

const answer = async (link: string, presented?: Presented) => post(await wallet.present(link, presented));

const checksOf = async (member: Client) =>
  (
    await sql<Record<string, unknown>>`
      select * from age_checks where member_id = ${member.memberId} order by id`.execute(app.db)
  ).rows;

test('lets a member through by a proof of a trusted issuer, and keeps only the result', async () => {
  const anna = await person();
  const bram = await plant(app, { gender: 'male' });
  const like = () => anna.call('like', { body: { profile: bram } });
  const link = await begin(anna);
  expect(await state(anna)).toMatchObject({ state: 'waiting', provider: 'eu', url: null });
  expect((await like()).body).toMatchObject({ error: 'age_check_required' });
  const { status, body } = await answer(link);
  expect([status, body]).toEqual([
    200,
    { redirect_uri: expect.stringMatching(/^https?:.*\/de\/age-check$/) },
  ]);
  expect(await state(anna)).toMatchObject({ state: 'passed', method: 'digital_id', provider: 'eu' });
  expect((await like()).status).toBe(200);
  const kept = Object.entries((await checksOf(anna))[0]!).filter(([, value]) => value !== null);
  expect(Object.fromEntries(kept)).toEqual({
    id: expect.any(Number),
    member_id: anna.memberId,
    provider: 'eu',
    method: 'digital_id',
    state: 'passed',
    started_at: expect.any(Date),
    due_at: expect.any(Date),
    decided_at: expect.any(Date),
    expires_at: expect.any(Date),
  });
});

test('asks for nothing but the claim, by the profile of the specification, with a nonce of its own', async () => {
  const [anna, cora] = [await person(), await person()];
  const { link, qr } = await begin(anna).then(() =>
    anna.must('ageProofRequest', { query: { language: 'de' } }),
  );
  const asked = parametersOf(link);
  expect(asked.response_uri).toMatch(/^https?:\/\/[^/]+\/api\/age-proof\.php$/);
  expect(qr).toMatch(/^<svg /);
  const other = parametersOf(await begin(cora));
  expect(new Set([asked.nonce, asked.state, other.nonce, other.state]).size).toBe(4);
  // The same request for as long as the check is open, so that a second look does not invalidate the first.
  expect(parametersOf(await begin(anna, 'de'))).toEqual(asked);
  await anna.must('withdrawAgeCheck');
  expect(parametersOf(await begin(anna)).nonce).not.toBe(asked.nonce);
});

test.each<[string, Presented, string]>([
  ['of an unknown issuer with the same name', { issuer: stranger }, 'issuer_unknown'],
  ['that has expired', { validUntil: -1 }, 'proof_expired'],
  ['that is not valid yet', { validFrom: 1 }, 'proof_expired'],
  ['that says under 18', { claims: { age_over_18: false } }, 'too_young'],
  ['without the claim', { claims: { age_over_16: true } }, 'proof_invalid'],
  ['with a claim that is not true', { claims: { age_over_18: 'true' } }, 'proof_invalid'],
  ['that was altered after signing', { altered: true }, 'proof_invalid'],
  ['signed by another device', { stolen: true }, 'proof_invalid'],
  ['of an unknown issuer, signed by another device', { stolen: true, issuer: stranger }, 'proof_invalid'],
  ['signed for another nonce', { signsFor: { nonce: 'x'.repeat(43) } }, 'proof_invalid'],
  [
    'signed for another site',
    { signsFor: { client_id: 'redirect_uri:https://a.example/' } },
    'proof_invalid',
  ],
  ['signed for another address', { signsFor: { response_uri: 'https://a.example/' } }, 'proof_invalid'],
  [
    'whose signature brings content for another nonce',
    { attached: true, signsFor: { nonce: 'x'.repeat(43) } },
    'proof_invalid',
  ],
  ['with an algorithm that is not that of the key', { algorithm: SignatureAlgorithm.ES384 }, 'proof_invalid'],
  ['of another type', { type: { issued: 'org.example', shown: 'org.example' } }, 'proof_invalid'],
  [
    'of another type under the right name',
    { type: { issued: 'org.example', shown: 'eu.europa.ec.av.1' } },
    'proof_invalid',
  ],
  ['shown as another type', { type: { issued: 'eu.europa.ec.av.1', shown: 'org.example' } }, 'proof_invalid'],
  ['with two answers', { moreClaims: { age_over_18: false } }, 'proof_invalid'],
  ['twice in one response', { documents: 2 }, 'proof_invalid'],
  ['without a document', { documents: 0 }, 'proof_invalid'],
])('refuses a proof %s', async (_, presented, reason) => {
  const anna = await person();
  const link = await begin(anna);
  expect((await answer(link, presented)).status).toBe(200);
  expect(await state(anna)).toMatchObject({ state: 'failed', reason, provider: 'eu' });
  // The request was used: even an honest answer to it comes too late.
  expect((await answer(link)).status).toBe(404);
  expect((await state(anna)).state).toBe('failed');
  // A new check can pass.
  await answer(await begin(anna));
  expect((await state(anna)).state).toBe('passed');
});

test('trusts only signers that the authority has certified for proofs, and that are valid', async () => {
  const certified = async (options: object) => {
    const issuer = await makeIssuer('Authority', options);
    return { issuer, lists: { authority: issuer.certificate, signer: issuer.signer.pem } };
  };
  const outcome = async (
    { issuer, lists }: Awaited<ReturnType<typeof certified>>,
    list: 'authority' | 'signer',
  ) => {
    const file = join(dirname(wallet.issuersFile), 'other.pem');
    writeFileSync(file, lists[list]);
    const { euAge } = app.app.config;
    app.app.config.euAge = readConfig({ ...settings, EU_AGE_ISSUERS: file }).euAge;
    onTestFinished(() => void (app.app.config.euAge = euAge));
    const anna = await person();
    await answer(await begin(anna), { issuer });
    const { state: result, reason } = await state(anna);
    return reason ?? result;
  };
  const proper = await certified({});
  expect(await outcome(proper, 'authority')).toBe('passed');
  expect(await outcome(proper, 'signer')).toBe('passed');
  expect(await outcome(await certified({ usage: '1.0.18013.5.1.2' }), 'authority')).toBe('passed');
  const web = await certified({ usage: '1.3.6.1.5.5.7.3.1' });
  expect(await outcome(web, 'authority')).toBe('issuer_unknown');
  const late = await certified({ days: -2 });
  expect(await outcome(late, 'authority')).toBe('issuer_unknown');
  expect(await outcome(late, 'signer')).toBe('issuer_unknown');
  expect(await outcome(await certified({ authorityDays: -2 }), 'authority')).toBe('issuer_unknown');
  expect(await outcome(await certified({ authorityIsCa: false }), 'authority')).toBe('issuer_unknown');
  expect(await outcome(await certified({ signerIsCa: true }), 'authority')).toBe('issuer_unknown');
  expect(await outcome(await certified({ isCertified: false }), 'authority')).toBe('issuer_unknown');
});

test("does not take one check's answer for another one", async () => {
  const [anna, cora] = [await person(), await person()];
  const [own, foreign] = [await begin(anna), await begin(cora)];
  const form = await wallet.present(foreign);
  form.set('state', parametersOf(own).state);
  await post(form);
  expect(await state(anna)).toMatchObject({ state: 'failed', reason: 'proof_invalid' });
  expect((await state(cora)).state).toBe('waiting');
  await answer(foreign);
  expect((await state(cora)).state).toBe('passed');
});

test('ignores repeated, late and unknown answers, and those of a check that was cancelled', async () => {
  const anna = await person();
  const form = await wallet.present(await begin(anna));
  expect((await post(form)).status).toBe(200);
  const before = await checksOf(anna);
  expect((await post(form)).status).toBe(404);
  expect(await checksOf(anna)).toEqual(before);

  const cora = await person();
  const cancelled = await wallet.present(await begin(cora));
  await cora.must('withdrawAgeCheck');
  expect((await post(cancelled)).status).toBe(404);
  expect((await state(cora)).state).toBe('none');
  const link = await begin(cora);
  expect((await post(cancelled)).status).toBe(404);

  const late = await wallet.present(link);
  await sql`update age_checks set due_at = app_now() where member_id = ${cora.memberId} and state = 'open'`.execute(
    app.db,
  );
  expect((await post(late)).status).toBe(404);
  expect((await state(cora)).state).toBe('waiting');
  expect((await cora.call('ageProofRequest', { query: { language: 'en' } })).status).toBe(404);
  await app.app.jobs.add(app.db, 'settle-age-checks');
  await app.runJobs();
  expect(await state(cora)).toMatchObject({ state: 'failed', reason: 'expired' });
  for (const state of ['', 'x', '.', 'x.de', parametersOf(link).nonce])
    expect((await post(new URLSearchParams({ state, vp_token: '{}' }))).status).toBe(404);
});

test('takes one of several answers at the same time', async () => {
  const anna = await person();
  const link = await begin(anna);
  const forms = await Promise.all([
    wallet.present(link),
    wallet.present(link, { claims: { age_over_18: false } }),
  ]);
  await Promise.all([...forms, ...forms].map(post));
  const checks = await checksOf(anna);
  expect(checks).toHaveLength(1);
  const { rows } = await sql<{ told: number }>`
    select count(*)::int as told from activities where member_id = ${anna.memberId}`.execute(app.db);
  expect(rows[0]?.told).toBe(1);
});

test('leaves the check open on an answer that it cannot read, and never answers 500', async () => {
  const anna = await person();
  const asked = parametersOf(await begin(anna));
  const tokens = [
    '',
    '7',
    'null',
    '[]',
    '{}',
    '{"proof_of_age":"x"}',
    '{"proof_of_age":["x","y"]}',
    '{"other":["x"]}',
  ];
  for (const vp_token of tokens)
    expect((await post(new URLSearchParams({ state: asked.state, vp_token }))).status).toBe(400);
  expect((await post(new URLSearchParams({ state: asked.state }))).status).toBe(400);
  expect((await post('vp_token=x')).status).toBe(400);
  expect((await post('state=%00&vp_token=%00')).status).toBe(400);
  expect((await post(new URLSearchParams({ state: asked.state, vp_token: '\0', error: '' }))).status).toBe(
    400,
  );
  expect((await state(anna)).state).toBe('waiting');
});

test.each([
  ['no base64', '%%%'],
  ['no CBOR', 'AAAA'],
  ['a huge array', 'mwAAAAD_____'],
  ['deep nesting', Buffer.alloc(50_000, 0x81).toString('base64url')],
  ['a map of something else', Buffer.from('a1616101', 'hex').toString('base64url')],
])('refuses %s as a proof', async (_, proof) => {
  const anna = await person();
  const { state: secret } = parametersOf(await begin(anna));
  const form = new URLSearchParams({ state: secret, vp_token: JSON.stringify({ proof_of_age: [proof] }) });
  expect((await post(form)).status).toBe(200);
  expect(await state(anna)).toMatchObject({ state: 'failed', reason: 'proof_invalid' });
});

test('ends the check when the member declines in the app, and says so when the app cannot answer', async () => {
  const anna = await person();
  const refuse = async (error: string) => {
    const { state: secret } = parametersOf(await begin(anna));
    expect((await post(new URLSearchParams({ state: secret, error }))).status).toBe(200);
    return state(anna);
  };
  expect(await refuse('access_denied')).toMatchObject({ state: 'none' });
  expect(await refuse('invalid_request')).toMatchObject({ state: 'failed', reason: 'unclear' });
});

test('leads an app on another device nowhere, and shows the request to its member only', async () => {
  const [anna, cora] = [await person(), await person()];
  const link = await begin(anna);
  const scanned = link.replace(/state=([\w-]+)\.de/, 'state=$1');
  expect(scanned).not.toBe(link);
  expect((await cora.call('ageProofRequest', { query: { language: 'de' } })).status).toBe(404);
  expect((await app.visitor().call('ageProofRequest', { query: { language: 'de' } })).status).toBe(403);
  expect((await answer(scanned)).body).toEqual({});
  expect((await state(anna)).state).toBe('passed');
});

test('takes no answers after it was taken out of the configuration', async () => {
  const anna = await person();
  const link = await begin(anna);
  const { config } = app.app;
  const before = { euAge: config.euAge, ageProviders: config.ageProviders };
  onTestFinished(() => void Object.assign(config, before));
  Object.assign(config, { euAge: null, ageProviders: ['office'] });
  expect((await answer(link)).status).toBe(404);
  expect(await state(anna)).toMatchObject({ state: 'waiting', url: null });
  expect((await anna.call('ageProofRequest', { query: { language: 'de' } })).status).toBe(404);
});

test('refuses to start without usable certificates of trusted issuers', () => {
  const file = join(dirname(wallet.issuersFile), 'wrong.pem');
  const withIssuers = (content: string) => {
    writeFileSync(file, content);
    return () => readConfig({ ...settings, EU_AGE_ISSUERS: file });
  };
  expect(readConfig(settings).euAge?.issuers).toHaveLength(1);
  expect(readConfig({}).euAge).toBeNull();
  expect(() => readConfig({ ...settings, EU_AGE_ISSUERS: '' })).toThrow('set EU_AGE_ISSUERS to a PEM file');
  expect(() => readConfig({ ...settings, EU_AGE_ISSUERS: '/no/such/file' })).toThrow(
    'EU_AGE_ISSUERS: /no/such/file cannot be read.',
  );
  expect(withIssuers('')).toThrow('has no certificate in PEM format');
  expect(withIssuers(wallet.issuer.certificate.replace(/\n.{20}/, '\n'))).toThrow('entry 1 of');
  expect(withIssuers(`${wallet.issuer.certificate}\n${stranger.signer.pem}`)().euAge?.issuers).toHaveLength(
    2,
  );
  expect(() => readConfig({ ...settings, EU_AGE_SCHEME: 'https' })).toThrow('EU_AGE_SCHEME must be one of');
});
