import { createECDH, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import webPush from 'web-push';
import { password, testApp, type Client } from '#support/app.ts';
import { retryJobsNow } from '#support/job-queue.ts';

const site = testApp({ PUSH_HOSTS: '127.0.0.1' });

const heard: string[] = [];
let away = true;
const base = 'https://127.0.0.1';

/**
 * Replaces the network calls to push services. Messages are really encrypted, so that wrong keys fail as in
 * production.
 */
beforeAll(() => {
  vi.spyOn(webPush, 'sendNotification').mockImplementation(async (subscription, payload, options) => {
    const { endpoint } = webPush.generateRequestDetails(subscription, payload ?? undefined, options);
    const { pathname } = new URL(endpoint);
    const status = Number(/^\/answers-(\d+)$/.exec(pathname)?.[1] ?? 201);
    if (status >= 400)
      throw Object.assign(new Error('Received unexpected response code'), { statusCode: status });
    if (pathname === '/away' && away)
      throw Object.assign(new Error('Received unexpected response code'), { statusCode: 503 });
    heard.push(pathname);
    return { statusCode: 201, body: '', headers: {} };
  });
});
afterAll(() => vi.restoreAllMocks());

test('skips a device with invalid keys, and retries only a device whose service is unavailable', async () => {
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
  await expect
    .poll(
      async () => {
        await retryJobsNow(site.db);
        await site.runJobs();
        return heard;
      },
      { timeout: 20_000 },
    )
    .toEqual(['/good', '/away']);
  const { rows } = await sql<{
    endpoint: string;
  }>`select endpoint from push_subscriptions order by endpoint`.execute(site.db);
  expect(rows.map(({ endpoint }) => endpoint)).toEqual([`${base}/away`, `${base}/good`]);
});

const keys = () => {
  const curve = createECDH('prime256v1');
  return { p256dh: curve.generateKeys().toString('base64url'), auth: randomBytes(16).toString('base64url') };
};
const subscribe = (client: Client, path: string) =>
  client.must('subscribePush', {
    body: { subscription: { endpoint: base + path, expirationTime: null, keys: keys() } },
  });
const pathsOf = async (client: Client) => {
  const { rows } = await sql<{
    endpoint: string;
  }>`select endpoint from push_subscriptions where member_id = ${client.memberId} order by endpoint`.execute(
    site.db,
  );
  return rows.map(({ endpoint }) => endpoint.slice(base.length));
};

test.each([404, 410])('deletes only the subscription whose service answers %i', async (status) => {
  const bea = await site.as(`bea${status}`);
  await subscribe(bea, `/answers-${status}`);
  await subscribe(bea, `/stays-${status}`);
  await site.app.push.send(site.db, bea.memberId, { title: 'News', body: 'There is some', path: '/chats' });
  await site.runJobs();
  expect(await pathsOf(bea)).toEqual([`/stays-${status}`]);
  expect(heard).toContain(`/stays-${status}`);
});

test('ends push with its session: by logout, from another device, or by a new password, except in the current session', async () => {
  const cleo = await site.as('cleo');
  const elsewhere = async () => {
    const client = site.visitor();
    client.memberId = (await client.must('login', { body: { email: 'cleo@example.test', password } })).id;
    return client;
  };
  const [phone, tablet, laptop] = [await elsewhere(), await elsewhere(), await elsewhere()];
  for (const [client, path] of [
    [cleo, '/here'],
    [phone, '/phone'],
    [tablet, '/tablet'],
    [laptop, '/laptop'],
  ] as const)
    await subscribe(client, path);
  await phone.must('logout');
  expect(await pathsOf(cleo)).toEqual(['/here', '/laptop', '/tablet']);
  const { sessions } = await tablet.must('sessions');
  await cleo.must('endSession', { body: { id: sessions.find(({ current }) => current)!.id } });
  expect(await pathsOf(cleo)).toEqual(['/here', '/laptop']);
  await cleo.must('changePassword', { body: { old_password: password, password: 'een nieuw wachtwoord' } });
  expect(await pathsOf(cleo)).toEqual(['/here']);
  // The browser of an ended session learns this at its next login and subscribes again
  // (web/notifications/push.ts).
  expect((await cleo.must('user')).push_subscribed).toBe(true);
  await laptop.must('login', { body: { email: 'cleo@example.test', password: 'een nieuw wachtwoord' } });
  expect((await laptop.must('user')).push_subscribed).toBe(false);
});

test('ends push everywhere when an account is deleted, even for queued messages', async () => {
  const dora = await site.as('dora');
  await subscribe(dora, '/of-dora');
  await site.app.push.send(site.db, dora.memberId, { title: 'News', body: 'There is some', path: '/chats' });
  await dora.must('deleteUser', { body: { reason: 'time', password } });
  await site.runJobs();
  expect(await pathsOf(dora)).toEqual([]);
  expect(heard).not.toContain('/of-dora');
});
