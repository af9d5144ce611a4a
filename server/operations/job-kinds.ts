import { sql } from 'kysely';
import { one, type Db } from '../platform/database/index.ts';
import { LATE_SECONDS } from '../platform/job-workers.ts';
import { withoutQuotations } from './without-quotations.ts';

/** A kind of job that has problems. */
export interface JobKind {
  kind: string;
  /** Used up all attempts. */
  failed: number;
  /** Failed at least once, and is tried again later. */
  retrying: number;
  running: number;
  /** Due for longer than `LATE_SECONDS`, and not picked up. */
  late: number;
  /** How long the longest running one has run. */
  running_seconds: number;
  last_error: string | null;
  last_error_at: string | null;
}

const isFailed = sql`attempts >= max_attempts and locked_at is null`;
/** At most this many jobs of a kind are retried or discarded at a time. */
const MOST_JOBS = 1000;

/** The kinds of jobs that failed, wait too long or run, those with problems first. Reads the waiting jobs only. */
export async function jobKinds(db: Db): Promise<JobKind[]> {
  type Row = Omit<JobKind, 'last_error_at'> & { last_error_at: Date | null };
  const { rows } = await sql<Row>`
    select task_identifier as kind,
      count(*) filter (where ${isFailed})::int as failed,
      count(*) filter (where last_error is not null and not (${isFailed}))::int as retrying,
      count(*) filter (where locked_at is not null)::int as running,
      count(*) filter (where locked_at is null and attempts < max_attempts and run_at < clock_timestamp() - make_interval(secs => ${LATE_SECONDS}))::int as late,
      coalesce(extract(epoch from clock_timestamp() - min(locked_at)), 0)::int as running_seconds,
      (array_agg(last_error order by updated_at desc) filter (where last_error is not null))[1] as last_error,
      max(updated_at) filter (where last_error is not null) as last_error_at
    from graphile_worker.jobs group by 1
    having bool_or(last_error is not null or locked_at is not null or (attempts < max_attempts and run_at < clock_timestamp() - make_interval(secs => ${LATE_SECONDS})))
    order by 2 desc, 5 desc, 3 desc, 1`.execute(db);
  return rows.map((row) => ({
    ...row,
    last_error: row.last_error === null ? null : withoutQuotations(row.last_error),
    last_error_at: row.last_error_at?.toISOString() ?? null,
  }));
}

/** Runs the failed jobs of a kind again now, with all their attempts, and those that wait for their next attempt. */
export async function retryJobs(db: Db, kind: string): Promise<number> {
  const { done } = await one(
    sql<{ done: number }>`
      select count(*)::int as done from graphile_worker.reschedule_jobs(array(
        select id from graphile_worker.jobs where task_identifier = ${kind} and last_error is not null and locked_at is null
        order by id limit ${MOST_JOBS}), run_at => now(), attempts => 0)`.execute(db),
  );
  return done;
}

/** Deletes the failed jobs of a kind. What they should have done is never done. */
export async function discardJobs(db: Db, kind: string): Promise<number> {
  const { done } = await one(
    sql<{ done: number }>`
      select count(*)::int as done from graphile_worker.complete_jobs(array(
        select id from graphile_worker.jobs where task_identifier = ${kind} and ${isFailed} order by id limit ${MOST_JOBS}))`.execute(
      db,
    ),
  );
  return done;
}

export async function isQueued(db: Db, key: string): Promise<boolean> {
  const { rows } =
    await sql`select from graphile_worker.jobs where key = ${key} and attempts < max_attempts`.execute(db);
  return rows.length > 0;
}
