import { type RawBuilder, sql } from 'kysely';
import type { ReturnedMessage } from '../../credits/index.ts';
import type { Db } from '../../platform/database/index.ts';

export interface OverdueWait {
  conversation_id: number;
  profile_id: number;
  member_id: number;
  first_message_id: number;
  since: Date;
  paid: ReturnedMessage[];
  hours: number;
}

/**
 * Claims waits longer than `hours` (an expression on the waiting member, `m`), oldest first, and marks them
 * as refunded in the given transaction. The caller refunds the credits and records them with `noteReturned`.
 * A wait that was answered in the meantime is deleted instead.
 */
export async function takeOverdueWaits(
  tx: Db,
  hours: RawBuilder<number>,
  limit: number,
): Promise<OverdueWait[]> {
  const { rows } = await sql<Omit<OverdueWait, 'paid'> & { answered: boolean }>`
    select w.conversation_id, w.profile_id, w.member_id, w.first_message_id, w.since, (${hours})::int as hours,
      exists (select from messages_after(w.conversation_id, w.first_message_id) a where a.sender_id = w.profile_id) as answered
    from unanswered w join members m on m.id = w.member_id
    where w.returned_at is null and w.since < app_now() - (${hours}) * interval '1 hour'
    order by w.since limit ${limit}
    for update of w skip locked`.execute(tx);
  const answered = rows.filter((row) => row.answered).map((row) => row.conversation_id);
  if (answered.length > 0)
    await tx.deleteFrom('unanswered').where('conversation_id', 'in', answered).execute();
  const overdue = rows.filter((row) => !row.answered);
  const waits: OverdueWait[] = [];
  for (const { answered: _, ...wait } of overdue) {
    await sql`update unanswered set returned_at = app_now(), returned_credits = 0 where conversation_id = ${wait.conversation_id}`.execute(
      tx,
    );
    waits.push({ ...wait, paid: await paidIn(tx, wait) });
  }
  return waits;
}

async function paidIn(
  tx: Db,
  wait: Pick<OverdueWait, 'conversation_id' | 'first_message_id' | 'member_id'>,
): Promise<ReturnedMessage[]> {
  const { rows } = await sql<ReturnedMessage>`
    select conversation_id as conversation, id, credits, created_at as "sentAt" from messages
    where conversation_id = ${wait.conversation_id} and id >= ${wait.first_message_id} and sender_id = ${wait.member_id} and credits > 0
    order by id`.execute(tx);
  return rows;
}
