import { expect, test } from 'vitest';
import { testApp } from '#support/app.ts';
import { setSettings } from '#support/members.ts';

const app = testApp();
const file = async () => fetch(new URL('/.well-known/security.txt', await app.url()));

test('is missing until the operator names a contact', async () => {
  expect((await file()).status).toBe(404);
});

test('gives the contact, with a date of expiry less than a year away', async () => {
  await setSettings(app, { security_contact: 'security@example.test', languages: ['nl', 'en'] });
  const answer = await file();
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const fields = new Map(
    (await answer.text())
      .trim()
      .split('\n')
      .map((line) => line.split(': ') as [string, string]),
  );
  expect(fields.get('Contact')).toBe('mailto:security@example.test');
  expect(fields.get('Preferred-Languages')).toBe('nl, en');
  const days = (Date.parse(fields.get('Expires') ?? '') - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(100);
  expect(days).toBeLessThan(365);
});
