import { describe, expect, test } from 'vitest';
import { testApp } from '#support/app.ts';

const PAGES = ['/dev/outbox', '/dev/outbox.json', '/dev/mails'];

describe.each([
  ['sends real mail', { SMTP_URL: 'smtp://127.0.0.1:1' }, 404],
  ['sends no mail', {}, 200],
] as const)('outside production, a site that %s', (_name, env, forwarded) => {
  const site = testApp(env);

  test(`answers ${forwarded} to requests for its outbox that came through a proxy`, async () => {
    const visitor = site.visitor('127.0.0.1');
    for (const page of PAGES) {
      expect([page, (await visitor.request('GET', page)).status]).toEqual([page, 200]);
      const proxied: Record<string, string>[] = [
        { 'x-forwarded-for': '203.0.113.7' },
        { 'x-real-ip': '203.0.113.7' },
        { forwarded: 'for=203.0.113.7' },
        { via: '1.1 proxy' },
      ];
      for (const headers of proxied)
        expect([page, (await visitor.request('GET', page, { headers })).status]).toEqual([page, forwarded]);
    }
    expect(
      (await visitor.request('GET', '/api/settings.php', { headers: { via: '1.1 proxy' } })).status,
    ).toBe(200);
  });
});
