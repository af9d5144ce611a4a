import { sql } from 'kysely';
import type { Tx } from '../platform/database/index.ts';

/** From this day to that one, both counted in UTC: `2026-11-22`. */
export interface Days {
  from: string;
  to: string;
}

/** The row of `sites` that a host belongs to, as SQL. */
export const siteOfHost = (host: ReturnType<typeof sql>) =>
  sql`coalesce((
    select s.host from sites s cross join lateral (select regexp_replace(lower(${host}), '^www\\.', '') as name) named
    where s.host = named.name or named.name = any (s.aliases) order by s.host = named.name desc limit 1), '*')`;

/** Whether an instant lies within the days, as SQL. */
export const within = (at: ReturnType<typeof sql>, { from, to }: Days) =>
  sql`${at} >= ${from}::date::timestamp at time zone 'UTC' and ${at} < (${to}::date + 1)::timestamp at time zone 'UTC'`;

/** Weeks that activity is kept for: the bits of a bigint. */
const MOST_WEEKS = 62;

/**
 * Notes what became of members on these days. Real people who signed up here: nobody who works here, no fictional profile, none
 * of the accounts that a taken address gets. A repeat changes nothing; what comes late is filled in.
 */
export async function gatherMembers(tx: Tx, days: Days): Promise<void> {
  await sql`
    insert into figure_members (member_id, host, network, lander, slug, signed_up_at)
    select m.id, ${siteOfHost(sql`m.host`)}, coalesce(n.key, case when coalesce(m.tracking ->> 'network', '') <> '' then '?' else '' end),
      coalesce(m.lander, ''), coalesce(m.landing_slug, ''), m.signup_date
    from members m join profiles p on p.id = m.id left join networks n on n.key = lower(m.tracking ->> 'network')
    where ${within(sql`m.signup_date`, days)} and p.kind = 'member' and m.roles = '{}' and m.shadow_email_key is null and m.status <> 'deleted'
      and not exists (select from imported_members i where i.member_id = m.id)
    on conflict (member_id) do nothing`.execute(tx);
  await sql`
    update figure_members f set activated_at = m.confirmed_at from members m
    where m.id = f.member_id and f.activated_at is null and m.confirmed_at is not null`.execute(tx);
  await sql`
    update figure_members f set wrote_at = least(f.wrote_at, w.at), chatted_at = least(f.chatted_at, w.chatted)
    from (
      select s.sender_id, min(s.created_at) as at, min(s.created_at) filter (where r.kind = 'member') as chatted
      from messages s join conversations c on c.id = s.conversation_id
        join profiles r on r.id = case when c.member_low = s.sender_id then c.member_high else c.member_low end
      where ${within(sql`s.created_at`, days)} group by 1
    ) w
    where f.member_id = w.sender_id
      and (f.wrote_at is null or w.at < f.wrote_at or (w.chatted is not null and (f.chatted_at is null or w.chatted < f.chatted_at)))`.execute(tx);
  // A receipt is dated in the company's zone, a day off at most.
  await sql`
    update figure_members f set bought_at = least(f.bought_at, b.at)
    from (
      select p.member_id, min(p.settled_at) as at from receipts r join payments p on p.id = r.payment_id
      where r.kind = 'receipt' and r.issued_on between ${days.from}::date - 1 and ${days.to}::date + 1 and ${within(sql`p.settled_at`, days)} group by 1
    ) b
    where f.member_id = b.member_id and (f.bought_at is null or b.at < f.bought_at)`.execute(tx);
  await noteWeeks(tx, sql`select pr.member_id, pr.last_active as at from presence pr where ${within(sql`pr.last_active`, days)}`);
  await noteWeeks(
    tx,
    sql`select s.sender_id as member_id, min(s.created_at) as at from messages s where ${within(sql`s.created_at`, days)}
        group by s.sender_id, date_trunc('week', s.created_at at time zone 'UTC')`,
  );
}

/** Marks the weeks in which members were here. */
async function noteWeeks(tx: Tx, seen: ReturnType<typeof sql>): Promise<void> {
  const week = (at: ReturnType<typeof sql>) => sql`date_trunc('week', ${at} at time zone 'UTC')::date`;
  await sql`
    update figure_members f set active_weeks = f.active_weeks | w.bits
    from (
      select f.member_id, bit_or(1::bigint << ((${week(sql`seen.at`)} - ${week(sql`f.signed_up_at`)}) / 7)) as bits
      from (${seen}) seen join figure_members f on f.member_id = seen.member_id
      where (${week(sql`seen.at`)} - ${week(sql`f.signed_up_at`)}) / 7 between 0 and ${MOST_WEEKS} group by 1
    ) w
    where f.member_id = w.member_id and f.active_weeks | w.bits <> f.active_weeks`.execute(tx);
}
