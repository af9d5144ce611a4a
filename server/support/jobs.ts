import { sql } from 'kysely';
import type { App } from '../platform/app.ts';
import type { JobHandlers } from '../platform/jobs.ts';

/** Banks take payments back for about a year; the questions about them are needed that long. */
const KEPT_DAYS = 365;

/** The job that deletes closed threads after a year without a change. */
export const FORGET_THREADS = 'forget-support-threads';

export const supportJobs = (app: App): JobHandlers => ({
  async [FORGET_THREADS]() {
    await sql`
      delete from support_threads where id in (
        select id from support_threads
        where status = 'closed' and updated_at < app_now() - ${KEPT_DAYS} * interval '1 day' limit 1000)`.execute(
      app.db,
    );
  },
});
