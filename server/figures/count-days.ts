import { sql } from 'kysely';
import { itemAt } from '#contract/must.ts';
import type { App } from '../platform/app.ts';
import { inTransaction, type Tx } from '../platform/database/index.ts';
import { type Days, siteClocks, type SiteClocks, siteOfHost } from '../site-settings/index.ts';
import { gatherMembers, weekOf } from './gather-members.ts';
import { STEPS } from './steps.ts';

/** Each run recounts this many days before the last counted one, to include late data. */
const LATE_DAYS = 2;
/** Days counted by a first run. `npm run figures` goes further back. */
const FIRST_DAYS = 35;
/**
 * Older days are counted only once: messages and accounts have been erased since, so a recount would give
 * less.
 */
const AGAIN_DAYS = 60;
const BEGINNING = '2000-01-01';
const COHORT_WEEKS = 26;

/**
 * Counts the days from `from` (default: two days before the last counted one) to `to` (default: today). Each
 * day has a transaction that replaces its rows, so runs can be repeated, and the next run continues an
 * interrupted one. Returns the counted days, oldest first.
 */
export async function countDays(
  app: Pick<App, 'db' | 'log'>,
  range: { from?: string; to?: string } = {},
): Promise<string[]> {
  const clocks = await siteClocks(app.db);
  const today = sql`${clocks.today()}::date`;
  const { rows } = await sql<{ day: string }>`
    select each::date::text as day
    from generate_series(
      coalesce(${range.from ?? null}::date, (select max(day) - ${LATE_DAYS}::int from figure_runs), ${today} - ${FIRST_DAYS}::int)::timestamp,
      least(${range.to ?? null}::date, ${today})::timestamp, interval '1 day') each
    where each::date > ${today} - ${AGAIN_DAYS}::int or not exists (select from figure_runs r where r.day = each::date)
    order by 1`.execute(app.db);
  const days = rows.map(({ day }) => day);
  if (days.length === 0) return [];
  // The first run records all existing members, so that their next message does not count as their first.
  const { rows: before } = await sql`select from figure_runs limit 1`.execute(app.db);
  if (before.length === 0)
    await alone(app, (tx) => gatherMembers(tx, clocks, { from: BEGINNING, to: itemAt(days, -1) }));
  else for (const day of days) await alone(app, (tx) => gatherMembers(tx, clocks, { from: day, to: day }));
  for (const day of days) await alone(app, (tx) => countDay(tx, clocks, day));
  await alone(app, (tx) => countCohorts(tx, clocks));
  return days;
}

/** Allows one run at a time across all processes, without a statement timeout. */
const alone = (app: Pick<App, 'db'>, work: (tx: Tx) => Promise<void>): Promise<void> =>
  inTransaction(app.db, async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`select pg_advisory_xact_lock(hashtext('figures'))`.execute(tx);
    await work(tx);
  });

async function countDay(tx: Tx, clocks: SiteClocks, day: string): Promise<void> {
  const only = { from: day, to: day };
  await countSources(tx, clocks, only);
  await countMoney(tx, day);
  await countAnswers(tx, clocks, only);
  await sql`insert into figure_runs (day) values (${day}::date) on conflict (day) do update set counted_at = excluded.counted_at`.execute(
    tx,
  );
}

async function countSources(tx: Tx, clocks: SiteClocks, only: Days): Promise<void> {
  const steps = [
    ['signed_up_at', sql`1, 0, 0, 0`],
    ['activated_at', sql`0, 1, 0, 0`],
    ['wrote_at', sql`0, 0, 1, 0`],
    ['bought_at', sql`0, 0, 0, 1`],
  ] as const;
  const day = only.from;
  const around = await clocks.around(tx, only);
  const became = steps.map(
    ([
      column,
      ones,
    ]) => sql`select host, network, lander, slug, 0 as visits, 0 as bounces, ${ones} from figure_members
      where ${around(sql.ref(column))} and ${clocks.dayOf(sql.ref(column), sql`figure_members.host`)} = ${day}::date`,
  );
  await sql`delete from figure_days where day = ${day}::date`.execute(tx);
  await sql`
    insert into figure_days (day, host, network, lander, slug, visits, bounces, signups, activated, wrote, bought)
    select ${day}::date, host, network, lander, slug, sum(visits), sum(bounces), sum(signups), sum(activated), sum(wrote), sum(bought)
    from (
      select host, network, lander, slug, opened as visits, left_within_10 as bounces, 0 as signups, 0 as activated, 0 as wrote, 0 as bought
      from page_visits where day = ${day}::date
      union all ${sql.join(became, sql` union all `)}
    ) counted group by host, network, lander, slug`.execute(tx);
}

