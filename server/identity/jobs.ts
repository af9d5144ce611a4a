import { sql } from 'kysely';
import type { App } from '../platform/app.ts';
import type { CronEntry, JobHandlers } from '../platform/jobs.ts';
import { SESSION_DAYS } from './sessions/session-cookie.ts';

const CLEAN_UP = 'identity-clean-up';

export const identityJobs = (app: App): JobHandlers => ({
  async [CLEAN_UP]() {
    await sql`delete from sessions where expires_at < app_now()`.execute(app.db);
    // A cookie lives as long as its session could have.
    await sql`delete from ended_sessions where ended_at < app_now() - ${SESSION_DAYS} * interval '1 day'`.execute(
      app.db,
    );
    await sql`delete from passkey_challenges where expires_at < app_now()`.execute(app.db);
    await sql`delete from link_tokens where expires_at < app_now() - interval '30 days'`.execute(app.db);
    await sql`delete from banned_marks where until < app_now()`.execute(app.db);
  },
});

export const identityCron: CronEntry[] = [{ job: CLEAN_UP, at: '41 3 * * *' }];
