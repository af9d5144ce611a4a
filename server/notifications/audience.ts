import { sql } from 'kysely';
import type { DisabledNotificationReason } from '#contract/enums.ts';
import type { Locale } from '#contract/locales.ts';
import type { Db } from '../platform/database/index.ts';

/** A member as somebody who is told things. */
export interface Addressee {
  id: number;
  name: string;
  /** Null for fictional and cam profiles, which nobody writes mails to. */
  email: string | null;
  language: Locale;
  host: string | null;
  notifications_disabled: string[];
  /** Mails bounced, were marked as spam or unsubscribed: none are sent until the member mends it. */
  disabled_notification_reason: DisabledNotificationReason | null;
  /** Has the site open right now, and sees it there. */
  present: boolean;
}

const PRESENT_MINUTES = 2;

/** The member, when the account is in use; null for those who are gone, banned or pending deletion. */
export async function addresseeOf(db: Db, memberId: number): Promise<Addressee | null> {
  const { rows } = await sql<Addressee>`
    select m.id, p.name, m.email, m.language, m.host, m.notifications_disabled, m.disabled_notification_reason,
      coalesce(seen.last_active > app_now() - ${sql.lit(`${PRESENT_MINUTES} minutes`)}::interval, false) as present
    from members m join profiles p on p.id = m.id left join presence seen on seen.member_id = m.id
    where m.id = ${memberId} and m.status in ('active', 'not_confirmed')`.execute(db);
  return rows[0] ?? null;
}
