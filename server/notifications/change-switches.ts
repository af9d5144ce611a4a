import { sql } from 'kysely';
import type { DisabledNotificationReason, NotificationType } from '#contract/enums.ts';
import type { Db, Tx } from '../platform/database/index.ts';

/** What a new member has switched off: all that nobody asked for. */
export const OFF_AT_FIRST = ['weekly_updates', 'promotions', 'news'] as const;

/** Sets which notifications a member has switched off. Saving shows that the member has seen what an unsubscribe switched off, so the warning ends. */
export async function changeSwitches(db: Db, memberId: number, disabled: readonly string[]): Promise<void> {
  await sql`update members set notifications_disabled = ${[...new Set(disabled)]}::text[],
    disabled_notification_reason = nullif(disabled_notification_reason, 'listunsubscribe') where id = ${memberId}`.execute(db);
}

/**
 * Stops the mails of one type, and notes that a mail's own unsubscribe did it. The other types go on; a reason that weighs
 * more (a spam report, an address that is gone) stays.
 */
export async function stopMailsOf(db: Db, memberId: number, type: NotificationType): Promise<void> {
  const entry = `email:${type}`;
  await sql`update members set
      notifications_disabled = case when notifications_disabled && array[${entry}, ${type}::text] then notifications_disabled
        else array_append(notifications_disabled, ${entry}) end,
      disabled_notification_reason = coalesce(disabled_notification_reason, 'listunsubscribe')
    where id = ${memberId}`.execute(db);
}

/** Stops all mails of news to an address that is gone (`bounce`) or whose owner called one spam (`fbl`). False: they were stopped already. */
export async function stopAllMails(db: Db, memberId: number, reason: Exclude<DisabledNotificationReason, 'listunsubscribe'>): Promise<boolean> {
  const { numAffectedRows } = await sql`update members set disabled_notification_reason = ${reason}
    where id = ${memberId} and coalesce(disabled_notification_reason, '') not in ('fbl', ${reason})`.execute(db);
  return numAffectedRows === 1n;
}

/** Forgets what came back: mails of news go out again as the switches say. A new address begins like this, and so does one whose owner asks. */
export async function forgetMailFaults(tx: Tx | Db, memberId: number): Promise<void> {
  await sql`update members set disabled_notification_reason = null where id = ${memberId}`.execute(tx);
  await sql`delete from soft_bounces where member_id = ${memberId}`.execute(tx);
}

/** Stops all mails of news for some days from now, whatever pause ran before; then they come again by themselves. */
export async function pauseMails(db: Db, memberId: number, days: number): Promise<void> {
  await sql`update members set mails_paused_until = app_now() + ${days} * interval '1 day' where id = ${memberId}`.execute(db);
}

/** Ends the pause of mails at once. A repeat is fine. */
export async function endMailPause(db: Db, memberId: number): Promise<void> {
  await sql`update members set mails_paused_until = null where id = ${memberId}`.execute(db);
}
