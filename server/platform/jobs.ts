import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import {
  Logger,
  parseCronItems,
  run,
  runMigrations,
  runOnce,
  type CronItem,
  type Runner,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import { sql, type RawBuilder } from 'kysely';
import pg from 'pg';
import type { Db } from './database/index.ts';
import { withDeadline } from './deadline.ts';
import { watchWorkers } from './job-workers.ts';
import type { Log } from './log.ts';

/**
 * Runs one job. A job may run again after a failure or a kill, so handlers must be idempotent. If it throws,
 * it is retried later.
 */
export interface JobHandler<P = never> {
  (payload: P, context: JobContext): Promise<void>;
  /**
   * Maximum duration of one run, by default ten minutes. After it the job counts as failed and is retried.
   */
  deadlineMs?: number;
  /** Selects the workers that run the job. Without a lane they are those for the site's own work. */
  lane?: 'mail' | 'partners';
}

export const jobIn = <P>(lane: 'mail' | 'partners', handle: JobHandler<P>): JobHandler<P> =>
  Object.assign((payload: P, context: JobContext) => handle(payload, context), { lane });

export const longJob = <P>(minutes: number, handle: JobHandler<P>): JobHandler<P> =>
  Object.assign((payload: P, context: JobContext) => handle(payload, context), {
    deadlineMs: minutes * 60_000,
  });

export interface JobContext {
  /** Starts at 1. */
  attempt: number;
  maxAttempts: number;
  log: Log;
  /** Aborted when the process stops or the job's time is over. The handler should then return soon. */
  signal: AbortSignal;
}

export type JobHandlers = Record<string, JobHandler>;

export type AroundJob = <T>(name: string, work: () => Promise<T>) => Promise<T>;

export interface CronEntry {
  job: string;
  at: string;
  payload?: Record<string, unknown>;
}

export interface AddOptions {
  runAt?: Date;
  /** A later job with the same key replaces the waiting one. */
  key?: string;
  /** The member whom the payload is about. Purging the member removes the job. */
  member?: number;
  /** Other members whose names the payload contains. Purging any of them removes the job. */
  names?: readonly number[];
  /** Defaults to 25. The pauses between attempts grow from seconds to days. */
  maxAttempts?: number;
}

export interface Jobs {
  /** Adds a job in the given transaction: it exists exactly if the transaction commits. */
  add(db: Db, name: string, payload?: unknown, options?: AddOptions): Promise<void>;
  /**
   * Removes waiting and failed jobs about a member, and mails to others that contain the member's name.
   * Returns true if one of them is running, since that one may return to the queue.
   */
  forgetMember(db: Db, memberId: number): Promise<boolean>;
  /** Starts to run jobs, with separate connections, so that jobs and requests do not starve each other. */
  start(handlers: JobHandlers, cron?: CronEntry[]): Promise<void>;
  /**
   * Accepts no more jobs and waits for the running ones. Those that take over 10 s go back into the queue.
   */
  stop(): Promise<void>;
}

/**
 * Number of workers per lane. A slow external server blocks only the workers of its lane, not the site's own
 * work or the other lane.
 */
const WORKERS = { own: 4, mail: 4, partners: 3 };
const CONCURRENCY = WORKERS.own;
const LANES = ['own', 'mail', 'partners'] as const;
/** Connections for taking and completing jobs, plus one per lane for LISTEN. */
const CONNECTIONS = LANES.length + 4;
/** Longest delay of a job added by another process whose notification was lost. */
const POLL_MS = 2000;
const STOP_MS = 10_000;
/**
 * Without a deadline, a few jobs that never end would occupy every worker and stop mails, payments and
 * backups.
 */
const DEADLINE_MS = 10 * 60_000;

/** The job queue of a database. Call `start` only in processes whose ROLE is `all` or `worker`. */
export function createJobs(settings: { url: string; pooler?: string; log: Log; around?: AroundJob }): Jobs {
  let runners: Runner[] = [];
  let pool: pg.Pool | null = null;
  let watch: ReturnType<typeof watchWorkers> | null = null;
  return {
    add: addJob,
    forgetMember,
    async start(handlers, cron = []) {
      pool = openJobPool(settings.url, CONNECTIONS);
      const events = new EventEmitter() as WorkerEvents;
      watch = watchWorkers(pool, events, settings.log);
      const tasks = tasksOf(handlers, settings.log, settings.around);
      const common = {
        events,
        pgPool: pool,
        pollInterval: POLL_MS,
        gracefulShutdownAbortTimeout: STOP_MS,
        noHandleSignals: true,
        noPreparedStatements: settings.pooler === 'pgbouncer-unnamed',
        logger: loggerTo(settings.log),
      };
      for (const lane of LANES) {
        const names = Object.keys(handlers).filter((name) => (handlers[name]?.lane ?? 'own') === lane);
        if (names.length === 0) continue;
        runners.push(
          await run({
            ...common,
            concurrency: WORKERS[lane],
            taskList: Object.fromEntries(Object.entries(tasks).filter(([name]) => names.includes(name))),
            parsedCronItems: lane === 'own' ? parseCronItems(cron.map(toCronItem)) : [],
          }),
        );
      }
    },
    async stop() {
      await Promise.all(runners.map((runner) => runner.stop()));
      await watch?.stop();
      await pool?.end();
      runners = [];
      watch = pool = null;
    },
  };
}

/**
 * A pool for graphile-worker, which expects PostgreSQL's default types and installs error handlers of its own, with a
 * warning, where there are none.
 */
export function openJobPool(url: string, max: number): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max, application_name: 'liaison jobs' });
  pool.on('error', () => {});
  pool.on('connect', (client) => void client.on('error', () => {}));
  return pool;
}

