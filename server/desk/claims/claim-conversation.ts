import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { tellDesk } from '../news.ts';
import { assertFictional } from './assert-fictional.ts';
import { CLAIM_MINUTES } from './claim-minutes.ts';
import { holderOf } from './holder-of.ts';

/**
 * POST /api/admin/desk-claim: assigns a conversation of a fictional profile to the writer and releases the
 * previous one, since a writer answers one conversation at a time. Throws `not_found` for a conversation
 * without a fictional profile, and `desk_claimed` with the other writer's name while their claim lasts,
 * unless `takeover` is set.
 */
export async function claimConversation(
  app: Pick<App, 'db' | 'events'>,
  operator: number,
  conversation: number,
  takeover: boolean,
): Promise<void> {
  const released = await inTransaction(app.db, async (tx) => {
    await assertFictional(tx, conversation);
    await sql`select from conversations where id = ${conversation} for no key update`.execute(tx);
    const other = await holderOf(tx, conversation);
    if (other && other.id !== operator && !takeover) throw refuse('desk_claimed', { name: other.name });
    const { rows } = await sql<{ conversation_id: number }>`
      delete from desk_claims where (operator_id = ${operator} or conversation_id = ${conversation}) returning conversation_id`.execute(
      tx,
    );
    await sql`insert into desk_claims (conversation_id, operator_id, expires_at)
      values (${conversation}, ${operator}, app_now() + ${CLAIM_MINUTES} * interval '1 minute')`.execute(tx);
    return rows.map((row) => row.conversation_id);
  });
  for (const id of new Set([conversation, ...released])) tellDesk(app, id);
}
