import { sql } from 'kysely';
import type { Db } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { type Sides, assertFictional } from './assert-fictional.ts';
import { CLAIM_MINUTES } from './claim-minutes.ts';

/** Typing keeps a claim every few seconds; the writer's activity is stored less often. */
const SEEN_SECONDS = 20;

/**
 * Extends the writer's claim and returns the conversation's sides. Throws `desk_not_claimed` if the writer
 * has no claim, it has expired, or another writer has taken over.
 */
export async function keepClaim(db: Db, operator: number, conversation: number): Promise<Sides> {
  const { rows } = await sql`
    with kept as (
      update desk_claims set expires_at = app_now() + ${CLAIM_MINUTES} * interval '1 minute'
        where conversation_id = ${conversation} and operator_id = ${operator} and expires_at > app_now() returning operator_id),
    seen as (
      update desk_writers set active_at = app_now()
        where operator_id in (select operator_id from kept) and active_at < app_now() - ${SEEN_SECONDS} * interval '1 second')
    select from kept`.execute(db);
  if (rows.length === 0) throw refuse('desk_not_claimed');
  return assertFictional(db, conversation);
}
