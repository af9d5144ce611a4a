import { sql } from 'kysely';
import type { User, UserStatus } from '#contract/membership/user.ts';
import type { SiteSettings } from '#contract/site-settings/setting-table.ts';
import { newActivityCount } from '../activity/index.ts';
import { unreadCount } from '../chat/index.ts';
import { textVersionsOf } from '../experiments/index.ts';
import { newLikesCount } from '../likes/index.ts';
import type { App } from '../platform/app.ts';
import { asJsonRows, isoInstant } from '../platform/fast/json-rows.ts';
import { prepared } from '../platform/fast/prepared.ts';
import { refuse } from '../platform/http/refusal.ts';
import { cardJoins, ownProfileColumns, presentOwnProfile, type WholeRow } from '../profiles/index.ts';
import { settingsOf } from '../site-settings/index.ts';
import { ageCountries, apartFrom, viewerOf } from '../visibility/index.ts';

type SwitchColumns = Pick<
  User,
  | 'push_subscribed'
  | 'read_marks'
  | 'refuses_intimate'
  | 'refuses_video_calls'
  | 'push_names'
  | 'show_on_landing_pages'
>;

type UserRow = WholeRow &
  Pick<
    User,
    | 'email'
    | 'credits'
    | 'paid_user'
    | 'language'
    | 'notifications_disabled'
    | 'disabled_notification_reason'
    | 'invisible'
    | 'incognito'
    | 'roles'
    | 'new_email'
    | 'time_zone'
  > &
  SwitchColumns & {
    source_objected_at: string | null;
    intimate_consent_at: string | null;
    intimate_consent_withdrawn_at: string | null;
    spending_cap: number | null;
    spent_this_month: number;
    paused_until: string | null;
    mails_paused_until: string | null;
    spending_pause_ends_early: boolean;
    signup_date: string;
    account: UserStatus;
    held: boolean;
    held_as_new: boolean;
    lacks_age_check: boolean;
    lacks_area_check: boolean;
    office_sites: string[] | null;
    unread: number;
    new_likes: number;
    new_activity: number;
    free_messages_used: number;
    conversations_started: number;
  };

const switchesOf = (row: SwitchColumns) => ({
  push_subscribed: row.push_subscribed ?? false,
  read_marks: row.read_marks ?? true,
  refuses_intimate: row.refuses_intimate ?? false,
  refuses_video_calls: row.refuses_video_calls ?? false,
  push_names: row.push_names ?? false,
  show_on_landing_pages: row.show_on_landing_pages ?? false,
});

/**
 * The member as `User` (contract/membership/user.ts). Every screen requests it, so one query reads it by
 * primary keys and partial indexes. `session` is the hash of the requesting session, which decides the push
 * status. Throws `authentication_required` if the account no longer exists.
 */
export async function userOf(
  app: Pick<App, 'db' | 'events' | 'parts'>,
  memberId: number,
  host: string | undefined,
  session: Buffer | null,
): Promise<User> {
  const [viewer, settings] = await Promise.all([viewerOf(app, memberId, host), settingsOf(app, host)]);
  const [found] = await app.parts.ownRow(
    app.db,
    { member: memberId, pool: viewer.pool, session, ...askingCountries(settings) },
    { resell: viewer.resell },
  );
  if (!found) throw refuse('authentication_required');
  const { row } = found;
  const texts = await textVersionsOf(app, { member: memberId, host });
  return {
    id: row.id,
    email: row.email,
    status: row.account,
    credits: row.credits,
    paid_user: row.paid_user,
    language: row.language,
    notifications_disabled: row.notifications_disabled,
    disabled_notification_reason: row.disabled_notification_reason ?? null,
    invisible: row.invisible && !row.incognito,
    incognito: row.incognito,
    source_objected_at: isoInstant(row.source_objected_at),
    intimate_consent: {
      given_at: isoInstant(row.intimate_consent_at),
      withdrawn_at: isoInstant(row.intimate_consent_withdrawn_at),
    },
    ...(row.held && { held: true }),
    ...(row.held_as_new && { held_as_new: true }),
    ...(row.lacks_age_check && { age_check: neededAgeCheck(row) }),
    signup_date: isoInstant(row.signup_date),
    ...(texts && { text_versions: texts }),
    roles: row.roles,
    ...(row.office_sites && { office_sites: row.office_sites }),
    profile: presentOwnProfile(app.parts, row),
    free_messages_left: Math.max(0, settings.free_messages - row.free_messages_used),
    conversations_left: row.paid_user
      ? null
      : Math.max(0, settings.free_conversations - row.conversations_started),
    unread_messages: row.unread,
    new_likes: row.new_likes,
    new_activity: row.new_activity,
    new_email: row.new_email ?? null,
    spending_cap: row.spending_cap,
    spent_this_month: row.spent_this_month,
    ...switchesOf(row),
    time_zone: row.time_zone ?? null,
    mails_paused_until: isoInstant(row.mails_paused_until),
    spending_pause: pauseOf(row),
  };
}

