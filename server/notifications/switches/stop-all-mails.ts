import { sql } from 'kysely';
import type { DisabledNotificationReason } from '#contract/membership/user.ts';
import type { Db } from '../../platform/database/index.ts';

/**
 * Stops all mails that can be switched off, because the address is dead (`bounce`) or its owner reported spam
 * (`fbl`). Returns false if they were stopped already.
 */
export async function stopAllMails(
  db: Db,
  memberId: number,
  reason: Exclude<DisabledNotificationReason, 'listunsubscribe'>,
): Promise<boolean> {
  const { numAffectedRows } = await sql`update members set disabled_notification_reason = ${reason}
    where id = ${memberId} and coalesce(disabled_notification_reason, '') not in ('fbl', ${reason})`.execute(
    db,
  );
  return numAffectedRows === 1n;
}
