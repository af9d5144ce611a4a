import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { password, testApp, type Client } from '#support/app.ts';
import { failJobs, postponeJobs, queuedJobs } from '#support/job-queue.ts';
import { picture } from '#support/pictures.ts';
import { redisProgram, startRedis, type TestRedis } from '#support/services/redis/redis.ts';

// A member enters a unique word in every field, deletes the account and is purged. Afterwards the word must
// not appear in any table, any pending or failed job, any file of the store or the data folder, or Redis, and
// never in a log line.

const CANARY = 'kanariezwx';
const env: Record<string, string> = { PUSH_HOSTS: '127.0.0.1' };
const logged: string[] = [];
let redis: TestRedis | null = null;
beforeAll(async () => {
  if (!redisProgram) return;
  redis = await startRedis();
  env['REDIS_URL'] = redis.url;
});
afterAll(() => redis?.kill());

const site = testApp(env, { logTo: { write: (line) => void logged.push(line) } });

/**
 * Tables in which the member's text may remain after the purge:
 *
 * - `withdrawals`: statements that match no order belong to no account. Their sender may contest our answer for
 *   180 days (docs/product.md 12.6); then the text is erased.
 * - `outbox_items` simulates the mailboxes of other people and exists outside production only.
 */
const EXCEPTIONS = new Set(['withdrawals', 'outbox_items']);

async function tablesWith(word: string): Promise<string[]> {
  const { rows } = await sql<{
    schema: string;
    name: string;
  }>`select table_schema as schema, table_name as name from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`.execute(
    site.db,
  );
  const found: string[] = [];
  for (const { schema, name } of rows) {
    const { rows: hits } =
      await sql`select from ${sql.table(`${schema}.${name}`)} t where lower(t::text) like ${`%${word}%`} limit 1`.execute(
        site.db,
      );
    if (hits.length > 0) found.push(name);
  }
  return found.sort();
}

const filesWith = (word: string): string[] =>
  readdirSync(site.app.config.dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => path.includes(word) || readFileSync(path).includes(word));

async function redisWith(word: string): Promise<string[]> {
  if (!redis) return [];
  const client = new Redis(redis.url);
  const found: string[] = [];
  for (const key of await client.keys('*')) {
    const type = await client.type(key);
    const value =
      type === 'string'
        ? await client.get(key)
        : type === 'hash'
          ? JSON.stringify(await client.hgetall(key))
          : type === 'set'
            ? (await client.smembers(key)).join()
            : '';
    if (`${key} ${value}`.toLowerCase().includes(word)) found.push(key);
  }
  client.disconnect();
  return found;
}

async function sayItEverywhere(eva: Client, bram: Client): Promise<void> {
  const jpeg = await picture(500, 700)
    .withExif({ IFD0: { ImageDescription: CANARY, Artist: CANARY } })
    .jpeg()
    .toBuffer();
  const file = { content: jpeg, name: `${CANARY}.jpg` };
  const { conversation } = await eva.must('send', {
    body: { profile: bram.memberId, client_id: randomUUID(), text: `Hoi ${CANARY}` },
  });
  await eva.must('send', { body: { conversation: conversation.id, client_id: randomUUID() }, file });
  await bram.must('send', {
    body: { conversation: conversation.id, client_id: randomUUID(), text: `Antwoord aan ${CANARY}` },
  });
  await eva.must('like', { body: { profile: bram.memberId } });
  await eva.must('addPhoto', { file });
  await eva.must('complaint', {
    body: { profile: bram.memberId, category: 'spam', text: `Klacht van ${CANARY}` },
  });
  await bram.must('complaint', {
    body: { profile: eva.memberId, category: 'spam', text: `Klacht over ${CANARY}` },
  });
  await eva.must('subscribePush', {
    body: {
      subscription: { endpoint: `http://127.0.0.1:9/${CANARY}`, keys: { p256dh: CANARY, auth: CANARY } },
    },
  });
  await eva.must('changeMail', { body: { email: `neu.${CANARY}@example.test`, password } });
  await eva.must('passwordCheck', { body: { password: `${CANARY} und noch mehr`, own: [CANARY] } });
  await eva.call('login', { body: { email: eva.email, password: `${CANARY} falsch` } });
  await eva.call('withdraw', { body: { id: randomUUID(), name: CANARY, email: eva.email, order: CANARY } });
  await eva.must('askExport');
}

