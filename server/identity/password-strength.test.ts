import { performance } from 'node:perf_hooks';
import { describe, expect, test } from 'vitest';
import { testApp } from '#support/app.ts';
import { judgePassword } from './password-strength.ts';

const own = ['Annabelle', 'anna.visser@mail.example', 'Groningen', 'Liaison', 'liaison.example'];
const codeOf = async (password: string) => (await judgePassword(password, own)).code;

test.each([
  'password',
  'Password1!',
  'P@ssw0rd',
  'iloveyou2',
  'trustno1',
  'monkey123',
  'letmein!!',
  'football1',
])('refuses %s as a leaked password or close to one', async (password) => {
  expect(await codeOf(password)).toBe('password_known');
});

test.each([
  'annabelle99',
  'Annabelle!',
  'anna.visser',
  'visser1990',
  'groningen1',
  'Gr0ningen',
  'liaison2024',
  'anna.visser@mail.example',
])('refuses %s as derived from what others know about the member', async (password) => {
  expect(await codeOf(password)).toBe('password_own');
});

test.each(['1qaz2wsx3edc', 'abcabcabcabc', 'aaaaaaaaaaaa', '23456789012', '19900615', '31-12-1999'])(
  'refuses %s as a keyboard row, repetition or date',
  async (password) => {
    expect(['password_pattern', 'password_known']).toContain(await codeOf(password));
  },
);

test.each([
  ['nl', 'welkom2026'],
  ['nl', 'wachtwoord12'],
  ['de', 'passwort1!'],
  ['de', 'schatzi99'],
  ['fr', 'motdepasse1'],
  ['es', 'contraseña1'],
  ['it', 'ciaociao1'],
  ['fi', 'salasana12'],
  ['pl', 'polska123'],
  ['sv', 'lösenord1'],
  ['sv', 'sommar2024'],
  ['da', 'adgangskode1'],
  ['nb', 'passord123'],
])('refuses, in %s, the guessable password %s', async (_language, password) => {
  expect(await codeOf(password)).not.toBeNull();
});

test.each([
  'appeltaart met room',
  'correct horse battery staple',
  'xK9#mQ2vLp',
  'een-lang-wachtwoord',
  'zwanen eten nooit soep',
  'a long walk by the sea',
])('accepts %s', async (password) => {
  const { strength, code } = await judgePassword(password, own);
  expect(code).toBeNull();
  expect(strength).toBeGreaterThanOrEqual(2);
});

describe('over HTTP', () => {
  const site = testApp();
  const costly = (n: number) => `4@8({[<369&#!1|0$5+7%2${n}`.repeat(9).slice(0, 200);
  const check = (n: number) =>
    site.visitor().call('passwordCheck', {
      body: { password: costly(n), own: Array.from({ length: 6 }, (_, nth) => costly(n + nth)) },
    });

  test('does not block other requests, and rejects checks when the queue is full', async () => {
    await check(0);
    const before = performance.eventLoopUtilization();
    for (let n = 1; n <= 5; n++) expect((await check(n)).status).toBe(200);
    expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.5);

    const statuses = (await Promise.all(Array.from({ length: 30 }, (_, n) => check(n)))).map(
      ({ status }) => status,
    );
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
    expect(statuses.filter((status) => status === 200)).toHaveLength(9);
    // A signup is not rejected while the queue is full.
    const busy = Promise.all(Array.from({ length: 30 }, (_, n) => check(n)));
    await site.as('quick');
    await busy;
  });

  test('checks a submitted form before passwords that are being typed', async () => {
    const finished: string[] = [];
    const judge = async (name: string, isForm: boolean) => {
      await judgePassword(costly(0), [], { isForm });
      finished.push(name);
    };
    const typed = Array.from({ length: 5 }, (_, n) => judge(`typed ${n}`, false));
    await Promise.all([...typed, judge('form', true)]);
    expect(finished.slice(0, 2)).toEqual(['typed 0', 'form']);
  });
});

test('estimates long and unusual passwords quickly', async () => {
  await judgePassword('warm the lists up', []);
  for (const password of [
    'a'.repeat(200),
    'P@$$w0rd'.repeat(25),
    '4@8({[<369&#!1|0$5+7%2'.repeat(9).slice(0, 200),
    'äöü'.repeat(66),
  ]) {
    const begun = performance.now();
    await judgePassword(
      password,
      Array.from({ length: 6 }, () => password),
    );
    expect(performance.now() - begun, password.slice(0, 12)).toBeLessThan(2000);
  }
});
