import { createECDH, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import webPush from 'web-push';
import { testApp } from '#support/app.ts';
import { retryJobsNow } from '#support/job-queue.ts';

const site = testApp({ PUSH_HOSTS: '127.0.0.1' });

const heard: string[] = [];
let away = true;
const base = 'https://127.0.0.1';

/** The browsers' services, reached by nothing: messages are made for real, so that wrong keys fail as they do there. */
beforeAll(() => {
  vi.spyOn(webPush, 'sendNotification').mockImplementation(async (subscription, payload, options) => {
    const { endpoint } = webPush.generateRequestDetails(subscription, payload ?? undefined, options);
    const { pathname } = new URL(endpoint);
    if (pathname === '/away' && away) throw Object.assign(new Error('Received unexpected response code'), { statusCode: 503 });
    heard.push(pathname);
    return { statusCode: 201, body: '', headers: {} };
  });
});
afterAll(() => vi.restoreAllMocks());

test('a device whose keys are none ends no other; one whose service is away is tried again alone', async () => {
  const anna = await site.as('anna');
  const curve = createECDH('prime256v1');
  const key = curve.generateKeys().toString('base64url');
  const auth = randomBytes(16).toString('base64url');
  const devices = [
    ['/good', key],
    ['/away', key],
    ['/short', 'AAAA'],
    ['/off-the-curve', Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString('base64url')],
  ];
  for (const [path, p256dh] of devices) {
    await sql`insert into push_subscriptions (member_id, endpoint, p256dh, auth) values (${anna.memberId}, ${base + path}, ${p256dh}, ${auth})`.execute(
      site.db,
    );
  }
  await site.app.push.send(site.db, anna.memberId, { title: 'Bram', body: 'Hallo', path: '/chats' });
  await site.runJobs();
  expect(heard).toEqual(['/good']);
  away = false;
  await retryJobsNow(site.db);
  await site.runJobs();
  expect(heard).toEqual(['/good', '/away']);
  const { rows } = await sql<{ endpoint: string }>`select endpoint from push_subscriptions order by endpoint`.execute(site.db);
  expect(rows.map(({ endpoint }) => endpoint)).toEqual([`${base}/away`, `${base}/good`]);
});
