import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { Logger, parseCronItems, run, runMigrations, runOnce, type CronItem, type Runner, type TaskList, type WorkerEvents } from 'graphile-worker';
import { sql, type RawBuilder } from 'kysely';
import pg from 'pg';
import type { Db } from './database/index.ts';
import { watchWorkers } from './job-workers.ts';
import type { Log } from './log.ts';

/** Runs one job. It may run again after a failure or a kill, so what it does must bear repeating; a throw is tried again later. */
export type JobHandler<P = never> = (payload: P, context: JobContext) => Promise<void>;

export interface JobContext {
  /** 1 the first time. */
  attempt: number;
  maxAttempts: number;
  log: Log;
  /** Aborted when the process stops and the job should come to its end. */
  signal: AbortSignal;
}

/** What modules offer: handlers by the job's name (`mail`, `purge-deleted-members`). */
export type JobHandlers = Record<string, JobHandler>;

/** What measures a job: called with its name and what runs it. */
export type AroundJob = <T>(name: string, work: () => Promise<T>) => Promise<T>;

export interface CronEntry {
  /** The job's name. */
  job: string;
  /** Five fields of cron, UTC: `0 * * * *`. */
  at: string;
  payload?: Record<string, unknown>;
}

export interface AddOptions {
  /** Not before. Now when absent. */
  runAt?: Date;
  /** At most one waiting job has this key: a later one with the same key takes its place. */
  key?: string;
  /** The member whom the payload speaks of: the job goes with them when they are purged. */
  member?: number;
  /** Other members whom the payload names: the job goes with any of them. */
  names?: readonly number[];
  /** 25 when absent; the pauses between tries grow from seconds to days. */
  maxAttempts?: number;
}

export interface Jobs {
  /** Enqueues in the given transaction: the job exists exactly when the transaction commits. */
  add(db: Db, name: string, payload?: unknown, options?: AddOptions): Promise<void>;
  /** Removes the waiting and failed jobs that speak of a member, and mails to others that name them. Returns whether one is being run, which may come back to the queue. */
  forgetMember(db: Db, memberId: number): Promise<boolean>;
  /** Begins to run jobs. Its connections are its own, so that jobs and requests do not starve each other. */
  start(handlers: JobHandlers, cron?: CronEntry[]): Promise<void>;
  /** Takes no more jobs and waits for those at work; those that do not end in 10 s go back into the queue. */
  stop(): Promise<void>;
}

const CONCURRENCY = 4;
/** How long a job that another process enqueued may lie when its notification was lost. */
const POLL_MS = 2000;
const STOP_MS = 10_000;

/** The job queue of a database; `start` is for processes whose ROLE is `all` or `worker`. */
export function createJobs(settings: { url: string; pooler?: string; log: Log; around?: AroundJob }): Jobs {
  let runner: Runner | null = null;
  let pool: pg.Pool | null = null;
  let watch: ReturnType<typeof watchWorkers> | null = null;
  return {
    add: addJob,
    forgetMember,
    async start(handlers, cron = []) {
      // graphile-worker wants PostgreSQL's own types, and one connection more than it runs jobs, to listen on.
      pool = new pg.Pool({ connectionString: settings.url, max: CONCURRENCY + 2, application_name: 'liaison jobs' });
      pool.on('error', () => {});
      pool.on('connect', (client) => void client.on('error', () => {}));
      const events = new EventEmitter() as WorkerEvents;
      watch = watchWorkers(pool, events, settings.log);
      runner = await run({
        events,
        pgPool: pool,
        concurrency: CONCURRENCY,
        pollInterval: POLL_MS,
        gracefulShutdownAbortTimeout: STOP_MS,
        noHandleSignals: true,
        noPreparedStatements: settings.pooler === 'pgbouncer-unnamed',
        logger: loggerTo(settings.log),
        taskList: tasksOf(handlers, settings.log, settings.around),
        parsedCronItems: parseCronItems(cron.map(toCronItem)),
      });
    },
    async stop() {
      await runner?.stop();
      await watch?.stop();
      await pool?.end();
      runner = watch = pool = null;
    },
  };
}

/** Creates or updates the queue's own tables. */
export async function migrateJobs(url: string): Promise<void> {
  await runMigrations({ connectionString: url, maxPoolSize: 1, logger: new Logger(() => () => {}) });
}

