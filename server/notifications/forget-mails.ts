import { sql } from 'kysely';
import type { Db } from '../platform/database/index.ts';

const RETENTION_DAYS = 30;

/** Deletes records of mails that are too old for any cap, and of the recipients of old announcements. */
export async function forgetMails(db: Db): Promise<void> {
  await sql`delete from notification_mails where sent_at < app_now() - ${RETENTION_DAYS} * interval '1 day'`.execute(
    db,
  );
  await sql`delete from announcement_sends where sent_at < app_now() - ${RETENTION_DAYS} * interval '1 day'
    and announcement_id in (select id from announcements where status in ('sent', 'cancelled'))`.execute(db);
}
