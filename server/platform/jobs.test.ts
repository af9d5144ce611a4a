import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#support/database.ts';
import { abandonJobs, emptyQueue, retryJobsNow, queuedJobs } from '#support/job-queue.ts';
import { inTransaction, openDatabase, type Database } from './database/index.ts';
import { createJobs, jobIn, longJob, openJobPool, runDueJobs, type Jobs } from './jobs.ts';

const log = pino({ level: 'silent' });
let testDatabase: TestDatabase;
let database: Database;
let pool: pg.Pool;
let jobs: Jobs;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({ url: testDatabase.url, size: 3, pooler: 'none' });
  pool = openJobPool(testDatabase.url, 10);
  jobs = createJobs({ url: testDatabase.url, log });
});
let release = () => {};
afterEach(() => {
  release();
  return jobs.stop();
});
afterAll(async () => {
  await Promise.all([database.close(), pool.end()]);
  await testDatabase.drop();
});

const waiting = async () => (await queuedJobs(database.db)).length;

test('adds a job exactly when its transaction commits', async () => {
  const undone = inTransaction(database.db, async (tx) => {
    await jobs.add(tx, 'note', { text: 'never' });
    throw new Error('no');
  });
  await expect(undone).rejects.toThrow('no');
  expect(await waiting()).toBe(0);

  const seen: unknown[] = [];
  await inTransaction(database.db, (tx) => jobs.add(tx, 'note', { text: 'once' }));
  await runDueJobs({ pool, log }, { note: async (payload) => void seen.push(payload) });
  expect(seen).toEqual([{ text: 'once' }]);
});

test('replaces a waiting job with the same key, and runs none before its time', async () => {
  const later = new Date(Date.now() + 3_600_000);
  await jobs.add(database.db, 'note', { text: 'first' }, { key: 'one', runAt: later });
  await jobs.add(database.db, 'note', { text: 'second' }, { key: 'one', runAt: later });
  expect(await waiting()).toBe(1);
  await runDueJobs({ pool, log }, { note: () => Promise.reject(new Error('too early')) });
  expect(await waiting()).toBe(1);
  await sql`select graphile_worker.remove_job('one')`.execute(database.db);
});

test('returns after the results of due jobs are stored', async () => {
  await sql`create function delay_release() returns trigger language plpgsql as
    $$ begin if old.locked_by is not null and new.locked_by is null then perform pg_sleep(0.5); end if; return new; end $$`.execute(
    database.db,
  );
  await sql`create trigger delay_release before update on graphile_worker._private_jobs for each row execute function delay_release()`.execute(
    database.db,
  );
  onTestFinished(async () => {
    await sql`drop function delay_release cascade`.execute(database.db);
    await emptyQueue(database.db);
  });
  await jobs.add(database.db, 'note');
  await runDueJobs({ pool, log }, { note: () => Promise.reject(new Error('not now')) });
  expect(await queuedJobs(database.db)).toMatchObject([{ last_error: 'not now', locked_by: null }]);
});

