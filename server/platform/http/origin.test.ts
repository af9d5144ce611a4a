import { expect, test } from 'vitest';
import { testApp } from '#support/app.ts';

const site = testApp({
  NODE_ENV: 'production',
  LIMITS_SCALE: '1',
  PUBLIC_URL: 'https://liaison.example',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'post@liaison.example',
  MOLLIE_API_KEY: 'live_not_a_key',
});

test("refuses writes from a site's own host on plain HTTP, and from other hosts and ports", async () => {
  const statusFor = async (origin: string) => {
    const { status, body } = await site.visitor().call('login', {
      body: { email: 'nobody@example.test', password: 'een-lang-wachtwoord' },
      headers: { host: 'liaison.example', origin },
    });
    return [status, body.error];
  };
  expect(await statusFor('https://liaison.example')).toEqual([401, 'login_failed']);
  for (const origin of [
    'http://liaison.example',
    'https://liaison.example:8443',
    'https://evil.example',
    'null',
  ])
    expect(await statusFor(origin), origin).toEqual([403, 'cross_site']);
});
