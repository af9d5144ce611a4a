import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { lockWriter } from '../assignment/lock-writer.ts';
import { tellDesk } from '../news.ts';
import { assertFictional } from './assert-fictional.ts';
import { endClaims } from './end-claims.ts';
import { holderOf } from './holder-of.ts';
import { storeClaim } from './store-claim.ts';

interface Claim {
  operator: number;
  conversation: number;
  /** Also takes a conversation that another writer holds. */
  takeover: boolean;
  /** How many waiting conversations a writer holds at once, unless they have their own number. Without it there is no limit. */
  capacity?: number;
}

/**
 * POST /api/admin/desk-claim: assigns a conversation of a fictional profile to the writer. Beyond their capacity it
 * releases the one that they have left alone for longest. Throws `not_found` for a conversation
 * without a fictional profile, and `desk_claimed` with the other writer's name while their claim lasts,
 * unless `takeover` is set.
 */
export async function claimConversation(
  app: Pick<App, 'db' | 'events'>,
  { operator, conversation, takeover, capacity: standard }: Claim,
): Promise<void> {
  const released = await inTransaction(app.db, async (tx) => {
    const { capacity } = await lockWriter(tx, operator);
    await assertFictional(tx, conversation);
    await sql`select from conversations where id = ${conversation} for no key update`.execute(tx);
    const other = await holderOf(tx, conversation);
    if (other && other.id !== operator && !takeover) throw refuse('desk_claimed', { name: other.name });
    await endClaims(
      tx,
      sql`k.conversation_id = ${conversation} and (k.operator_id <> ${operator} or k.expires_at <= app_now())`,
    );
    await storeClaim(tx, operator, conversation);
    await sql`update desk_writers set passed_on = array_remove(passed_on, ${conversation}), active_at = app_now()
      where operator_id = ${operator}`.execute(tx);
    if (!standard) return [];
    return endClaims(
      tx,
      sql`k.conversation_id in (
        select own.conversation_id from desk_claims own join unanswered w on w.conversation_id = own.conversation_id
        where own.operator_id = ${operator} and own.conversation_id <> ${conversation}
        order by own.expires_at desc offset ${(capacity ?? standard) - 1})`,
    );
  });
  for (const id of new Set([conversation, ...released.map((claim) => claim.conversation_id)]))
    tellDesk(app, id);
}
