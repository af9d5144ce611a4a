import { sql } from 'kysely';
import type { NotificationType } from '#contract/lists/notifications.ts';
import type { Db } from '../../platform/database/index.ts';

/**
 * Stops the mails of one type after an unsubscribe by link. Other types continue, and a stronger reason (spam
 * report, dead address) stays recorded.
 */
export async function stopMailsOf(db: Db, memberId: number, type: NotificationType): Promise<void> {
  const entry = `email:${type}`;
  await sql`update members set
      notifications_disabled = case when notifications_disabled && array[${entry}, ${type}::text] then notifications_disabled
        else array_append(notifications_disabled, ${entry}) end,
      disabled_notification_reason = coalesce(disabled_notification_reason, 'listunsubscribe')
    where id = ${memberId}`.execute(db);
}
