import { expect, test } from 'vitest';
import { judgePassword } from './password-strength.ts';

const own = ['Annabelle', 'anna.visser@mail.example', 'Groningen', 'Liaison', 'liaison.example'];
const codeOf = async (password: string) => (await judgePassword(password, own)).code;

test.each(['password', 'Password1!', 'P@ssw0rd', 'iloveyou2', 'trustno1', 'monkey123', 'letmein!!', 'football1'])(
  '%s is among leaked passwords, or nearly, and is refused as such',
  async (password) => {
    expect(await codeOf(password)).toBe('password_known');
  },
);

test.each(['annabelle99', 'Annabelle!', 'anna.visser', 'visser1990', 'groningen1', 'Gr0ningen', 'liaison2024', 'anna.visser@mail.example'])(
  '%s is made of what others know of the member',
  async (password) => {
    expect(await codeOf(password)).toBe('password_own');
  },
);

test.each(['1qaz2wsx3edc', 'abcabcabcabc', 'aaaaaaaaaaaa', '23456789012', '19900615', '31-12-1999'])(
  '%s is a row, a repetition or a date',
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
])('in %s, %s is guessed', async (_language, password) => {
  expect(await codeOf(password)).not.toBeNull();
});

test.each(['appeltaart met room', 'correct horse battery staple', 'xK9#mQ2vLp', 'een-lang-wachtwoord', 'zwanen eten nooit soep', 'a long walk by the sea'])(
  '%s may be used',
  async (password) => {
    const { strength, code } = await judgePassword(password, own);
    expect(code).toBeNull();
    expect(strength).toBeGreaterThanOrEqual(2);
  },
);

test('a password that is judged is judged within a moment, however long and odd it is', async () => {
  await judgePassword('warm the lists up', []);
  for (const password of ['a'.repeat(200), 'P@$$w0rd'.repeat(25), '4@8({[<369&#!1|0$5+7%2'.repeat(9).slice(0, 200), 'äöü'.repeat(66)]) {
    const begun = performance.now();
    await judgePassword(
      password,
      Array.from({ length: 6 }, () => password),
    );
    expect(performance.now() - begun, password.slice(0, 12)).toBeLessThan(2000);
  }
});
