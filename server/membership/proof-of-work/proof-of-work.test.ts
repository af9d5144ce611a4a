import { randomUUID } from 'node:crypto';
import { createChallenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SignUpChallenge, SignUpProof } from '#contract/membership/proof-of-work.ts';
import { type Client, testApp } from '#support/app.ts';
import { plantWithBrowser, setSettings } from '#support/members.ts';
import { signupForm } from '#support/signup/signup-form.ts';
import { proofKeys } from './proof-rules.ts';

// A sign-up that a rule names needs a proof of work, which counts once, for ten minutes, on one site.

const site = testApp();
const RULED = 'ruled.example';
const MINUTE = 60;
let moderator: Client;
let number = 0;
const id = randomUUID();

beforeAll(async () => {
  moderator = await plantWithBrowser(site, { roles: ['moderator'] });
  const body = { id, kind: 'mail_domain' as const, value: RULED, effect: 'proof_of_work' as const };
  await moderator.must('addSignUpRule', { body: { ...body, note: '', until: null, site: null } });
});
beforeEach(() => setSettings(site, { sign_up_proof_tries: 20 }));
afterEach(() => site.shiftClock(0));

const address = () => `proof${++number}@${RULED}`;
const challenge = () => site.visitor().must('signupChallenge');
async function solve(task: SignUpChallenge): Promise<SignUpProof> {
  const solution = await solveChallenge({ challenge: task, deriveKey });
  if (!solution) throw new Error('no solution');
  return { challenge: task, solution: { counter: solution.counter, derivedKey: solution.derivedKey } };
}
const signUp = (changes: Record<string, unknown> = {}, email = address()) =>
  site.visitor().call('signup', { body: signupForm(email, changes) });
const accounts = async (email: string) =>
  (await sql`select from members where email = ${email}`.execute(site.db)).rows.length;
async function expectRefused(changes: Record<string, unknown>, code: string): Promise<void> {
  const email = address();
  const { status, body } = await signUp(changes, email);
  expect([status, body.error]).toEqual([403, code]);
  expect(await accounts(email)).toBe(0);
}

test('asks for a proof, takes the solved one, and counts both for the office', async () => {
  await expectRefused({}, 'proof_required');
  const answer = await signUp({ proof: await solve(await challenge()) });
  expect(answer.status).toBe(201);
  const { rules } = await moderator.must('signUpRules');
  expect(rules).toMatchObject([{ id, hits: 1, solved: 1 }]);
  expect((await moderator.must('adminHeldAccounts')).accounts).toEqual([]);
});

test('checks the form before it asks for a proof', async () => {
  const { body } = await signUp({ name: '' });
  expect(body.error).toBe('invalid_fields');
});

test('refuses a proof that was used before', async () => {
  const proof = await solve(await challenge());
  expect((await signUp({ proof })).status).toBe(201);
  await expectRefused({ proof }, 'proof_invalid');
});

test('takes one of two sign-ups at once with the same proof', async () => {
  const proof = await solve(await challenge());
  const answers = await Promise.all([signUp({ proof }), signUp({ proof })]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 403]);
});

test('answers a repeated sign-up with the same proof as before', async () => {
  const changes = { proof: await solve(await challenge()), client_id: randomUUID() };
  const email = address();
  const first = await signUp(changes, email);
  const again = await signUp(changes, email);
  expect([again.status, again.body.id]).toEqual([201, first.body.id]);
});

test('keeps a proof whose sign-up failed', async () => {
  const proof = await solve(await challenge());
  expect((await signUp({ proof, date_of_birth: '' })).body.error).toBe('invalid_fields');
  expect((await signUp({ proof })).status).toBe(201);
});

test('refuses a proof after ten minutes', async () => {
  const proof = await solve(await challenge());
  await site.shiftClock(11 * MINUTE);
  await expectRefused({ proof }, 'proof_invalid');
});

