import { sql } from 'kysely';
import { notificationTypes } from '#contract/lists/notifications.ts';
import { isWanted } from '#contract/rules/notification-rules.ts';
import type { Db } from '../../platform/database/index.ts';
import { noteUnsubscribe } from '../series/note-unsubscribe.ts';

/**
 * Sets which notifications a member has switched off. It also ends the warning about an unsubscribe, because
 * the member has now seen the settings.
 */
export async function changeSwitches(db: Db, memberId: number, disabled: readonly string[]): Promise<void> {
  await sql`update members set notifications_disabled = ${[...new Set(disabled)]}::text[],
    disabled_notification_reason = nullif(disabled_notification_reason, 'listunsubscribe') where id = ${memberId}`.execute(
    db,
  );
  await noteUnsubscribe(
    db,
    memberId,
    notificationTypes.filter((type) => !isWanted(disabled, 'email', type)),
  );
}
