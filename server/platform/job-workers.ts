import type { WorkerEvents } from 'graphile-worker';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from './database/index.ts';
import type { Log } from './log.ts';

/** How often a process says that its workers are there, and after how long without a word they count as killed. */
const SEEN_MS = 10_000;
const GONE_SECONDS = 30;

/**
 * Keeps the jobs of killed workers from lying locked (for four hours, as the library has it): the workers of this process
 * are written down as alive, and what a silent one had in hand goes back into the queue, to be run again within a minute.
 */
export function watchWorkers(pool: pg.Pool, events: WorkerEvents, log: Log): { stop(): Promise<void> } {
  const ours = new Set<string>();
  events.on('worker:create', ({ worker }) => ours.add(worker.workerId));
  events.on('worker:stop', ({ worker }) => ours.delete(worker.workerId));

  const beat = async () => {
    await pool.query(
      `insert into job_workers (id, seen_at) select unnest($1::text[]), clock_timestamp()
       on conflict (id) do update set seen_at = excluded.seen_at`,
      [[...ours]],
    );
    const freed = await freeJobsOfTheGone(pool);
    if (freed > 0) log.warn({ workers: freed }, 'jobs of killed workers went back into the queue');
  };
  const heed = () => beat().catch((error: Error) => log.warn({ reason: error.message }, 'the workers could not be written down'));
  let last = heed();
  const timer = setInterval(() => (last = heed()), SEEN_MS);
  return {
    async stop() {
      clearInterval(timer);
      await last;
      await pool.query('delete from job_workers where id = any ($1)', [[...ours]]).catch(() => {});
    },
  };
}

/** Unlocks what is held by workers that nobody has heard of lately; returns how many there were. */
async function freeJobsOfTheGone(pool: pg.Pool): Promise<number> {
  const silent = `make_interval(secs => ${GONE_SECONDS})`;
  await pool.query(`delete from job_workers where seen_at < clock_timestamp() - ${silent}`);
  const { rows } = await pool.query<{ worker: string }>(
    `select distinct locked_by as worker from graphile_worker.jobs
     where locked_by is not null and locked_at < clock_timestamp() - ${silent}
       and not exists (select from job_workers where id = locked_by)`,
  );
  if (rows.length > 0) await pool.query('select graphile_worker.force_unlock_workers($1::text[])', [rows.map(({ worker }) => worker)]);
  return rows.length;
}

/** How the queue stands. */
export interface QueueState {
  /** Workers that were heard of lately. */
  workers: number;
  /** Jobs whose time has come and that nobody has in hand. */
  due: number;
  /** How long the oldest of those has waited; 0 without any. */
  oldestSeconds: number;
  /** Jobs that failed as often as they may. */
  failed: number;
}

/** Counts the queue in one statement. */
export async function queueState(db: Db): Promise<QueueState> {
  const { rows } = await sql<QueueState>`
    select (select count(*) from job_workers where seen_at > clock_timestamp() - make_interval(secs => ${GONE_SECONDS}))::int as workers,
      count(*) filter (where due)::int as due, count(*) filter (where attempts >= max_attempts)::int as failed,
      coalesce(extract(epoch from clock_timestamp() - min(run_at) filter (where due)), 0)::float8 as "oldestSeconds"
    from (select *, locked_at is null and attempts < max_attempts and run_at <= clock_timestamp() as due from graphile_worker.jobs) queue`.execute(db);
  return rows[0]!;
}