const askingCountries = (settings: SiteSettings) => ({
  ageCountries: ageCountries(settings),
  areaCountries: ageCountries(settings, 'area'),
});

const neededAgeCheck = ({ lacks_area_check }: UserRow): 'at_signup' | 'before_contact' =>
  lacks_area_check ? 'at_signup' : 'before_contact';

const pauseOf = ({ paused_until: until, spending_pause_ends_early: ends_early }: UserRow) =>
  until === null ? null : { until: isoInstant(until), ends_early };

interface AskedBy extends Record<string, unknown> {
  member: number;
  pool: number;
  session: Buffer | null;
  ageCountries: string;
  areaCountries: string;
}

declare module '../platform/app.ts' {
  interface Parts {
    ownRow: ReturnType<typeof prepareOwnRow>;
  }
}

/** Built on first use, since another module provides the photo columns. */
export const prepareOwnRow = (app: Pick<App, 'parts'>) =>
  prepared<AskedBy, { row: UserRow }, { resell: boolean }>((value, { resell }) => {
    const id = value('member');
    const { cte, apart } = apartFrom(id);
    const viewer = { id, pool: value('pool'), resell, apart };
    return asJsonRows(sql`
    with ${cte}
    select ${ownProfileColumns(app.parts)}, m.status as account, m.held_at is not null as held,
      m.held_at is not null and not exists (select from account_holds h where h.member_id = m.id and h.decided_at is null and h.reason <> 'sign_up_rule') as held_as_new, lacks_age_check(m.id, ${value('ageCountries')}::text) as lacks_age_check, lacks_age_check(m.id, ${value('areaCountries')}::text) as lacks_area_check,
      coalesce(m.email, '') as email, m.credits, m.paid_user, m.language, m.notifications_disabled, m.disabled_notification_reason,
      m.roles, m.office_sites, m.spending_cap, m.signup_date, m.free_messages_used, m.conversations_started, p.invisible, p.incognito, m.source_objected_at, m.intimate_consent_at, m.intimate_consent_withdrawn_at, p.show_on_landing_pages, m.read_marks, m.refuses_intimate, m.push_names, m.refuses_video_calls, coalesce(m.next_time_zone, m.time_zone) as time_zone,
      case when m.spending_paused_until > app_now() then m.spending_paused_until end as paused_until, m.spending_pause_ends_early,
      case when m.mails_paused_until > app_now() then m.mails_paused_until end as mails_paused_until,
      exists (select from push_subscriptions s where s.member_id = m.id and s.session_hash = ${value('session')}::bytea) as push_subscribed,
      (select t.payload ->> 'email' from link_tokens t
        where t.member_id = m.id and t.purpose = 'mail_change' and t.used_at is null and t.expires_at > app_now()
        order by t.created_at desc limit 1) as new_email,
      spent_in(m.spending_month, m.spending_month_credits) as spent_this_month, ${unreadCount(id)} as unread, ${newLikesCount(viewer)} as new_likes, ${newActivityCount(viewer)} as new_activity
    from members m join profiles p on p.id = m.id ${cardJoins} where m.id = ${id} and m.status <> 'deleted'`);
  });
