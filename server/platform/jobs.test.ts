import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#support/database.ts';
import { inTransaction, openDatabase, type Database } from './database/index.ts';
import { createJobs, runDueJobs, type Jobs } from './jobs.ts';
import { abandonJobs, emptyQueue, retryJobsNow, queuedJobs } from '#support/job-queue.ts';

const log = pino({ level: 'silent' });
let testDatabase: TestDatabase;
let database: Database;
let jobs: Jobs;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({ url: testDatabase.url, size: 3, pooler: 'none' });
  jobs = createJobs({ url: testDatabase.url, log });
});
afterEach(() => jobs.stop());
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const waiting = async () => (await queuedJobs(database.db)).length;

test('a job exists exactly when the transaction that asked for it commits', async () => {
  const undone = inTransaction(database.db, async (tx) => {
    await jobs.add(tx, 'note', { text: 'never' });
    throw new Error('no');
  });
  await expect(undone).rejects.toThrow('no');
  expect(await waiting()).toBe(0);

  const seen: unknown[] = [];
  await inTransaction(database.db, (tx) => jobs.add(tx, 'note', { text: 'once' }));
  await runDueJobs({ url: testDatabase.url, log }, { note: async (payload) => void seen.push(payload) });
  expect(seen).toEqual([{ text: 'once' }]);
});

test('of jobs with one key the last waits alone, and none runs before its time', async () => {
  const later = new Date(Date.now() + 3_600_000);
  await jobs.add(database.db, 'note', { text: 'first' }, { key: 'one', runAt: later });
  await jobs.add(database.db, 'note', { text: 'second' }, { key: 'one', runAt: later });
  expect(await waiting()).toBe(1);
  await runDueJobs({ url: testDatabase.url, log }, { note: () => Promise.reject(new Error('too early')) });
  expect(await waiting()).toBe(1);
  await sql`select graphile_worker.remove_job('one')`.execute(database.db);
});

test('what waits for a member or names them is forgotten with them; a job in hand is told of, and the others wait on', async () => {
  const add = (text: string, options: object) => jobs.add(database.db, 'note', { text }, options);
  await add('to anna', { member: 7 });
  await add('by a key of hers', { key: 'member 7 weekly' });
  await add('to bram about anna', { member: 8, names: [9, 7] });
  await add('to bram', { member: 8, names: [70] });
  const texts = async () => (await queuedJobs(database.db)).map(({ payload }) => payload.text);

  await abandonJobs(database.db, () => 'somebody', 0);
  expect(await jobs.forgetMember(database.db, 7)).toBe(true);
  expect(await texts()).toHaveLength(4);
  await sql`select graphile_worker.force_unlock_workers(array['somebody'])`.execute(database.db);

  expect(await jobs.forgetMember(database.db, 7)).toBe(false);
  expect(await texts()).toEqual(['to bram']);
  await emptyQueue(database.db);
});

test('a running worker takes a job at once, tries a failed one again, and ends it before it stops', async () => {
  const attempts: number[] = [];
  const began = Promise.withResolvers<void>();
  let ended = false;
  await jobs.start({
    async fail(_payload, { attempt }) {
      attempts.push(attempt);
      if (attempt === 1) throw new Error('the first time');
    },
    async slow() {
      began.resolve();
      await wait(300);
      ended = true;
    },
  });
  await jobs.add(database.db, 'fail');
  await expect.poll(() => attempts.length).toBeGreaterThan(0);
  await retryJobsNow(database.db);
  await jobs.add(database.db, 'slow');
  await began.promise;
  await jobs.stop();
  expect(ended).toBe(true);
  expect(attempts[0]).toBe(1);
});

test('the job of a worker that was killed runs again within a minute, once; one that is at work keeps its own', async () => {
  await jobs.add(database.db, 'mail', { text: 'of the killed' });
  await jobs.add(database.db, 'mail', { text: 'of the slow' });
  await abandonJobs(database.db, ({ payload }) => (payload.text === 'of the slow' ? 'worker-slow' : 'worker-killed'), 45);
  await sql`insert into job_workers values ('worker-slow', now() + interval '1 hour'), ('worker-killed', now() - interval '45 seconds')`.execute(database.db);
  const seen: unknown[] = [];
  await jobs.start({ mail: async (payload: { text: string }, { attempt }) => void seen.push([payload.text, attempt]) });
  await expect.poll(() => seen, { timeout: 15_000 }).toEqual([['of the killed', 2]]);
  const left = async () => (await queuedJobs(database.db)).map(({ locked_by }) => ({ locked_by }));
  await expect.poll(left).toEqual([{ locked_by: 'worker-slow' }]);
  await jobs.stop();
  expect((await sql`select id from job_workers`.execute(database.db)).rows).toEqual([{ id: 'worker-slow' }]);
});
