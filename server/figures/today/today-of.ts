import { sql } from 'kysely';
import type { ComparedFigure, Today } from '#contract/figures/today.ts';
import { moneyFigures, todayFigures, type TodayFigure } from '#contract/rules/figure-rules.ts';
import type { Sites } from '#contract/rules/site-scope-rules.ts';
import type { App } from '../../platform/app.ts';
import { one, type Db } from '../../platform/database/index.ts';
import { complaintInSites, siteInSites } from '../../site-scope/index.ts';
import { siteClocks } from '../../site-settings/index.ts';

const WEEKS = 4;
const CHART_DAYS = 28;
/** These are known from the first run on only. */
const WATCHED: readonly TodayFigure[] = ['visits', 'active'];

/** When the counting began, as the number of days before the current one. */
interface Begun {
  until: Date;
  events: number;
  watched: number;
}

interface Scope {
  sites: Sites;
  /** SQL of each site with its current day and minute: those until which the figures are counted. */
  now: ReturnType<typeof sql>;
}

/** GET /api/admin/today: the current day of one site, or of all of the operator's (`own`), each by its own clock. */
export async function todayOf(
  { db }: Pick<App, 'db'>,
  own: Sites,
  { site }: { site?: string | undefined } = {},
): Promise<Today> {
  const clocks = await siteClocks(db);
  const sites = site === undefined ? own : [site];
  const day = clocks.today(site);
  const local = clocks.localTime(sql`r.until - interval '1 millisecond'`, sql`s.host`);
  const scope: Scope = {
    sites,
    now: sql`
      select s.host, (${local})::date as day, (extract(hour from ${local}) * 60 + extract(minute from ${local}))::int as minute
      from sites s cross join figure_quarter_runs r where ${siteInSites(sites, sql`s.host`)}`,
  };
  const [begun, calendar, compared, byDay, goals, notes, hosts, complaints] = await Promise.all([
    begunOf(db, day),
    calendarOf(db, day),
    comparedOf(db, scope),
    byDayOf(db, scope),
    site === undefined && own === null ? goalsOf(db, day) : [],
    notesOf(db, sites, day),
    sql<{ host: string }>`select host from sites where ${siteInSites(own, sql`host`)} order by host`.execute(
      db,
    ),
    complaintsIn(db, sites),
  ]);
  const currencies = [...new Set([...byDay, ...goals].map(({ currency }) => currency))]
    .filter(Boolean)
    .toSorted();
  const figures =
    begun === null
      ? []
      : todayFigures.flatMap((figure) =>
          (moneyFigures.includes(figure) ? currencies : ['']).map((currency) =>
            presentFigure({ figure, currency, begun, compared, byDay, goals, monthDay: calendar.month_day }),
          ),
        );
  return {
    day,
    until: begun?.until.toISOString() ?? null,
    month: calendar.month,
    month_percent: calendar.month_percent,
    first_day: calendar.first_day,
    figures,
    complaints_waiting: complaints,
    notes,
    sites: hosts.rows.map(({ host }) => host),
  };
}

interface Compared {
  figure: TodayFigure;
  currency: string;
  weeks_ago: number;
  value: number;
}

/** The same weekday now and in earlier weeks, until the same time of day. */
async function comparedOf(db: Db, { now }: Scope): Promise<Compared[]> {
  const { rows } = await sql<Compared>`
    with now as materialized (${now})
    select q.figure, q.currency, weeks_ago, sum(q.value)::float8 as value
    from now cross join generate_series(0, ${WEEKS}::int) weeks_ago
      join figure_quarters q on q.host = now.host and q.day = now.day - 7 * weeks_ago and q.minute <= now.minute
    group by 1, 2, 3`.execute(db);
  return rows;
}

interface ByDay {
  figure: TodayFigure;
  currency: string;
  days_ago: number;
  value: number;
}

