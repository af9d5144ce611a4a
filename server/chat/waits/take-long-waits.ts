import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/index.ts';

export interface LongWait {
  conversation_id: number;
  profile_id: number;
  member_id: number;
  since: Date;
}

/**
 * Claims waits longer than `minutes` (an expression on the waiting member, `m`), oldest first. Each wait is returned
 * once.
 */
export async function takeLongWaits(tx: Db, minutes: RawBuilder<number>, limit: number): Promise<LongWait[]> {
  const { rows } = await sql<LongWait>`
    update unanswered u set reported_since = u.since
    from (
      select w.conversation_id from unanswered w join members m on m.id = w.member_id
      where w.returned_at is null and w.since < app_now() - (${minutes}) * interval '1 minute'
        and w.reported_since is distinct from w.since
      order by w.since limit ${limit} for update of w skip locked
    ) long
    where u.conversation_id = long.conversation_id
    returning u.conversation_id, u.profile_id, u.member_id, u.since`.execute(tx);
  return rows;
}
