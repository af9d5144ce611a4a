import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/index.ts';

/**
 * Clears recorded bounces and reports, so that mails go out again: for a new address, or at the member's
 * request.
 */
export async function forgetMailFaults(tx: Tx | Db, memberId: number): Promise<void> {
  await sql`update members set disabled_notification_reason = null where id = ${memberId}`.execute(tx);
  await sql`delete from soft_bounces where member_id = ${memberId}`.execute(tx);
}
