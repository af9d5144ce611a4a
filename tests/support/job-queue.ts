import { sql } from 'kysely';
import type { App } from '#server/platform/app.ts';
import type { Db } from '#server/platform/database/index.ts';
import { textOfSms } from '#server/platform/outgoing/sms.ts';

// Access to the job queue. Other test files must not use the queue's own tables.

export interface QueuedJob {
  id: number;
  name: string;
  payload: any;
  key: string | null;
  run_at: Date;
  attempts: number;
  last_error: string | null;
  locked_by: string | null;
}

export async function queuedJobs(db: Db, name?: string): Promise<QueuedJob[]> {
  const { rows } = await sql<QueuedJob>`
    select jobs.id, tasks.identifier as name, jobs.payload, jobs.key, jobs.run_at, jobs.attempts, jobs.last_error, jobs.locked_by
    from graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
    where ${name ?? null}::text is null or tasks.identifier = ${name ?? null} order by jobs.id`.execute(db);
  return rows;
}

export const queuedTexts = async (
  { db, config }: Pick<App, 'db' | 'config'>,
  number: string,
): Promise<string[]> =>
  (await queuedJobs(db, 'sms'))
    .filter(({ payload }) => payload.to === number)
    .map(({ payload }) => textOfSms(config.secret, payload));

export const queuedMails = async (
  db: Db,
  address: string,
  template?: string,
): Promise<Record<string, any>[]> =>
  (await queuedJobs(db, 'mail'))
    .filter(
      ({ payload }) =>
        payload.to?.email === address && (template === undefined || payload.template === template),
    )
    .map(({ payload }) => payload.props);

export const emptyQueue = async (db: Db): Promise<void> =>
  void (await sql`delete from graphile_worker._private_jobs`.execute(db));

export const retryJobsNow = async (db: Db): Promise<void> =>
  void (await sql`update graphile_worker._private_jobs set run_at = now() - interval '1 second' where last_error is not null and locked_at is null`.execute(
    db,
  ));

export const postponeJobs = async (db: Db, days: number): Promise<void> =>
  void (await sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), run_at => now() + ${days} * interval '1 day')`.execute(
    db,
  ));

/** Puts these jobs into the state after their last attempt failed, some days ago. */
export const failJobs = async (db: Db, ids: readonly number[], reason: string, days = 0): Promise<void> =>
  void (await sql`
    update graphile_worker._private_jobs set attempts = max_attempts, last_error = ${reason}, updated_at = now() - ${days} * interval '1 day'
    where id = any (${ids}::bigint[])`.execute(db));

/** Puts every job into the state of a first attempt whose worker was killed some seconds ago. */
export const abandonJobs = async (
  db: Db,
  workerOf: (job: QueuedJob) => string,
  seconds: number,
): Promise<void> => {
  for (const job of await queuedJobs(db)) {
    await sql`
      update graphile_worker._private_jobs set attempts = 1, locked_at = now() - ${seconds} * interval '1 second', locked_by = ${workerOf(job)}
      where id = ${job.id}`.execute(db);
  }
};

export async function takeJobs(db: Db): Promise<{ name: string; payload: unknown }[]> {
  const { rows } = await sql<{ name: string; payload: unknown }>`
    delete from graphile_worker._private_jobs jobs using graphile_worker._private_tasks tasks
    where tasks.id = jobs.task_id returning tasks.identifier as name, jobs.payload`.execute(db);
  return rows;
}

/** Makes waiting jobs of a name due, as if the time until then had passed. */
export const hurryJobs = async (db: Db, name: string): Promise<void> =>
  void (await sql`
    update graphile_worker._private_jobs jobs set run_at = now() - interval '1 second'
    from graphile_worker._private_tasks tasks
    where tasks.id = jobs.task_id and tasks.identifier = ${name} and jobs.locked_at is null`.execute(db));

/** The conversations of which a member is still to be notified. */
export async function noticesTo(db: Db, member: number): Promise<number[]> {
  const { rows } = await sql<{ conversation: number }>`
    select conversation_id as conversation from message_notices where member_id = ${member} order by due_at`.execute(
    db,
  );
  return rows.map(({ conversation }) => conversation);
}