test("leaves a purged member's words in no table, job, file or Redis key, and never logs them", async () => {
  const eva = await site.as('eva', {
    name: `Eva ${CANARY}`,
    about: `Over ${CANARY}`,
    email: `${CANARY}@example.test`,
    credits: 20,
    tracking: { network: 'mail', ref: CANARY, sub1: CANARY, sub2: CANARY, sub3: CANARY },
  });
  const bram = await site.as('bram', { gender: 'male', gender_sought: 'female', credits: 20 });
  const phone = site.visitor();
  await phone.call('login', {
    body: { email: eva.email, password },
    headers: { 'user-agent': `Browser/${CANARY}` },
  });
  await sayItEverywhere(eva, bram);
  await site.runJobs();
  await eva.must('deleteUser', { body: { reason: 'other', remarks: `Weg mit ${CANARY}`, password } });
  await site.runJobs();

  // Jobs that wait or have failed while the mail server or push service is down, both to the member and to
  // others about the member.
  const person = { id: eva.memberId, name: `Eva ${CANARY}`, age: 34, city: null, kind: 'member' as const };
  const [toEva, toBram] = [eva, bram].map((one) => ({
    email: one.email,
    name: one.email,
    locale: 'en' as const,
    memberId: one.memberId,
  }));
  await site.app.mailer.send(site.db, 'password-changed', toEva!, { name: `Eva ${CANARY}` });
  await site.app.mailer.send(site.db, 'new-like', toBram!, { name: 'Bram', from: person });
  await site.app.mailer.send(site.db, 'likes-digest', toBram!, { name: 'Bram', people: [person], total: 1 });
  await site.app.mailer.send(site.db, 'new-like', toBram!, {
    name: 'Bram',
    from: { ...person, id: bram.memberId, name: 'Somebody else' },
  });
  await site.app.push.send(site.db, eva.memberId, { title: CANARY, body: CANARY, path: '/' });
  const toHer = (await queuedJobs(site.db)).filter(({ key }) => key?.startsWith(`member ${eva.memberId} `));
  expect(toHer.length).toBeGreaterThan(1);
  await failJobs(
    site.db,
    toHer.map(({ id }) => id),
    `refused <${eva.email}>`,
  );
  await postponeJobs(site.db, 3);
  // Without this check the test would also pass if the word had never been stored.
  const before = await tablesWith(CANARY);
  for (const table of ['members', 'profiles', 'messages', 'complaints', '_private_jobs'])
    expect(before).toContain(table);

  await site.db
    .updateTable('members')
    .set({ delete_requested_at: sql<Date>`app_now() - interval '15 days'` })
    .where('id', '=', eva.memberId)
    .execute();
  await site.app.jobs.add(site.db, 'account-purge');
  await site.runJobs();

  expect((await tablesWith(CANARY)).filter((table) => !EXCEPTIONS.has(table))).toEqual([]);
  const withdrawalAnswered = async (days: number) => {
    await sql`update withdrawals set handled_at = app_now() - ${days} * interval '1 day' where outcome = 'unmatched'`.execute(
      site.db,
    );
    await site.app.jobs.add(site.db, 'forget-withdrawals');
    await site.runJobs();
    return (await tablesWith(CANARY)).includes('withdrawals');
  };
  expect(await withdrawalAnswered(179)).toBe(true);
  expect(await withdrawalAnswered(181)).toBe(false);
  expect(filesWith(CANARY)).toEqual([]);
  expect(await redisWith(CANARY)).toEqual([]);
  expect(logged.length).toBeGreaterThan(10);
  expect(logged.filter((line) => line.toLowerCase().includes(CANARY))).toEqual([]);
  // Unrelated mails stay in the queue.
  expect(await aboutSomebodyElse()).toHaveLength(1);
  const folders = await Array.fromAsync(site.app.storage.folders());
  expect(folders.filter((folder) => folder.startsWith('exports/'))).toEqual([]);
});

const aboutSomebodyElse = async () =>
  (await queuedJobs(site.db)).filter(({ payload }) => JSON.stringify(payload).includes('Somebody else'));

test('forgets a permanently failed job after a week', async () => {
  const failed = async (days: number) =>
    failJobs(
      site.db,
      (await aboutSomebodyElse()).map(({ id }) => id),
      'refused',
      days,
    );
  const left = async () => (await aboutSomebodyElse()).length;
  const clean = async () => {
    await site.app.jobs.add(site.db, 'forget-failed-jobs');
    await site.runJobs();
  };
  await failed(6);
  await clean();
  expect(await left()).toBe(1);
  await failed(8);
  await clean();
  expect(await left()).toBe(0);
});
