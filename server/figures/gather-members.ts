import { sql } from 'kysely';
import type { Tx } from '../platform/database/index.ts';
import { type Days, type SiteClocks, siteOfHost } from '../site-settings/index.ts';

type Sql = ReturnType<typeof sql>;

export const weekOf = (day: Sql) => sql`date_trunc('week', ${day}::timestamp)::date`;

/** Weeks of recorded activity, limited by the bits of a bigint. */
const MOST_WEEKS = 62;

/**
 * Records the activity of members on these days. It covers real people who signed up here: no staff,
 * fictional profiles or shadow accounts. Idempotent; late data is filled in.
 */
export async function gatherMembers(tx: Tx, clocks: SiteClocks, days: Days): Promise<void> {
  const around = await clocks.around(tx, days);
  const { since, until } = await clocks.span(tx, days);
  const written = sql`messages_between(${since}::timestamptz, ${until}::timestamptz)`;
  await sql`
    insert into figure_members (member_id, host, network, lander, slug, signed_up_at)
    select m.id, ${siteOfHost(sql`m.host`)}, coalesce(n.key, case when coalesce(m.tracking ->> 'network', '') <> '' then '?' else '' end),
      coalesce(m.lander, ''), coalesce(m.landing_slug, ''), m.signup_date
    from members m join profiles p on p.id = m.id left join networks n on n.key = lower(m.tracking ->> 'network')
    where ${around(sql`m.signup_date`)} and p.kind = 'member' and m.roles = '{}' and m.shadow_email_key is null and m.status <> 'deleted'
      and not exists (select from imported_members i where i.member_id = m.id)
    on conflict (member_id) do nothing`.execute(tx);
  await sql`
    update figure_members f set activated_at = m.confirmed_at from members m
    where m.id = f.member_id and f.activated_at is null and m.confirmed_at is not null`.execute(tx);
  await sql`
    with s as materialized (
      select conversation_id, sender_id, created_at from ${written}
    )
    update figure_members f set wrote_at = least(f.wrote_at, w.at), chatted_at = least(f.chatted_at, w.chatted)
    from (
      select s.sender_id, min(s.created_at) as at, min(s.created_at) filter (where r.kind = 'member') as chatted
      from s join conversations c on c.id = s.conversation_id
        join profiles r on r.id = case when c.member_low = s.sender_id then c.member_high else c.member_low end
      group by 1
    ) w
    where f.member_id = w.sender_id
      and (f.wrote_at is null or w.at < f.wrote_at or (w.chatted is not null and (f.chatted_at is null or w.chatted < f.chatted_at)))`.execute(
    tx,
  );
  // The index of receipts is by date, and a gateway's receipt may come a day late.
  await sql`
    update figure_members f set bought_at = least(f.bought_at, b.at)
    from (
      select p.member_id, min(p.settled_at) as at from receipts r join payments p on p.id = r.payment_id
      where r.kind = 'receipt' and r.issued_on between ${days.from}::date - 1 and ${days.to}::date + 1 and ${around(sql`p.settled_at`)} group by 1
    ) b
    where f.member_id = b.member_id and (f.bought_at is null or b.at < f.bought_at)`.execute(tx);
  await noteWeeks(
    tx,
    clocks,
    sql`select pr.member_id, pr.last_active as at from presence pr where ${around(sql`pr.last_active`)}`,
  );
  // One message a day proves activity; `noteWeeks` assigns it to a week in the site's time zone.
  await noteWeeks(
    tx,
    clocks,
    sql`select s.sender_id as member_id, unnest(array[min(s.created_at), max(s.created_at)]) as at from ${written} s
        group by s.sender_id, date_trunc('day', s.created_at at time zone 'UTC')`,
  );
}

async function noteWeeks(tx: Tx, clocks: SiteClocks, seen: Sql): Promise<void> {
  const week = (at: Sql) => weekOf(clocks.dayOf(at, sql`f.host`));
  await sql`
    with weeks as materialized (
      select f.member_id, (${week(sql`seen.at`)} - ${week(sql`f.signed_up_at`)}) / 7 as later
      from (${seen}) seen join figure_members f on f.member_id = seen.member_id
    )
    update figure_members f set active_weeks = f.active_weeks | w.bits
    from (
      select member_id, bit_or(1::bigint << later) as bits from weeks
      where later between 0 and ${MOST_WEEKS} group by 1
    ) w
    where f.member_id = w.member_id and f.active_weeks | w.bits <> f.active_weeks`.execute(tx);
}
