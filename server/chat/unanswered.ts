import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../platform/database/index.ts';

/** A wait for a fictional profile's answer that has lasted too long, marked as returned. */
export interface OverdueWait {
  conversation_id: number;
  profile_id: number;
  member_id: number;
  first_message_id: number;
  since: Date;
  /** What the member paid for the messages that wait; 0 when they were free. */
  credits: number;
  /** How long the member's site lets somebody wait. */
  hours: number;
}

/**
 * Takes the waits that have lasted longer than `hours` (an expression on the waiting member, `m`), oldest first, and marks them as returned in the given transaction,
 * whose caller gives the credits back. A wait that was answered in the meantime is dropped instead.
 */
export async function takeOverdueWaits(tx: Db, hours: RawBuilder<number>, limit: number): Promise<OverdueWait[]> {
  const { rows } = await sql<OverdueWait & { answered: boolean }>`
    select w.conversation_id, w.profile_id, w.member_id, w.first_message_id, w.since, (${hours})::int as hours,
      exists (select from messages a where a.conversation_id = w.conversation_id and a.id > w.first_message_id and a.sender_id = w.profile_id) as answered,
      (select coalesce(sum(paid.credits), 0)::int from messages paid
        where paid.conversation_id = w.conversation_id and paid.id >= w.first_message_id and paid.sender_id = w.member_id) as credits
    from unanswered w join members m on m.id = w.member_id
    where w.returned_at is null and w.since < app_now() - (${hours}) * interval '1 hour'
    order by w.since limit ${limit}
    for update of w skip locked`.execute(tx);
  const answered = rows.filter((row) => row.answered).map((row) => row.conversation_id);
  if (answered.length > 0) await tx.deleteFrom('unanswered').where('conversation_id', 'in', answered).execute();
  const overdue = rows.filter((row) => !row.answered);
  for (const wait of overdue) {
    await sql`update unanswered set returned_at = app_now(), returned_credits = ${wait.credits} where conversation_id = ${wait.conversation_id}`.execute(tx);
  }
  return overdue;
}

/** Ends the wait that an answer ended. Returns how long the member had waited in seconds, null when nothing waited. */
export async function endWait(tx: Db, conversation: number, answer: number): Promise<number | null> {
  const { rows } = await sql<{ waited: number }>`
    delete from unanswered where conversation_id = ${conversation} and first_message_id < ${answer}
    returning extract(epoch from app_now() - since)::int as waited`.execute(tx);
  return rows[0]?.waited ?? null;
}
