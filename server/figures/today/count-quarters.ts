import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { inTransaction, type Tx } from '../../platform/database/index.ts';
import { siteClocks, siteOfHost, type SiteClocks } from '../../site-settings/index.ts';

const QUARTER = sql`interval '15 minutes'`;
const EPOCH = sql`timestamptz 'epoch'`;
/** Each run recounts the last hour, to include transactions that committed late. */
const LATE = sql`interval '1 hour'`;
/** The first run goes back this far, for the comparisons with earlier weeks. */
const FIRST_DAYS = 35;
const KEPT_DAYS = 92;

interface Span {
  from: string;
  until: string;
}

/**
 * Counts the quarters of an hour that are over, by site, in its own time. Running it again counts the last hour anew, and a
 * missed run is made up for. Visits and active members are only known for the whole day, so that a quarter gets what was
 * added since the one before.
 */
export async function countQuarters({ db }: Pick<App, 'db'>): Promise<void> {
  const clocks = await siteClocks(db);
  await inTransaction(db, async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`select pg_advisory_xact_lock(hashtext('figure quarters'))`.execute(tx);
    const { rows } = await sql<Span>`
      select until::text as until, from_at::text as "from" from (
        select date_bin(${QUARTER}, app_now(), ${EPOCH}) as until,
          coalesce((select until - ${LATE} from figure_quarter_runs), date_bin(${QUARTER}, app_now(), ${EPOCH}) - ${FIRST_DAYS} * interval '1 day') as from_at
      ) span where from_at < until`.execute(tx);
    const span = rows[0];
    if (!span) return;
    await countEvents(tx, clocks, span);
    await addSince(tx, clocks, span);
    await sql`
      insert into figure_quarter_runs (until, first_day, watched_from)
      values (${span.until}::timestamptz, ${span.from}::timestamptz::date + 1, ${span.until}::timestamptz::date + 1)
      on conflict (single) do update set until = excluded.until`.execute(tx);
    await sql`delete from figure_quarters where day < ${span.until}::timestamptz::date - ${KEPT_DAYS}::int`.execute(
      tx,
    );
  });
}

/** The day and the minute of the day at which the quarter begins that contains an instant, on a site. */
function placeOf(clocks: SiteClocks, at: ReturnType<typeof sql>, host: ReturnType<typeof sql>) {
  const local = clocks.localTime(at, host);
  return {
    day: sql`(${local})::date`,
    minute: sql`(extract(hour from ${local}) * 60 + floor(extract(minute from ${local}) / 15) * 15)::smallint`,
  };
}

async function countEvents(tx: Tx, clocks: SiteClocks, { from, until }: Span): Promise<void> {
  const within = (at: ReturnType<typeof sql>) =>
    sql`${at} >= ${from}::timestamptz and ${at} < ${until}::timestamptz`;
  const real = sql`p.kind = 'member' and m.roles = '{}' and m.shadow_email_key is null`;
  const quarter = placeOf(clocks, sql`each.at`, sql`s.host`);
  await sql`
    delete from figure_quarters q using (
      select s.host, ${quarter.day} as day, ${quarter.minute} as minute
      from sites s cross join generate_series(${from}::timestamptz, ${until}::timestamptz - ${QUARTER}, ${QUARTER}) as each (at)
    ) counted
    where q.host = counted.host and q.day = counted.day and q.minute = counted.minute and q.figure not in ('visits', 'active')`.execute(
    tx,
  );
  const counted = placeOf(clocks, sql`at`, sql`events.site`);
  await sql`
    insert into figure_quarters (day, host, figure, currency, minute, value)
    select ${counted.day}, site, figure, currency, ${counted.minute}, sum(value)
    from (
      select ${siteOfHost(sql`quarters.host`)} as site, at, figure, currency, value from (
        select host, date_bin(${QUARTER}, at, ${EPOCH}) as at, figure, currency, sum(value) as value from (
          select m.host, m.signup_date as at, 'signups' as figure, '' as currency, 1::bigint as value
          from members m join profiles p on p.id = m.id
          where ${within(sql`m.signup_date`)} and ${real} and m.status <> 'deleted'
            and not exists (select from imported_members i where i.member_id = m.id)
          union all
          select m.host, m.confirmed_at, 'activated', '', 1 from members m join profiles p on p.id = m.id
          where ${within(sql`m.confirmed_at`)} and ${real} and not exists (select from imported_members i where i.member_id = m.id)
          union all
          select m.host, s.created_at, 'messages', '', 1
          from messages_between(${from}::timestamptz, ${until}::timestamptz) s
            join members m on m.id = s.sender_id join profiles p on p.id = m.id
          where p.kind = 'member' and m.roles = '{}'
          union all
          select host, settled_at, 'orders', '', 1 from payments where status = 'completed' and ${within(sql`settled_at`)}
          union all
          select host, settled_at, 'revenue', currency, amount_cents from payments
          where status = 'completed' and ${within(sql`settled_at`)}
          union all
          select p.host, r.settled_at, 'refunds', r.currency, r.amount_cents from refunds r join payments p on p.id = r.payment_id
          where r.status = 'completed' and ${within(sql`r.settled_at`)}
        ) happened group by 1, 2, 3, 4
      ) quarters
    ) events group by 1, 2, 3, 4, 5`.execute(tx);
}

/** What the day's visits and active members have grown by since the quarters that are stored. */
async function addSince(tx: Tx, clocks: SiteClocks, { until }: Span): Promise<void> {
  const last = sql`(${until}::timestamptz - interval '1 millisecond')`;
  const { day, minute } = placeOf(clocks, last, sql`s.host`);
  await sql`
    with place as materialized (select s.host, ${day} as day, ${minute} as minute from sites s),
    seen as materialized (
      select site as host, ${clocks.dayOf(sql`at`, sql`active.site`)} as day, sum(members) as members from (
        select ${siteOfHost(sql`quarters.host`)} as site, at, members from (
          select m.host, date_bin(${QUARTER}, pr.last_active, ${EPOCH}) as at, count(*) as members
          from presence pr join members m on m.id = pr.member_id join profiles p on p.id = m.id
          where pr.last_active > ${until}::timestamptz - interval '1 day' and p.kind = 'member' and m.roles = '{}' group by 1, 2
        ) quarters
      ) active group by 1, 2
    ),
    so_far as (
      select place.*, 'visits' as figure, (select sum(opened) from page_visits v where v.day = place.day and v.host = place.host) as value from place
      union all
      select place.*, 'active', (select sum(members) from seen where seen.host = place.host and seen.day >= place.day) from place
    )
    insert into figure_quarters (day, host, figure, minute, value)
    select day, host, figure, minute, value - earlier
    from so_far cross join lateral (
      select coalesce(sum(q.value), 0) as earlier from figure_quarters q
      where q.day = so_far.day and q.host = so_far.host and q.figure = so_far.figure and q.minute < so_far.minute
    ) stored
    where value > earlier
    on conflict (day, host, figure, currency, minute) do update set value = excluded.value`.execute(tx);
}
