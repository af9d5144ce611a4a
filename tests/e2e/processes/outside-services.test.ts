import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoPassword, emailOf } from '#seeds/people.ts';
import { reconcileLedger } from '#server/credits/index.ts';
import { openDatabase } from '#server/platform/database/index.ts';
import { openStorage } from '#server/platform/storage.ts';
import { openStream } from '#support/chat-site.ts';
import { startSite, type RunningSite } from '#support/running-site.ts';
import {
  missingPrograms,
  startDebianDatabase,
  type DebianDatabase,
} from '#support/services/debian-database.ts';
import { startFakeS3 } from '#support/services/fake-s3.ts';
import { missingCeph, startRadosGateway } from '#support/services/rados-gateway.ts';
import { redisProgram, startRedis, type TestRedis } from '#support/services/redis/redis.ts';

// The site on external services, each a real process that is killed in turn: PostgreSQL 15, the oldest
// supported version, with a streaming standby, PgBouncer in transaction mode, Redis, and file storage over
// S3: Ceph's server where the machine has it, otherwise a double.

const missing = [...missingPrograms, ...(redisProgram ? [] : ['redis-server'])];

const startObjectStore = () => (missingCeph.length > 0 ? startFakeS3('photos') : startRadosGateway('photos'));

describe.skipIf(missing.length > 0)(
  `a site on external services${missing.length > 0 ? ` (missing here: ${missing.join(', ')})` : ''}`,
  () => {
    let database: DebianDatabase;
    let redis: TestRedis;
    let s3: { url: string; close(): unknown };
    let site: RunningSite;
    const people: Record<string, { id: number; cookie: string }> = {};

    beforeAll(async () => {
      [database, redis, s3] = await Promise.all([startDebianDatabase(), startRedis(), startObjectStore()]);
      site = await startSite({
        DATABASE_URL: database.appUrl,
        DATABASE_OWNER_URL: database.ownerUrl,
        DATABASE_REPLICA_URL: database.standbyUrl,
        DATABASE_POOLER: 'pgbouncer-unnamed',
        REDIS_URL: redis.url,
        S3_URL: s3.url,
        DEMO_MEMBERS: '6',
      });
      for (const login of ['anna', 'bram']) {
        const answer = await call('', 'POST', '/api/user.php', {
          email: emailOf(login),
          password: demoPassword,
        });
        people[login] = { id: (answer.body as { id: number }).id, cookie: answer.cookie! };
      }
      await inDatabase(
        `select book_credits(id, 'operator_grant', 100, 'granted', gen_random_uuid()::text, null) from members where email like 'anna@%'`,
      );
      await inDatabase('update members set paid_user = true');
    });
    afterAll(async () => {
      await site?.remove();
      await database?.close();
      await redis?.kill();
      await s3?.close();
    });

    async function inDatabase<Row extends object>(
      statement: string,
      url = database.ownerUrl,
    ): Promise<Row[]> {
      const client = new pg.Client(url);
      await client.connect();
      try {
        const result = await client.query<Row>(statement);
        return result.rows;
      } finally {
        await client.end();
      }
    }

    async function call(cookie: string, method: string, path: string, body?: unknown) {
      const answer = await fetch(site.url + path, {
        method,
        headers: {
          cookie,
          'x-request-type': 'client',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const set = answer.headers.getSetCookie().find((line) => line.startsWith('auth='));
      return {
        status: answer.status,
        body: (await answer.json().catch(() => ({}))) as Record<string, unknown>,
        cookie: set?.split(';')[0],
      };
    }
    const say = (text: string) =>
      call(people['anna']!.cookie, 'POST', '/api/chat.php', {
        profile: people['bram']!.id,
        client_id: randomUUID(),
        text,
      });
    const search = () => call(people['anna']!.cookie, 'GET', '/api/members.php?gender=male&country=NL');
    const searchesOn = async (url: string) =>
      (
        await inDatabase<{ n: string }>(
          `select xact_commit as n from pg_stat_database where datname = 'liaison'`,
          url,
        )
      ).map(({ n }) => Number(n))[0]!;

    test('delivers a message live through the pooler, with a photo from the object store', async () => {
      const stream = await openStream(site.url, people['bram']!);
      expect((await say('by way of the pooler')).status).toBe(201);
      await stream.next('message', ({ message }) => message.text === 'by way of the pooler');
      stream.close();
      const found = (await search()).body['results'] as { main_image: { filename: string } | null }[];
      const photo = found.find(({ main_image }) => main_image)!.main_image!.filename;
      const picture = await fetch(site.url + photo, { headers: { cookie: people['anna']!.cookie } });
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp']);
      const stored = await openStorage({ s3Url: s3.url, dataDir: site.dataDir });
      expect((await Array.fromAsync(stored.files())).length).toBeGreaterThan(0);
    });

    test('searches on the replica, and falls back to the primary when the replica stops', async () => {
      const before = await searchesOn(database.standbyUrl.replace('liaison_site', 'postgres'));
      await expect
        .poll(async () =>
          (await search()).status === 200
            ? (await searchesOn(database.standbyUrl.replace('liaison_site', 'postgres'))) - before
            : 0,
        )
        .toBeGreaterThan(10);
      await database.killStandby();
      await expect.poll(async () => (await search()).status).toBe(200);
      expect(((await search()).body['results'] as unknown[]).length).toBeGreaterThan(0);
    });

    test('keeps sending messages without Redis', async () => {
      await redis.kill();
      expect((await say('nobody else needs Redis')).status).toBe(201);
      redis.start();
      expect((await say('and back')).status).toBe(201);
    });

    test('responds 503 while the pooler is down, recovers afterwards, and loses no acknowledged message', async () => {
      await database.killPooler();
      expect((await say('into the void')).status).toBe(503);
      await database.startPooler();
      await expect.poll(async () => (await say('after the fall')).status).toBe(201);
      const texts = await inDatabase<{ body: string }>('select body from messages order by id');
      for (const text of ['by way of the pooler', 'nobody else needs Redis', 'and back', 'after the fall']) {
        expect(texts.map(({ body }) => body)).toContain(text);
      }
      const { db, close } = openDatabase({ url: database.ownerUrl, size: 1, pooler: 'none' });
      expect((await reconcileLedger(db)).faults).toEqual([]);
      await close();
    });
  },
);
