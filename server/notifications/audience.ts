import { sql } from 'kysely';
import type { Locale } from '#contract/lists/locales.ts';
import { type NotificationRhythm, USUAL_RHYTHM } from '#contract/rules/notification-rules.ts';
import type { App } from '../platform/app.ts';
import type { Recipient } from '../platform/outgoing/mailer.ts';
import { settingsOf } from '../site-settings/index.ts';
import { rhythmColumns } from './rhythm/rhythm-of.ts';

/**
 * Condition over `members m`: a confirmed address of the member's own. `bounce` and `fbl` (spam report) stop all
 * mails until the member requests them again; `listunsubscribe` stopped one type only.
 */
export const worksForMail = sql<boolean>`(m.status = 'active' and m.email_key is not null
  and coalesce(m.disabled_notification_reason, 'listunsubscribe') = 'listunsubscribe')`;

export interface Addressee {
  id: number;
  name: string;
  /** Null for fictional and cam profiles, which get no mails. */
  email: string | null;
  language: Locale;
  host: string | null;
  notifications_disabled: string[];
  /** The member wants names in pushes, although others can read a lock screen. */
  push_names: boolean;
  /** See `worksForMail`. */
  mail_works: boolean;
  /** Seconds left of a pause of mails; 0 for none. */
  pause_seconds: number;
  /** True if the member has the site open, and so sees the news there. */
  present: boolean;
  confirmed: boolean;
  /** IANA zone of the member's quiet hours: the one chosen last, although their day changes only at midnight. */
  time_zone: string;
  rhythm: NotificationRhythm;
}

export type MailAddressee = Addressee & { email: string };

export const recipientOf = (to: MailAddressee): Recipient => ({
  email: to.email,
  name: to.name,
  locale: to.language,
  memberId: to.id,
  host: to.host,
});

const PRESENT_MINUTES = 2;

/** The recipient data of an account in use; null if the account is deleted, banned or pending deletion. */
export async function addresseeOf(
  app: Pick<App, 'db' | 'parts'>,
  memberId: number,
): Promise<Addressee | null> {
  const { rows } = await sql<
    Omit<Addressee, 'time_zone' | 'rhythm'> & { time_zone: string | null; rhythm: NotificationRhythm | null }
  >`
    select m.id, p.name, case when m.email_key is not null then m.email end as email, m.language, m.host, m.notifications_disabled, m.push_names,
      ${worksForMail} as mail_works, greatest(0, ceil(extract(epoch from coalesce(m.mails_paused_until - app_now(), interval '0'))))::int as pause_seconds, coalesce(m.next_time_zone, m.time_zone) as time_zone, m.status = 'active' as confirmed, ${rhythmColumns} as rhythm,
      coalesce(seen.last_active > app_now() - ${sql.lit(`${PRESENT_MINUTES} minutes`)}::interval, false) as present
    from members m join profiles p on p.id = m.id left join presence seen on seen.member_id = m.id
      left join notification_rhythms r on r.member_id = m.id
    where m.id = ${memberId} and m.status in ('active', 'not_confirmed')`.execute(app.db);
  const [member] = rows;
  return member
    ? {
        ...member,
        rhythm: member.rhythm ?? USUAL_RHYTHM,
        time_zone: member.time_zone ?? (await settingsOf(app, member.host ?? undefined)).time_zone,
      }
    : null;
}
