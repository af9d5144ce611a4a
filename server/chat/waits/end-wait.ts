import { sql } from 'kysely';
import type { Db } from '../../platform/database/index.ts';

/** Ends the wait for an answer. Returns the seconds waited, or null if there was no wait. */
export async function endWait(tx: Db, conversation: number, answer: number): Promise<number | null> {
  const { rows } = await sql<{ waited: number }>`
    delete from unanswered where conversation_id = ${conversation} and first_message_id < ${answer}
    returning extract(epoch from app_now() - since)::int as waited`.execute(tx);
  return rows[0]?.waited ?? null;
}
