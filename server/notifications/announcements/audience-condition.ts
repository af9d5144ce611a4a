import { sql, type RawBuilder } from 'kysely';
import type { AnnouncementAudience, AnnouncementType } from '#contract/notifications/calls.ts';
import { worksForMail } from '../audience.ts';

/**
 * If a cap or a pause would delay an announcement longer than this, the member does not get it: the news
 * would be stale.
 */
export const MOST_DAYS_LATE = 3;

/**
 * Condition over `members m` and `profiles p`: members of the audience whom a mail of this type reaches
 * (working address, and no pause that outlasts the news) or a push (subscribed device). Operators are
 * excluded.
 */
export const inAudience = (
  type: AnnouncementType,
  languages: string[],
  { countries, gender, premium, active_days, hosts, languages: chosen }: AnnouncementAudience,
): RawBuilder<boolean> => sql`
  m.status = 'active' and m.email is not null and p.kind = 'member' and m.roles = '{}' and m.shadow_email_key is null
  and m.language = any(${languages.filter((locale) => !chosen || (chosen as string[]).includes(locale))}::text[])
  and not (m.notifications_disabled @> array[${type}::text])
  and (
    (${worksForMail} and (${type}::text = 'account'
      or (not (m.notifications_disabled @> array[${`email:${type}`}])
        and coalesce(m.mails_paused_until <= app_now() + ${MOST_DAYS_LATE} * interval '1 day', true))))
    or (not (m.notifications_disabled @> array[${`push:${type}`}]) and exists (select from push_subscriptions d where d.member_id = m.id)))
  and (${countries ?? null}::text[] is null or p.country = any(${countries ?? null}::text[]))
  and (${gender ?? null}::text is null or p.gender = ${gender ?? null})
  and (${premium ?? null}::boolean is null or m.paid_user = ${premium ?? null})
  and (${active_days ?? null}::int is null or p.active_on > app_now()::date - ${active_days ?? null}::int)
  and (${hosts ?? null}::text[] is null or coalesce((select s.host from sites s where s.host = m.host or m.host = any(s.aliases)), '*') = any(${hosts ?? null}::text[]))`;