async function byDayOf(db: Db, { now }: Scope): Promise<ByDay[]> {
  const { rows } = await sql<ByDay>`
    with now as materialized (${now})
    select q.figure, q.currency, now.day - q.day as days_ago, sum(q.value)::float8 as value
    from now join figure_quarters q on q.host = now.host and q.day between now.day - ${2 * CHART_DAYS - 1}::int and now.day
    group by 1, 2, 3`.execute(db);
  return rows;
}

type Goal = Pick<ComparedFigure, 'figure' | 'currency'> & { target: number };

function presentFigure({
  figure,
  currency,
  begun,
  compared,
  byDay,
  goals,
  monthDay,
}: {
  figure: TodayFigure;
  currency: string;
  begun: Begun;
  compared: readonly Compared[];
  byDay: readonly ByDay[];
  goals: readonly Goal[];
  monthDay: number;
}): ComparedFigure {
  const isThis = (row: { figure: TodayFigure; currency: string }) =>
    row.figure === figure && row.currency === currency;
  const since = WATCHED.includes(figure) ? begun.watched : begun.events;
  const weeks = compared.filter(isThis);
  const days = byDay.filter(isThis);
  const inWeek = (ago: number) => weeks.find((row) => row.weeks_ago === ago)?.value ?? 0;
  const onDay = (ago: number) => days.find((row) => row.days_ago === ago)?.value ?? 0;
  const counted = [1, 2, 3, 4].filter((ago) => ago * 7 <= since);
  const daysFrom = (first: number) => Array.from({ length: CHART_DAYS }, (_, index) => onDay(first - index));
  return {
    figure,
    currency,
    today: inWeek(0),
    last_week: since >= 7 ? inWeek(1) : null,
    average:
      counted.length === 0
        ? null
        : Math.round(counted.reduce((sum, ago) => sum + inWeek(ago), 0) / counted.length),
    month: days.filter((row) => row.days_ago < monthDay).reduce((sum, { value }) => sum + value, 0),
    goal: goals.find(isThis)?.target ?? null,
    days: daysFrom(CHART_DAYS - 1),
    before: since < 2 * CHART_DAYS - 1 ? [] : daysFrom(2 * CHART_DAYS - 1),
  };
}

async function begunOf(db: Db, day: string): Promise<Begun | null> {
  const { rows } = await sql<Begun>`
    select until, ${day}::date - first_day as events, ${day}::date - watched_from as watched from figure_quarter_runs`.execute(
    db,
  );
  return rows[0] ?? null;
}

async function calendarOf(db: Db, day: string) {
  return one(
    sql<{ month: string; month_day: number; month_percent: number; first_day: string }>`
      select date_trunc('month', today::timestamp)::date::text as month, extract(day from today)::int as month_day,
        floor(100 * extract(day from today) / extract(day from date_trunc('month', today::timestamp) + interval '1 month - 1 day'))::int as month_percent,
        (today - ${CHART_DAYS - 1}::int)::text as first_day
      from (select ${day}::date as today) now`.execute(db),
  );
}

async function goalsOf(db: Db, day: string): Promise<Goal[]> {
  const { rows } = await sql<Goal>`
    select figure, currency, target::float8 as target from figure_goals where month = date_trunc('month', ${day}::date::timestamp)::date`.execute(
    db,
  );
  return rows;
}

async function notesOf(db: Db, sites: Sites, day: string): Promise<Today['notes']> {
  const { rows } = await sql<Today['notes'][number]>`
    select n.id, n.day::text as day, n.site, n.body, p.name as operator
    from figure_notes n left join profiles p on p.id = n.operator_id
    where n.day between ${day}::date - ${CHART_DAYS - 1}::int and ${day}::date and (n.site is null or ${siteInSites(sites, sql`n.site`)})
    order by n.day, n.id limit 100`.execute(db);
  return rows;
}

async function complaintsIn(db: Db, sites: Sites): Promise<number> {
  const { waiting } = await one(
    sql<{ waiting: number }>`
      select count(*)::int as waiting from complaints c where c.status in ('open', 'in_review') and ${complaintInSites(sites)}`.execute(
      db,
    ),
  );
  return waiting;
}
