import { sql } from 'kysely';
import type { Db } from '../../platform/database/index.ts';
import { reachedGoal } from './reached-goal.ts';

/** Days after entering within which a goal counts, with and without mails. */
const GOAL_DAYS = 30;

/** Notes who reached the goal of their series, also among the members who were held out, and ends their series. */
export async function noteGoals(db: Db): Promise<void> {
  await sql`
    update mail_series_runs r set goal_at = app_now(),
      status = case when r.status = 'running' then 'goal' else r.status end,
      ended_at = coalesce(r.ended_at, app_now())
    where r.goal_at is null and r.entered_at > app_now() - ${GOAL_DAYS} * interval '1 day' and ${reachedGoal}`.execute(
    db,
  );
}
