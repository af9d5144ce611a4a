import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Role } from '#contract/lists/roles.ts';
import { missingFix } from '#server/platform/database/postgres-releases.ts';
import { version } from '#server/platform/environment.ts';
import { testApp } from '#support/app.ts';
import { browserOf, plant } from '#support/members.ts';
import { isNewer } from './is-newer.ts';

let answer = { status: 200, body: '' };
const requests: { url: string | undefined; method: string | undefined; headers: IncomingHttpHeaders }[] = [];
const releases = createServer(({ url, method, headers }, reply) => {
  requests.push({ url, method, headers });
  reply.writeHead(answer.status, { location: '/elsewhere' }).end(answer.body);
}).listen(0, '127.0.0.1');
await once(releases, 'listening');
const host = `127.0.0.1:${(releases.address() as AddressInfo).port}`;

const site = testApp({ RELEASES_URL: `http://${host}/latest`, PARTNER_HOSTS: host });
afterAll(() => void releases.close());
beforeEach(async () => {
  requests.length = 0;
  await site.asOwner('delete from newest_release');
});

async function noticesOf(role: Role) {
  const id = await plant(site);
  await sql`update members set roles = ${[role]}::text[] where id = ${id}`.execute(site.db);
  return (await browserOf(site, id)).call('adminNotices');
}

/** Lets the daily job ask, and returns what an owner then sees. */
async function releaseAfter(body: string, status = 200) {
  answer = { status, body };
  await site.app.jobs.add(site.db, 'ask-for-release');
  await site.runJobs();
  return (await noticesOf('owner')).body.release;
}

test('shows owners a newer release, and tells the release server nothing about the site', async () => {
  expect((await noticesOf('owner')).body.release, 'before the first answer').toBe(null);
  expect(await releaseAfter('{"tag_name":"v99.0.1"}')).toEqual({ running: version, newest: '99.0.1' });
  expect(requests).toEqual([
    {
      url: '/latest',
      method: 'GET',
      headers: { accept: 'application/json', 'user-agent': 'Liaison', host, connection: 'close' },
    },
  ]);
  expect(await releaseAfter(`{"version":"${version}"}`), 'the running release').toBe(null);
  for (const role of ['moderator', 'auditor'] as const)
    expect((await noticesOf(role)).status, role).toBe(403);
});

test('keeps the last answer when the release server fails or sends something else, and asks once', async () => {
  await releaseAfter('{"version":"99.0.1"}');
  requests.length = 0;
  const unusable: [string, number?][] = [
    ['{"version":"99.0.2"}', 500],
    ['{"version":"99.0.2"}', 302],
    [`{"version":"99.0.2","notes":"${'x'.repeat(70_000)}"}`],
    ['<html>'],
    ['null'],
    ['{"version":"latest"}'],
    ['{"version":99}'],
  ];
  for (const [body, status] of unusable)
    expect(await releaseAfter(body, status), body.slice(0, 30)).toMatchObject({ newest: '99.0.1' });
  expect(requests.map(({ url }) => url)).toEqual(unusable.map(() => '/latest'));
  await site.runJobs();
  expect(requests).toHaveLength(unusable.length);
});

test('offers candidates only to those who run a candidate', () => {
  expect(isNewer('1.0.0', '1.0.0-rc.1')).toBe(true);
  expect(isNewer('1.0.0-rc.10', '1.0.0-rc.9')).toBe(true);
  expect(isNewer('1.1.0-rc.1', '1.0.0')).toBe(false);
  expect(isNewer('1.0.10', '1.0.9')).toBe(true);
  expect(isNewer('1.0.0-rc.1', '1.0.0')).toBe(false);
});

test('names the security release that a PostgreSQL lacks', async () => {
  expect(missingFix(18, 0)).toEqual({
    fixed_in: expect.stringMatching(/^18\.\d+$/),
    fixed_on: expect.any(String),
  });
  expect(missingFix(18, 999)).toBe(null);
  expect(missingFix(99, 0), 'an unknown major release').toBe(null);
  const { rows } = await sql<{ running: string }>`
    select regexp_replace(current_setting('server_version'), ' .*', '') as running`.execute(site.db);
  const [major = 0, minor = 0] = (rows[0]?.running ?? '').split('.').map(Number);
  const { postgres } = (await noticesOf('owner')).body;
  const fix = missingFix(major, minor);
  expect(postgres).toEqual(fix && { running: `${major}.${minor}`, ...fix, embedded: true });
});
