import { sql } from 'kysely';
import type { CallBody } from '#contract/calls.ts';
import { inTransaction, type Db } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';

/**
 * PUT /api/admin/desk-reviews: scores a sampled answer, or changes its score. Throws `not_found` for an answer that was not
 * sampled, and `own_decision` for one's own.
 */
export async function scoreAnswer(
  db: Db,
  operator: number,
  { conversation, message, score, comment }: CallBody<'scoreDeskAnswer'>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { rows } = await sql<{ operator_id: number }>`
      select operator_id from desk_reviews where message_id = ${message} and conversation_id = ${conversation}
      for update`.execute(tx);
    if (!rows[0]) throw refuse('not_found');
    if (rows[0].operator_id === operator) throw refuse('own_decision');
    await sql`
      update desk_reviews set score = ${score}, comment = ${comment.trim()}, reviewed_by = ${operator}, reviewed_at = app_now()
      where message_id = ${message}`.execute(tx);
  });
}
