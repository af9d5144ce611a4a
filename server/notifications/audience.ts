import { sql } from 'kysely';
import type { DisabledNotificationReason } from '#contract/enums.ts';
import type { Locale } from '#contract/lists/locales.ts';
import type { App } from '../platform/app.ts';
import { settingsOf } from '../site-settings/index.ts';

/** A member as somebody who is told things. */
export interface Addressee {
  id: number;
  name: string;
  /** Null for fictional and cam profiles, which nobody writes mails to. */
  email: string | null;
  language: Locale;
  host: string | null;
  notifications_disabled: string[];
  /** `bounce` and `fbl` stop every mail of news until the member asks for them again; `listunsubscribe` stopped one type. */
  disabled_notification_reason: DisabledNotificationReason | null;
  /** Paused all mails of news for some days: how many seconds of that are left, 0 for none. */
  pause_seconds: number;
  /** Has the site open right now, and sees it there. */
  present: boolean;
  confirmed: boolean;
  /** IANA zone in which the member's night is quiet. */
  time_zone: string;
}

const PRESENT_MINUTES = 2;

/** The member, when the account is in use; null for those who are gone, banned or pending deletion. */
export async function addresseeOf(app: Pick<App, 'db' | 'parts'>, memberId: number): Promise<Addressee | null> {
  const { rows } = await sql<Omit<Addressee, 'time_zone'> & { time_zone: string | null }>`
    select m.id, p.name, case when m.email_key is not null then m.email end as email, m.language, m.host, m.notifications_disabled,
      m.disabled_notification_reason, greatest(0, ceil(extract(epoch from coalesce(m.mails_paused_until - app_now(), interval '0'))))::int as pause_seconds, m.time_zone, m.status = 'active' as confirmed,
      coalesce(seen.last_active > app_now() - ${sql.lit(`${PRESENT_MINUTES} minutes`)}::interval, false) as present
    from members m join profiles p on p.id = m.id left join presence seen on seen.member_id = m.id
    where m.id = ${memberId} and m.status in ('active', 'not_confirmed')`.execute(app.db);
  const [member] = rows;
  return member ? { ...member, time_zone: member.time_zone ?? (await settingsOf(app, member.host ?? undefined)).time_zone } : null;
}
