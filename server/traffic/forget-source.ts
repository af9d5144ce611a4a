import { sql } from 'kysely';
import type { Tx } from '../platform/database/index.ts';

/**
 * Empties the references of a member's conversions and cancels postbacks that were not sent. The payouts
 * stay, because a partner was promised them, without a link to the advertisement.
 */
export async function forgetSource(tx: Tx, memberId: number): Promise<void> {
  await sql`
    update conversions set ref = null, sub1 = null, sub2 = null, sub3 = null,
        postback_state = case postback_state when 'waiting' then 'none' else postback_state end
      where member_id = ${memberId}`.execute(tx);
}
