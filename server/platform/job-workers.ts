import type { WorkerEvents } from 'graphile-worker';
import { sql } from 'kysely';
import type pg from 'pg';
import { one, type Db } from './database/index.ts';
import type { Log } from './log.ts';

/** Interval of the workers' heartbeat, and the silence after which a worker counts as killed. */
const SEEN_MS = 10_000;
const GONE_SECONDS = 30;

/**
 * Releases the jobs of killed workers, which the library would keep locked for four hours. It records a
 * heartbeat of this process's workers, and puts the jobs of silent workers back into the queue, where they
 * run within a minute.
 */
export function watchWorkers(pool: pg.Pool, events: WorkerEvents, log: Log): { stop(): Promise<void> } {
  // graphile-worker locks a job with the id of the worker pool, not of the single worker.
  const ours = new Set<string>();
  events.on('pool:create', ({ workerPool }) => {
    ours.add(workerPool.id);
    last = last.then(heed);
  });

  const beat = async () => {
    await pool.query(
      `insert into job_workers (id, seen_at) select unnest($1::text[]), clock_timestamp()
       on conflict (id) do update set seen_at = excluded.seen_at`,
      [[...ours]],
    );
    const freed = await freeJobsOfTheGone(pool);
    if (freed > 0) log.warn({ workers: freed }, 'put the jobs of killed workers back into the queue');
  };
  const heed = () =>
    beat().catch((error: Error) =>
      log.warn({ reason: error.message }, 'could not record the workers’ heartbeat'),
    );
  let last = heed();
  const timer = setInterval(() => (last = last.then(heed)), SEEN_MS);
  return {
    async stop() {
      clearInterval(timer);
      await last;
      await pool.query('delete from job_workers where id = any ($1)', [[...ours]]).catch(() => {});
    },
  };
}

/**
 * Unlocks the jobs of workers without a recent heartbeat, and returns the number of such workers. A job that
 * was replaced while it ran has lost its key and its remaining attempts to its replacement, and would only
 * look like a failure, so it is deleted.
 *
 * A worker that was only slow still ends its job: graphile-worker deletes a finished job by its id, whoever has
 * locked it by then, and ignores the failure of a job that it no longer holds. So the job may run twice at a time, but
 * it neither stays in the queue nor fails because of this.
 */
async function freeJobsOfTheGone(pool: pg.Pool): Promise<number> {
  const silent = `make_interval(secs => ${GONE_SECONDS})`;
  await pool.query(`delete from job_workers where seen_at < clock_timestamp() - ${silent}`);
  const { rows } = await pool.query<{ worker: string }>(
    `select distinct locked_by as worker from graphile_worker.jobs
     where locked_by is not null and locked_at < clock_timestamp() - ${silent}
       and not exists (select from job_workers where id = locked_by)`,
  );
  if (rows.length === 0) return 0;
  const gone = [rows.map(({ worker }) => worker)];
  const replaced = await pool.query<{ id: string }>(
    `select id from graphile_worker.jobs where locked_by = any ($1) and key is null and attempts >= max_attempts`,
    gone,
  );
  await pool.query('select graphile_worker.force_unlock_workers($1::text[])', gone);
  await pool.query('select graphile_worker.complete_jobs($1::bigint[])', [replaced.rows.map(({ id }) => id)]);
  return rows.length;
}

export interface QueueState {
  workers: number;
  due: number;
  /** Waiting time of the oldest due job; 0 if there is none. */
  oldestSeconds: number;
  failed: number;
  /**
   * Jobs wait although no worker has taken one recently: there is no worker, or all of them run jobs that do
   * not end.
   */
  standsStill: boolean;
}

export const LATE_SECONDS = 300;
/** A queue with late jobs is still making progress if a worker took a job within this time. */
const TAKEN_SECONDS = 120;

export async function queueState(db: Db): Promise<QueueState> {
  return one(
    sql<QueueState>`
    select (select count(*) from job_workers where seen_at > clock_timestamp() - make_interval(secs => ${GONE_SECONDS}))::int as workers,
      count(*) filter (where due)::int as due, count(*) filter (where attempts >= max_attempts)::int as failed,
      coalesce(extract(epoch from clock_timestamp() - min(run_at) filter (where due)), 0)::float8 as "oldestSeconds",
      coalesce(min(run_at) filter (where due) < clock_timestamp() - make_interval(secs => ${LATE_SECONDS}), false)
        and coalesce(max(locked_at) < clock_timestamp() - make_interval(secs => ${TAKEN_SECONDS}), true) as "standsStill"
    from (select *, locked_at is null and attempts < max_attempts and run_at <= clock_timestamp() as due from graphile_worker.jobs) queue`.execute(
      db,
    ),
  );
}
