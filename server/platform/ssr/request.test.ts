import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { type Client, testApp } from '#support/app.ts';
import { requestOf } from '#support/client.ts';
import { plantWithBrowser } from '#support/members.ts';
import { inProcess } from './request.ts';

const app = testApp({ LIMITS_SCALE: '0.05' });

/** The calls of a page that this client requested. */
function pageOf({ cookies, host }: Client, ip: string) {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const page = {
    url: '/members',
    protocol: 'http',
    host,
    hostname: host.split(':')[0],
    ip,
    headers: { host, cookie, 'user-agent': 'tests', 'content-type': 'application/x-www-form-urlencoded' },
    cookies: Object.fromEntries(cookies),
    log: app.app.log,
    socket: { remoteAddress: ip },
    raw: {},
  };
  const setCookies: string[] = [];
  const call = inProcess(app.http, page as unknown as FastifyRequest, `http://${host}`, setCookies, []);
  return { call: (path: string) => call({ method: 'GET', path }), setCookies };
}

test("answers a page's calls as their routes do", async () => {
  const member = await plantWithBrowser(app, { gender: 'male', city: 'Gent', country: 'BE' });
  const other = await plantWithBrowser(app);
  const visitor = app.visitor();
  const asked = [
    [member, 'user', {}],
    [member, 'members', { sort: 'nearest', country: 'BE' }],
    [member, 'member', { id: other.memberId }],
    [member, 'companyInfo', {}],
    [member, 'member', { id: 999_999_999 }],
    [member, 'members', { min_age: 'young' }],
    [member, 'adminMembers', {}],
    [visitor, 'settings', { host: 'localhost:3000' }],
    [visitor, 'user', {}],
    [visitor, 'recentlyViewed', {}],
  ] as const;
  for (const [client, name, query] of asked) {
    const routed = await client.call(name, { query });
    const { call } = pageOf(client, '10.9.0.1');
    for (let i = 0; i < 2; i++) {
      const { status, body } = await call(requestOf(name, { query }).url);
      expect({ name, status, body }).toEqual({ name, status: routed.status, body: routed.body });
    }
  }
});

test("counts a page's calls towards the member's limits", async () => {
  const member = await plantWithBrowser(app);
  await member.must('members');
  const { call } = pageOf(member, '10.9.0.2');
  const answers = [];
  for (let i = 0; i < 60 && answers.at(-1)?.status !== 429; i++) answers.push(await call('/api/members.php'));
  expect(answers[0]?.status).toBe(200);
  expect(answers.at(-1)).toMatchObject({ status: 429, body: { error: 'too_many_requests' } });
  expect(Number(answers.at(-1)?.retryAfter)).toBeGreaterThan(0);
  expect((await member.call('members')).status).toBe(429);
});

test("adds the cookies of a page's calls to those of the page", async () => {
  const member = await plantWithBrowser(app);
  await member.must('user');
  await app.shiftClock(2 * 86_400);
  const again = pageOf(member, '10.9.0.3');
  app.app.parts.sessions.clear();
  expect((await again.call('/api/user.php')).status).toBe(200);
  expect(again.setCookies).toEqual([
    expect.stringMatching(/^auth=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/),
  ]);
  await app.shiftClock(0);
});
