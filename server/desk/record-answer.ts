import { sql } from 'kysely';
import type { Db } from '../platform/database/index.ts';

interface SentAnswer {
  message: number;
  operator: number;
  conversation: number;
  profile_id: number;
  member_id: number;
  /** Seconds that the member waited; null if nothing waited. */
  waited: number | null;
  /** The share of answers that a supervisor reads. */
  samplePercent: number;
}

/** Records who wrote an answer, and samples it for review by chance. Repeats change nothing. */
export async function recordAnswer(tx: Db, answer: SentAnswer): Promise<void> {
  const { message, operator, conversation, profile_id, member_id, waited, samplePercent } = answer;
  await sql`
    with stored as (
      insert into desk_answers (message_id, operator_id, conversation_id, profile_id, waited_seconds, site)
      values (${message}, ${operator}, ${conversation}, ${profile_id}, ${waited},
        (select site_of_host(host) from members where id = ${member_id}))
      on conflict do nothing returning message_id, conversation_id, operator_id)
    insert into desk_reviews (message_id, conversation_id, operator_id)
    select message_id, conversation_id, operator_id from stored where random() * 100 < ${samplePercent}`.execute(
    tx,
  );
}
