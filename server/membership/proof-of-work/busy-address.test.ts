import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { beforeEach, expect, test } from 'vitest';
import { testApp } from '#support/app.ts';
import { setSettings } from '#support/members.ts';
import { signupForm } from '#support/signup/signup-form.ts';

// An address near its limit of sign-ups has to show a proof of work, well before it may not sign up at all.

const site = testApp({ LIMITS_SCALE: '1' });
const FREE = 10;
let number = 0;

beforeEach(() => setSettings(site, { sign_up_proof_of_work: 'when_needed', sign_up_proof_tries: 20 }));

const signUp = (address: string, changes: Record<string, unknown> = {}) =>
  site
    .visitor(address)
    .call('signup', { body: signupForm(`busy${++number}@example.test`, changes) })
    .then(({ status, body }) => (status === 201 ? 201 : body.error));
const repeat = async (count: number, address: (time: number) => string) => {
  const answers = [];
  for (let time = 0; time < count; time++) answers.push(await signUp(address(time)));
  return new Set(answers);
};
async function proof() {
  const challenge = await site.visitor().must('signupChallenge');
  const solution = await solveChallenge({ challenge, deriveKey });
  if (!solution) throw new Error('no solution');
  return { challenge, solution: { counter: solution.counter, derivedKey: solution.derivedKey } };
}

test('asks an address for a proof from its eleventh sign-up on, and other addresses for none', async () => {
  expect(await repeat(FREE, () => '198.51.100.1')).toEqual(new Set([201]));
  expect(await signUp('198.51.100.1')).toBe('proof_required');
  const solved = await proof();
  expect(await signUp('198.51.100.1', { proof: solved })).toBe(201);
  expect(await signUp('198.51.100.1', { proof: solved })).toBe('proof_invalid');
  expect(await signUp('198.51.100.2')).toBe(201);
});

test('counts sign-ups with a made-up proof, and an IPv6 network as one address', async () => {
  const { challenge, solution } = await proof();
  const forged = { challenge, solution: { ...solution, derivedKey: '00'.repeat(32) } };
  for (let time = 0; time < FREE; time++)
    expect(await signUp(`2001:db8:5:5::${time}`, { proof: forged })).toBe(201);
  expect(await signUp('2001:db8:5:5::ff', { proof: forged })).toBe('proof_invalid');
  expect(await signUp('2001:db8:5:6::1')).toBe(201);
});

test('refuses an address over its limit, with a proof as well', async () => {
  await repeat(20, () => '198.51.100.3');
  expect(await signUp('198.51.100.3', { proof: await proof() })).toBe('too_many_requests');
});

test('asks no address for a proof where proofs are off', async () => {
  await setSettings(site, { sign_up_proof_of_work: 'off' });
  expect(await repeat(FREE + 1, () => '198.51.100.4')).toEqual(new Set([201]));
});