/** Runs every job that is due, and those they enqueue, then returns: for tests and commands. */
export async function runDueJobs(settings: { url: string; log: Log }, handlers: JobHandlers): Promise<void> {
  await runOnce({
    connectionString: settings.url,
    maxPoolSize: CONCURRENCY + 1,
    concurrency: CONCURRENCY,
    noHandleSignals: true,
    logger: loggerTo(settings.log),
    taskList: tasksOf(handlers, settings.log),
  });
}

/**
 * The same as a call within a statement, whose row gives what the job is about: for what must be queued by the very statement
 * that writes.
 */
export const jobInSql = (
  name: string,
  { payload, key, runAt, maxAttempts }: { payload: RawBuilder<unknown>; key: RawBuilder<unknown>; runAt: RawBuilder<unknown>; maxAttempts: number },
): RawBuilder<unknown> =>
  sql`graphile_worker.add_job(${name}::text, payload => ${payload}, run_at => ${runAt}, max_attempts => ${maxAttempts}::int, job_key => ${key})`;

async function addJob(db: Db, name: string, payload: unknown = {}, options: AddOptions = {}): Promise<void> {
  const flags = options.names?.length ? options.names.map(naming) : null;
  await sql`select from graphile_worker.add_job(
    ${name}, flags => ${flags}::text[], payload => ${textOf(payload)}::json, run_at => ${options.runAt ?? null}::timestamptz,
    max_attempts => ${options.maxAttempts ?? null}::int, job_key => ${options.key ?? (options.member === undefined ? null : keyPrefix(options.member) + randomUUID())}::text)`.execute(
    db,
  );
}

/** Keys of jobs that speak of a member begin with this. */
const keyPrefix = (memberId: number) => `member ${memberId} `;
/** The flag of a job whose payload names a member. The queue shows flags to whom it hides payloads. */
const naming = (memberId: number) => `names ${memberId}`;

async function forgetMember(db: Db, memberId: number): Promise<boolean> {
  const theirs = sql`from graphile_worker.jobs where (starts_with(key, ${keyPrefix(memberId)}) or jsonb_exists(flags, ${naming(memberId)}))`;
  await sql`select graphile_worker.complete_jobs(array(select id ${theirs} and locked_at is null))`.execute(db);
  const { rows } = await sql`select ${theirs} limit 1`.execute(db);
  return rows.length > 0;
}

/** How long a job that failed for good can be looked at, and tried again by hand. */
const FAILED_KEPT_DAYS = 7;

/** Forgets jobs that failed for good some days ago: their payloads hold names and addresses. */
export async function forgetFailedJobs(db: Db): Promise<void> {
  await sql`select graphile_worker.complete_jobs(array(
    select id from graphile_worker.jobs where attempts >= max_attempts and locked_at is null and updated_at < now() - ${FAILED_KEPT_DAYS} * interval '1 day'))`.execute(
    db,
  );
}

/** As JSON that the statements of the job can take: what was typed may hold a NUL, which no text of PostgreSQL does, and halves of characters. */
const textOf = (payload: unknown) =>
  JSON.stringify(payload, (_key, value: unknown) => (typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value));

function tasksOf(handlers: JobHandlers, log: Log, around: AroundJob = (_name, work) => work()): TaskList {
  return Object.fromEntries(
    Object.entries(handlers).map(([name, handle]) => [
      name,
      (payload: unknown, helpers) =>
        around(name, () =>
          handle(payload as never, {
            attempt: helpers.job.attempts,
            maxAttempts: helpers.job.max_attempts,
            log: log.child({ job: name }),
            signal: helpers.abortSignal,
          }),
        ),
    ]),
  ) as TaskList;
}

function toCronItem({ job, at, payload }: CronEntry): CronItem {
  return { task: job, match: at, ...(payload ? { payload } : {}), options: { jobKey: `cron:${job}`, jobKeyMode: 'preserve_run_at' } };
}

/** What the library says goes to our log; what it says of each single job only as a detail. */
function loggerTo(log: Log): Logger {
  const methods = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;
  return new Logger((scope) => (level, message) => log[methods[level as keyof typeof methods] ?? 'debug']({ ...scope }, message));
}
