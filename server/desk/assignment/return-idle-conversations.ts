import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { CLAIM_MINUTES } from '../claims/claim-minutes.ts';
import { endClaims } from '../claims/end-claims.ts';
import { tellDesk } from '../news.ts';

/** A writer with nothing to do stays on this long without a sign of life. */
const QUIET_MINUTES = 60;

/**
 * Returns conversations to the queue whose writers left them alone for `CLAIM_MINUTES`, and sets writers away who did
 * nothing in that time although somebody waited for them. Idempotent.
 */
export async function returnIdleConversations(app: Pick<App, 'db' | 'events'>): Promise<void> {
  const ended = await inTransaction(app.db, async (tx) => {
    const lapsed = await endClaims(tx, sql`k.expires_at <= app_now()`);
    await sql`
      update desk_writers d set is_on = false, changed_at = app_now()
      where is_on and (active_at < app_now() - ${QUIET_MINUTES} * interval '1 minute'
        or active_at <= app_now() - ${CLAIM_MINUTES} * interval '1 minute' and operator_id in (
          select claim.operator_id from jsonb_to_recordset(${JSON.stringify(lapsed)}::jsonb) claim (conversation_id bigint, operator_id bigint)
            join unanswered w on w.conversation_id = claim.conversation_id))`.execute(tx);
    return lapsed;
  });
  for (const { conversation_id } of ended) tellDesk(app, conversation_id);
}
