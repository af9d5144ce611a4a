import { sql } from 'kysely';
import { one, type Db } from '../platform/database/index.ts';

const FREE_SECONDS = 60;

/** The free beginning of the next call of two members: a minute, unless a call in the last 24 hours had it. */
export async function freeSecondsFor(db: Db, member: number, other: number): Promise<number> {
  const { used } = await one(
    sql<{ used: boolean }>`
    select exists (
      select from video_calls v
        where (v.caller_id, v.callee_id) in ((${member}::bigint, ${other}::bigint), (${other}::bigint, ${member}::bigint))
          and v.created_at > app_now() - interval '2 days' and v.started_at > app_now() - interval '24 hours' and v.free_seconds > 0
    ) as used`.execute(db),
  );
  return used ? 0 : FREE_SECONDS;
}