async function countMoney(tx: Tx, day: string): Promise<void> {
  const cents = (kind: string, field: string) =>
    sql`coalesce(sum((r.details ->> ${field})::bigint) filter (where r.kind = ${kind}), 0)`;
  await sql`delete from figure_money where day = ${day}::date`.execute(tx);
  await sql`
    insert into figure_money (day, host, country, currency, network, lander, slug, orders, gross_cents, vat_cents, refunds, refunded_cents, refunded_vat_cents)
    select ${day}::date, coalesce(f.host, ${siteOfHost(sql`p.host`)}), r.details ->> 'country', r.details ->> 'currency',
      coalesce(f.network, ''), coalesce(f.lander, ''), coalesce(f.slug, ''),
      count(*) filter (where r.kind = 'receipt'), ${cents('receipt', 'totalCents')}, ${cents('receipt', 'vatCents')},
      count(*) filter (where r.kind = 'credit_note'), ${cents('credit_note', 'totalCents')}, ${cents('credit_note', 'vatCents')}
    from receipts r join payments p on p.id = r.payment_id left join figure_members f on f.member_id = r.member_id
    where r.issued_on = ${day}::date group by 2, 3, 4, 5, 6, 7`.execute(tx);
}

async function countAnswers(tx: Tx, clocks: SiteClocks, only: Days): Promise<void> {
  const day = only.from;
  const { since, until } = await clocks.span(tx, only);
  await sql`delete from figure_answers where day = ${day}::date`.execute(tx);
  await sql`
    with answered as materialized (
      select ${siteOfHost(sql`m.host`)} as host, p.kind, a.created_at as at, extract(epoch from a.created_at - a.asked_at) as seconds
      from answers_between(${since}::timestamptz, ${until}::timestamptz) a
        join profiles p on p.id = a.sender_id and p.kind in ('member', 'fictional')
        join members m on m.id = a.asker_id
    )
    insert into figure_answers (day, host, kind, step, answers)
    select ${day}::date, host, kind, floor(ln(greatest(seconds, 1)) * ${STEPS}::int), count(*)
    from answered where ${clocks.dayOf(sql`answered.at`, sql`answered.host`)} = ${day}::date group by host, kind, 4`.execute(
    tx,
  );
}

async function countCohorts(tx: Tx, clocks: SiteClocks): Promise<void> {
  const oldest = COHORT_WEEKS * 7 + 8;
  await sql`delete from figure_cohorts`.execute(tx);
  await sql`
    with now as materialized (select host, ${weekOf(clocks.dayOf(sql`app_now()`, sql`sites.host`))} as week from sites),
    -- Reads each member's week once instead of once per later week.
    signups as materialized (
      select host, active_weeks, ${weekOf(clocks.dayOf(sql`signed_up_at`, sql`figure_members.host`))} as week from figure_members
      where signed_up_at >= app_now() - ${oldest} * interval '1 day'
    )
    insert into figure_cohorts (host, week, weeks_later, signups, members)
    select f.host, f.week, later, count(*), count(*) filter (where active_weeks & (1::bigint << later) <> 0)
    from signups f
      join now on now.host = f.host
      cross join generate_series(0, ${COHORT_WEEKS}::int) later
    where f.week >= now.week - ${COHORT_WEEKS * 7}::int and f.week + later * 7 <= now.week group by 1, 2, 3`.execute(
    tx,
  );
}
