import { sql } from 'kysely';
import { oneOrNone, type Db } from '../platform/database/index.ts';

interface MissedCall {
  caller: number;
  callee: number;
  conversation: number;
}

/** A call that was not answered, unless the one who was called has muted the conversation. */
export const missedCall = (db: Db, id: string): Promise<MissedCall | null> =>
  oneOrNone(
    sql<MissedCall>`
    select v.caller_id as caller, v.callee_id as callee, v.conversation_id as conversation
    from video_calls v
      cross join lateral side_of(v.callee_id, v.conversation_id) side
    where v.id = ${id} and v.ended in ('missed', 'cancelled') and coalesce(side.muted_until <= app_now(), true)`.execute(
      db,
    ),
  );