export async function migrateJobs(url: string): Promise<void> {
  // With a pool of its own, graphile-worker returns before its connection is closed, and a database that stops then
  // ends this process by an unhandled error.
  const pool = openJobPool(url, 1);
  await runMigrations({ pgPool: pool, logger: new Logger(() => () => {}) }).finally(() => pool.end());
}

/** Runs the due jobs, also those that they add, and returns after all results are stored. */
export async function runDueJobs(
  settings: { pool: pg.Pool; log: Log },
  handlers: JobHandlers,
): Promise<void> {
  await runOnce({
    pgPool: settings.pool,
    concurrency: CONCURRENCY,
    noHandleSignals: true,
    // graphile-worker waits only for results that it stores in batches, as it does with a delay of 0. Without one, it may
    // return while a failed job is still locked.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    logger: loggerTo(settings.log),
    taskList: tasksOf(handlers, settings.log),
  });
}

/**
 * Adds a job within a larger SQL query, whose row supplies the payload. For jobs that must be queued by the
 * same query that writes the row.
 */
export const jobInSql = (
  name: string,
  {
    payload,
    key,
    runAt,
    maxAttempts,
  }: {
    payload: RawBuilder<unknown>;
    key: RawBuilder<unknown>;
    runAt: RawBuilder<unknown>;
    maxAttempts: number;
  },
): RawBuilder<unknown> =>
  sql`graphile_worker.add_job(${name}::text, payload => ${payload}, run_at => ${runAt}, max_attempts => ${maxAttempts}::int, job_key => ${key})`;

/** Every job gets a key, so a job without one must have been replaced while it ran. */
async function addJob(db: Db, name: string, payload: unknown = {}, options: AddOptions = {}): Promise<void> {
  const flags = options.names?.length ? options.names.map(naming) : null;
  await sql`select from graphile_worker.add_job(
    ${name}, flags => ${flags}::text[], payload => ${textOf(payload)}::json, run_at => ${options.runAt ?? null}::timestamptz,
    max_attempts => ${options.maxAttempts ?? null}::int, job_key => ${options.key ?? (options.member === undefined ? '' : keyPrefix(options.member)) + randomUUID()}::text)`.execute(
    db,
  );
}

const keyPrefix = (memberId: number) => `member ${memberId} `;
/**
 * The flag of a job whose payload contains a member's name. The queue's view exposes flags but not payloads.
 */
const naming = (memberId: number) => `names ${memberId}`;

async function forgetMember(db: Db, memberId: number): Promise<boolean> {
  const theirs = sql`from graphile_worker.jobs where (starts_with(key, ${keyPrefix(memberId)}) or jsonb_exists(flags, ${naming(memberId)}))`;
  await sql`select graphile_worker.complete_jobs(array(select id ${theirs} and locked_at is null))`.execute(
    db,
  );
  const { rows } = await sql`select ${theirs} limit 1`.execute(db);
  return rows.length > 0;
}

/** How long a permanently failed job stays available for inspection and a manual retry. */
const FAILED_KEPT_DAYS = 7;

/** Deletes old permanently failed jobs, because their payloads contain names and addresses. */
export async function forgetFailedJobs(db: Db): Promise<void> {
  await sql`select graphile_worker.complete_jobs(array(
    select id from graphile_worker.jobs where attempts >= max_attempts and locked_at is null and updated_at < now() - ${FAILED_KEPT_DAYS} * interval '1 day'))`.execute(
    db,
  );
}

/**
 * JSON that PostgreSQL accepts. Typed text may contain NUL characters or lone surrogates, which PostgreSQL's
 * text type cannot store.
 */
const textOf = (payload: unknown) =>
  JSON.stringify(payload, (_key, value: unknown) =>
    typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value,
  );

function tasksOf(handlers: JobHandlers, log: Log, around: AroundJob = (_name, work) => work()): TaskList {
  return Object.fromEntries(
    Object.entries(handlers).map(([name, handle]) => [
      name,
      (payload: unknown, helpers) =>
        around(name, () =>
          withDeadline(handle.deadlineMs ?? DEADLINE_MS, `The job ${name}`, (late) =>
            // Each handler's payload is what `add` stored for its name.
            handle(payload as never, {
              attempt: helpers.job.attempts,
              maxAttempts: helpers.job.max_attempts,
              log: log.child({ job: name }),
              signal: helpers.abortSignal ? AbortSignal.any([helpers.abortSignal, late]) : late,
            }),
          ),
        ),
    ]),
  ) as TaskList;
}

function toCronItem({ job, at, payload }: CronEntry): CronItem {
  return {
    task: job,
    match: at,
    ...(payload ? { payload } : {}),
    options: { jobKey: `cron:${job}`, jobKeyMode: 'preserve_run_at' },
  };
}

function loggerTo(log: Log): Logger {
  const methods = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;
  return new Logger(
    (scope) => (level, message) =>
      log[methods[level as keyof typeof methods] ?? 'debug']({ ...scope }, message),
  );
}
