import { expect, test } from 'vitest';
import { calls, type Call } from '#contract/calls.ts';
import { testApp } from '#support/app.ts';

const site = testApp();
const officeCalls = (Object.values(calls) as Call[]).filter(({ path }) => path.startsWith('/api/admin/'));

test('has no office paths that end in .php', () => {
  expect(officeCalls.filter(({ path }) => path.endsWith('.php'))).toEqual([]);
});

test.each(officeCalls.map(({ method, path }) => [method, path] as const))(
  '%s %s.php redirects to the path without .php and keeps method, body and query',
  async (method, path) => {
    const { status, headers } = await site.visitor().request(method, `${path}.php?id=1&cursor=a%20b`);
    expect([status, headers['location']]).toEqual([308, `${path}?id=1&cursor=a%20b`]);
  },
);

test('redirects before a body of any type is read', async () => {
  const { status } = await site.visitor().request('POST', '/api/admin/gift-picture.php', {
    payload: 'not a form',
    headers: { 'content-type': 'application/octet-stream' },
  });
  expect(status).toBe(308);
});

test('keeps .php in members’ paths', async () => {
  expect(calls.user.path).toBe('/api/user.php');
  expect((await site.visitor().request('GET', '/api/user')).status).toBe(404);
});
