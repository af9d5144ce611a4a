import { expect, test } from 'vitest';
import { testApp, type Client } from '#support/app.ts';
import { plantWithBrowser } from '#support/members.ts';

// Cookies of a site in production, whose pages use TLS.

const site = testApp({
  NODE_ENV: 'production',
  LIMITS_SCALE: '1',
  PUBLIC_URL: 'https://liaison.example',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'post@liaison.example',
  MOLLIE_API_KEY: 'live_not_a_key',
});

const headers = { host: 'liaison.example', origin: 'https://liaison.example' };

const user = (browser: Client) => browser.call('user', { headers });

const cookieLines = (answer: { headers: Record<string, unknown> }): string[] =>
  [(answer.headers['set-cookie'] ?? []) as string | string[]].flat();

test('sets session cookies with the prefix __Host-, Secure, Path=/ and no Domain', async () => {
  const signup = await site.visitor().call('signup', {
    body: {
      name: 'Prefix',
      email: 'prefix@example.test',
      password: 'een-lang-wachtwoord-voor-prefix',
      gender: 'female',
      gender_sought: 'male',
      date_of_birth: '1990-06-15',
      country: 'NL',
      intimate_consent: true,
      language: 'en',
    },
    headers,
  });
  const lines = cookieLines(signup);
  expect(lines.map((line) => line.split('=')[0])).toEqual(['__Host-auth', '__Host-device']);
  for (const line of lines) {
    expect(line).toMatch(/; Path=\/;.*HttpOnly; Secure; SameSite=Lax/);
    expect(line).not.toMatch(/domain/i);
  }
});

test('replaces a cookie of the previous release, so that the member stays logged in', async () => {
  const browser = await plantWithBrowser(site);
  const before = browser.cookies.get('auth');
  expect((await user(browser)).body).toMatchObject({ id: browser.memberId });
  expect(Object.fromEntries(browser.cookies)).toEqual({ '__Host-auth': before });
  const second = await user(browser);
  expect(second.status).toBe(200);
  expect(cookieLines(second)).toEqual([]);
});

test("ignores and removes a session cookie set by a subdomain beside the site's own", async () => {
  const victim = await plantWithBrowser(site);
  await user(victim);
  const attacker = await plantWithBrowser(site);
  victim.cookies.set('auth', attacker.cookies.get('auth')!);
  expect((await user(victim)).body).toMatchObject({ id: victim.memberId });
  expect([...victim.cookies.keys()]).toEqual(['__Host-auth']);
});

test('removes the cookie under both names on logout', async () => {
  const browser = await plantWithBrowser(site);
  await user(browser);
  browser.cookies.set('auth', browser.cookies.get('__Host-auth')!);
  expect((await browser.call('logout', { headers })).status).toBe(200);
  expect([...browser.cookies.keys()]).toEqual([]);
});