test('removes waiting jobs about a member or with their name, reports a running one, and keeps the others', async () => {
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

test('picks up a job immediately, retries failures, and finishes jobs before the worker stops', async () => {
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
  // The worker records the failure after the handler has thrown.
  const failure = async () => (await queuedJobs(database.db, 'fail'))[0]?.last_error;
  await expect.poll(failure, { timeout: 15_000 }).toBe('the first time');
  await retryJobsNow(database.db);
  await expect.poll(() => attempts, { timeout: 15_000 }).toEqual([1, 2]);
  await jobs.add(database.db, 'slow');
  await began.promise;
  await jobs.stop();
  expect(ended).toBe(true);
  expect(await waiting()).toBe(0);
});

test('reruns the job of a killed worker once, within a minute, and leaves those of live workers alone', async () => {
  await jobs.add(database.db, 'mail', { text: 'of the killed' });
  await jobs.add(database.db, 'mail', { text: 'of the slow' });
  await abandonJobs(
    database.db,
    ({ payload }) => (payload.text === 'of the slow' ? 'worker-slow' : 'worker-killed'),
    45,
  );
  await sql`insert into job_workers values ('worker-slow', now() + interval '1 hour'), ('worker-killed', now() - interval '45 seconds')`.execute(
    database.db,
  );
  const seen: unknown[] = [];
  await jobs.start({
    mail: async (payload: { text: string }, { attempt }) => void seen.push([payload.text, attempt]),
  });
  await expect.poll(() => seen, { timeout: 15_000 }).toEqual([['of the killed', 2]]);
  const left = async () => (await queuedJobs(database.db)).map(({ locked_by }) => ({ locked_by }));
  await expect.poll(left, { timeout: 15_000 }).toEqual([{ locked_by: 'worker-slow' }]);
  await jobs.stop();
  expect((await sql`select id from job_workers`.execute(database.db)).rows).toEqual([{ id: 'worker-slow' }]);
});

test('runs a job once that takes longer than the timeout for killed workers', async () => {
  await emptyQueue(database.db);
  let runs = 0;
  const end = Promise.withResolvers<void>();
  release = end.resolve;
  await jobs.start({
    slow: async () => {
      runs++;
      await end.promise;
    },
  });
  await jobs.add(database.db, 'slow');
  await expect.poll(() => runs).toBe(1);
  // A worker may take a job before its first heartbeat is recorded.
  const holders = sql`select from job_workers join graphile_worker.jobs on locked_by = job_workers.id`;
  await expect.poll(async () => (await holders.execute(database.db)).rows.length).toBe(1);
  await sql`update graphile_worker._private_jobs set locked_at = now() - interval '60 seconds'`.execute(
    database.db,
  );
  // Another process looks for jobs of killed workers as soon as it starts.
  const other = createJobs({ url: testDatabase.url, log });
  await other.start({
    slow: async () => void runs++,
  });
  await other.stop();
  expect(await queuedJobs(database.db)).toMatchObject([{ name: 'slow', locked_by: expect.any(String) }]);
  end.resolve();
  await expect.poll(waiting).toBe(0);
  expect(runs).toBe(1);
});

test('deletes a job that was replaced while it ran and whose worker was killed', async () => {
  await jobs.add(database.db, 'note', { text: 'first' }, { key: 'news' });
  await jobs.add(database.db, 'note', { text: 'without a key' }, { maxAttempts: 1 });
  await abandonJobs(database.db, () => 'worker-killed', 45);
  const later = new Date(Date.now() + 3_600_000);
  await jobs.add(database.db, 'note', { text: 'second' }, { key: 'news', runAt: later });
  expect(await waiting()).toBe(3);
  await jobs.start({ other: async () => {} });
  const left = async () => (await queuedJobs(database.db)).map(({ payload }) => payload.text);
  // A job that used up its own attempts stays for inspection.
  await expect.poll(left).toEqual(['without a key', 'second']);
  await jobs.stop();
  await emptyQueue(database.db);
});

test('runs jobs without waiting for a slow mail server, and mails without waiting for a slow partner', async () => {
  const done: string[] = [];
  const end = Promise.withResolvers<void>();
  release = end.resolve;
  for (let n = 0; n < 10; n++) {
    await jobs.add(database.db, 'mail');
    await jobs.add(database.db, 'postback');
  }
  await jobs.add(database.db, 'photo');
  await jobs.start({
    mail: jobIn('mail', () => (done.push('mail'), end.promise)),
    postback: jobIn('partners', () => (done.push('postback'), end.promise)),
    photo: async () => void done.push('photo'),
  });
  await expect
    .poll(() => done.toSorted())
    .toEqual([...Array(4).fill('mail'), 'photo', ...Array(3).fill('postback')]);
  end.resolve();
  await expect.poll(waiting).toBe(0);
});

test('aborts jobs at their deadline, frees their worker and retries them', async () => {
  const stopped: string[] = [];
  const done = Promise.withResolvers<void>();
  for (let n = 0; n < 4; n++) await jobs.add(database.db, 'hang');
  await jobs.add(database.db, 'mail');
  await jobs.start({
    hang: longJob(0.3 / 60, (_payload, { signal }) => {
      signal.addEventListener('abort', () => stopped.push(String(signal.reason)));
      return new Promise(() => {});
    }),
    mail: async () => done.resolve(),
  });
  await done.promise;
  await expect.poll(() => stopped).toHaveLength(4);
  await expect
    .poll(async () => (await queuedJobs(database.db, 'hang')).map(({ last_error }) => last_error))
    .toEqual(Array(4).fill('The job hang did not end within 0.3 s.'));
  await jobs.stop();
  await emptyQueue(database.db);
});
