import { sql } from 'kysely';
import type { Db } from '../../platform/database/index.ts';
import { CLAIM_MINUTES } from './claim-minutes.ts';

/**
 * Gives a conversation to a writer, unless somebody holds it. Returns whether that succeeded. The primary key of
 * `desk_claims` decides between writers who try at the same time.
 */
export async function storeClaim(tx: Db, operator: number, conversation: number): Promise<boolean> {
  const { rows } = await sql`
    insert into desk_claims as k (conversation_id, operator_id, expires_at)
    values (${conversation}, ${operator}, app_now() + ${CLAIM_MINUTES} * interval '1 minute')
    on conflict (conversation_id) do update set expires_at = excluded.expires_at
      where k.operator_id = excluded.operator_id and k.expires_at > app_now()
    returning conversation_id`.execute(tx);
  return rows.length > 0;
}
