import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { databaseForFile } from '#support/database.ts';
import { queuedJobs } from '#support/job-queue.ts';
import { one } from '../database/index.ts';
import { createJobs, type Jobs } from '../jobs.ts';
import { deriveVapidKeys } from '../secrets.ts';
import { createOutbox } from './outbox.ts';
import { createPush } from './push.ts';
import { createSms } from './sms.ts';

const log = pino({ level: 'silent' });
const secret = 'a secret of at least thirty-two characters';
const database = databaseForFile(5);
let jobs: Jobs;

afterEach(() => jobs?.stop());

test('sends an SMS to the gateway with its credentials, or to the outbox without a gateway', async () => {
  const taken: { body: string; authorization: string | undefined }[] = [];
  const gateway = createServer(async (request, reply) => {
    taken.push({
      body: Buffer.concat(await Array.fromAsync(request)).toString(),
      authorization: request.headers.authorization,
    });
    reply.end('{}');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => gateway.once('listening', resolve));
  jobs = createJobs({ url: database.url, log });
  const parts = { db: database.db, jobs, outbox: createOutbox(database.db) };
  const real = createSms({
    ...parts,
    config: { secret, smsUrl: `http://me:pass@127.0.0.1:${(gateway.address() as AddressInfo).port}/sms` },
  });
  await real.send(database.db, '+31612345678', 'Your code is 123456');
  await jobs.start(real.jobs);
  await expect.poll(() => taken.length).toBe(1);
  expect(JSON.parse(taken[0]!.body)).toMatchObject({ to: '+31612345678', text: 'Your code is 123456' });
  expect(taken[0]!.authorization).toBe(`Basic ${Buffer.from('me:pass').toString('base64')}`);
  await jobs.stop();
  gateway.close();

  const pretend = createSms({ ...parts, config: { secret, smsUrl: null } });
  await pretend.send(database.db, '+31612345678', 'Again 123456');
  await jobs.start(pretend.jobs);
  await expect.poll(() => parts.outbox.items({ to: '+31612345678' })).toHaveLength(1);
});

test('in production, takes push subscriptions on the default port only, or on one that is listed', () => {
  const push = createPush({
    config: {
      vapid: { ...deriveVapidKeys(secret), subject: 'https://liaison.example' },
      pushHosts: ['push.example.test', '.push.example.org', 'own.example.test:8443'],
      production: true,
    },
    db: database.db,
    jobs: createJobs({ url: database.url, log }),
    outbox: createOutbox(database.db),
    log,
  });
  const allowed = (host: string) => push.isAllowedEndpoint(`https://${host}/x`);
  expect(['push.example.test', 'eu.push.example.org', 'own.example.test:8443'].map(allowed)).toEqual([
    true,
    true,
    true,
  ]);
  expect(['push.example.test:22', 'eu.push.example.org:22', 'own.example.test'].map(allowed)).toEqual([
    false,
    false,
    false,
  ]);
});

test('stores a push in the outbox, calls allowed services only, and keeps the subscription while a service is unavailable', async () => {
  const host = '127.0.0.1:1';
  jobs = createJobs({ url: database.url, log });
  const outbox = createOutbox(database.db);
  const push = createPush({
    config: {
      vapid: { ...deriveVapidKeys(secret), subject: 'https://liaison.example' },
      pushHosts: [host],
      production: false,
    },
    db: database.db,
    jobs,
    outbox,
    log,
  });
  const member = (
    await one(
      sql<{
        id: number;
      }>`insert into members (email, language) values ('push@example.org', 'nl') returning id`.execute(
        database.db,
      ),
    )
  ).id;
  const keys = deriveVapidKeys('another secret of thirty-two characters');
  await sql`insert into push_subscriptions (member_id, endpoint, p256dh, auth) values (${member}, ${`http://${host}/x`}, ${keys.publicKey}, ${Buffer.alloc(16, 1).toString('base64url')})`.execute(
    database.db,
  );
  expect(push.isAllowedEndpoint(`http://${host}/x`)).toBe(true);
  expect(push.isAllowedEndpoint('https://evil.example/x')).toBe(false);
  await push.send(database.db, member, { title: 'Bram likes you', body: 'Have a look', path: '/likes' });
  await jobs.start(push.jobs);
  await expect.poll(() => outbox.items({ to: 'push@example.org' })).toHaveLength(1);
  await expect
    .poll(async () => (await queuedJobs(database.db)).filter(({ last_error }) => last_error !== null))
    .toHaveLength(1);
  expect(
    (await sql`select from push_subscriptions where member_id = ${member}`.execute(database.db)).rows.length,
  ).toBe(1);
});
