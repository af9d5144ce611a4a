import { sql } from 'kysely';
import type { Db } from '../../platform/database/index.ts';

export async function noteReturned(tx: Db, conversation: number, credits: number): Promise<void> {
  await sql`update unanswered set returned_credits = ${credits} where conversation_id = ${conversation}`.execute(
    tx,
  );
}