test.each<[string, (proof: SignUpProof) => SignUpProof]>([
  [
    'with another solution',
    (proof) => ({ ...proof, solution: { ...proof.solution, derivedKey: '00'.repeat(32) } }),
  ],
  ['with a later end', (proof) => changed(proof, { expiresAt: proof.challenge.parameters.expiresAt + 3600 })],
  ['with a lower cost', (proof) => changed(proof, { cost: 1 })],
  ['with another nonce', (proof) => changed(proof, { nonce: '00'.repeat(16) })],
  [
    'of another purpose',
    (proof) => changed(proof, { data: { ...proof.challenge.parameters.data, purpose: 'other' } }),
  ],
  [
    'with another signature',
    (proof) => ({ ...proof, challenge: { ...proof.challenge, signature: '00'.repeat(32) } }),
  ],
])('refuses a proof %s', async (_what, tamper) => {
  await expectRefused({ proof: tamper(await solve(await challenge())) }, 'proof_invalid');
});

const changed = (proof: SignUpProof, parameters: Partial<SignUpChallenge['parameters']>): SignUpProof => ({
  ...proof,
  challenge: { ...proof.challenge, parameters: { ...proof.challenge.parameters, ...parameters } },
});

test('refuses the solution of a challenge that somebody else made', async () => {
  const own = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 1,
    counter: 1,
    deriveKey,
    expiresAt: Math.floor(Date.now() / 1000) + 600,
    data: { purpose: 'sign-up', site: '*', tries: 10_000 },
    hmacSignatureSecret: 'a guess',
    hmacKeySignatureSecret: 'a guess',
  });
  const { keySignature = '', expiresAt = 0 } = own.parameters;
  const data = { purpose: 'sign-up', site: '*', tries: 10_000 };
  const task = {
    parameters: { ...own.parameters, keySignature, expiresAt, data },
    signature: own.signature ?? '',
  };
  await expectRefused({ proof: await solve(task) }, 'proof_invalid');
});

async function signedBySite(purpose: string): Promise<SignUpChallenge> {
  const data = { purpose, site: '*', tries: 10_000 };
  const { parameters, signature = '' } = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    ...{ cost: 1, counter: 1, deriveKey, data },
    expiresAt: Math.floor(Date.now() / 1000) + 600,
    ...proofKeys(site.app.config),
  });
  const { keySignature = '', expiresAt = 0 } = parameters;
  return { parameters: { ...parameters, keySignature, expiresAt, data }, signature };
}

test('refuses a challenge that the site signed for another purpose', async () => {
  await expectRefused({ proof: await solve(await signedBySite('other')) }, 'proof_invalid');
  expect((await signUp({ proof: await solve(await signedBySite('sign-up')) })).status).toBe(201);
});

test('refuses the challenge of another site, and one that is easier than the site asks for now', async () => {
  const easy = await solve(await challenge());
  await setSettings(site, { sign_up_proof_tries: 21 });
  await expectRefused({ proof: easy }, 'proof_invalid');
  await sql`insert into sites (host, company_id) values ('elsewhere.example', 1)`.execute(site.db);
  await setSettings(site, { sign_up_proof_tries: 20 });
  const task = await site.visitor().must('signupChallenge', { headers: { host: 'elsewhere.example' } });
  expect(task.parameters.data.site).toBe('elsewhere.example');
  await expectRefused({ proof: await solve(task) }, 'proof_invalid');
});

test('asks nobody with the setting off, and everybody with always', async () => {
  await setSettings(site, { sign_up_proof_of_work: 'off' });
  expect((await signUp()).status).toBe(201);
  await setSettings(site, { sign_up_proof_of_work: 'always', sign_up_proof_tries: 20 });
  const email = 'anybody@example.test';
  expect((await signUp({}, email)).body.error).toBe('proof_required');
  expect((await signUp({ proof: await solve(await challenge()) }, email)).status).toBe(201);
});

test('forgets used proofs when their challenge has expired', async () => {
  await setSettings(site, { sign_up_proof_of_work: 'when_needed', sign_up_proof_tries: 20 });
  expect((await signUp({ proof: await solve(await challenge()) })).status).toBe(201);
  await site.shiftClock(11 * MINUTE);
  await site.app.jobs.add(site.db, 'sign-up-rules-forget');
  await site.runJobs();
  const { rows } = await sql`select from used_proofs`.execute(site.db);
  expect(rows).toHaveLength(0);
});
