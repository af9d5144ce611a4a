import { sql } from 'kysely';
import type { CallQuery } from '#contract/calls.ts';
import type { Figures } from '#contract/figures/figures.ts';
import { money } from '#contract/money.ts';
import { funnelSteps } from '#contract/rules/figure-rules.ts';
import type { Sites } from '#contract/rules/site-scope-rules.ts';
import type { App } from '../platform/app.ts';
import { one, type Db } from '../platform/database/index.ts';
import { refuse } from '../platform/http/refusal.ts';
import { siteInSites } from '../site-scope/index.ts';
import { siteClocks } from '../site-settings/index.ts';
import { claimsOf } from './claims-of.ts';
import { medianOf } from './steps.ts';

const MOST_DAYS = 400;
const USUAL_DAYS = 28;
const MOST_SOURCES = 200;

interface Stretch {
  from: string;
  to: string;
  beforeFrom: string;
  beforeTo: string;
  /** Null sums up all sites. */
  sites: Sites;
}

/**
 * GET /api/admin/figures: the figures of a period (default: 28 days up to today) and of the equally long one
 * before it, of one site or of all of the operator's sites (`own`). Throws `bad_request` for days in the wrong order or a period of more than `MOST_DAYS`.
 */
export async function figuresOf(
  app: Pick<App, 'db' | 'events'>,
  own: Sites,
  query: CallQuery<'adminFigures'>,
): Promise<Figures> {
  const { db } = app;
  const stretch = await stretchOf(db, own, query);
  const before = { ...stretch, from: stretch.beforeFrom, to: stretch.beforeTo };
  const [counted, sites, total, earlier, days, sources, revenue, answers, cohorts, claims] =
    await Promise.all([
      countedAt(db, stretch),
      sql<{
        host: string;
      }>`select host from sites where ${siteInSites(own, sql`host`)} order by host`.execute(db),
      funnelOf(db, stretch),
      funnelOf(db, before),
      daysOf(db, stretch),
      sourcesOf(db, stretch),
      revenueOf(db, stretch, before),
      answersOf(db, stretch, before),
      cohortsOf(db, stretch),
      claimsOf(app, stretch.sites),
    ]);
  return {
    from: stretch.from,
    to: stretch.to,
    before_from: stretch.beforeFrom,
    before_to: stretch.beforeTo,
    counted_at: counted,
    sites: sites.rows.map(({ host }) => host),
    total,
    before: earlier,
    days,
    ...sources,
    ...revenue,
    answers,
    cohorts,
    claims,
  };
}

/**
 * Lower bound of the comparison: nothing was counted earlier, and PostgreSQL formats very old dates
 * differently.
 */
const FIRST_DAY = '2000-01-01';

async function stretchOf(
  db: Db,
  own: Sites,
  { from, to, site }: NonNullable<CallQuery<'adminFigures'>> = {},
): Promise<Stretch> {
  const last = to ?? (await siteClocks(db)).today(site);
  const {
    days,
    before,
    before_to: beforeTo,
    ...ends
  } = await one(
    sql<{ from: string; to: string; before: string; before_to: string; days: number }>`
    with asked as (
      select coalesce(${from ?? null}::date, ${last}::date - ${USUAL_DAYS - 1}::int) as first, ${last}::date as last)
    select first::text as "from", last::text as "to", (first - (last - first + 1))::text as before, (first - 1)::text as before_to, last - first + 1 as days from asked`.execute(
      db,
    ),
  );
  if (days < 1 || days > MOST_DAYS || ends.from < FIRST_DAY) throw refuse('bad_request');
  return { ...ends, beforeFrom: before, beforeTo, sites: site === undefined ? own : [site] };
}

const inside = ({ from, to, sites }: Pick<Stretch, 'from' | 'to' | 'sites'>) =>
  sql`day between ${from}::date and ${to}::date and ${siteInSites(sites, sql`host`)}`;

const sums = sql.join(
  funnelSteps.map((step) => sql`coalesce(sum(${sql.ref(step)}), 0)::int as ${sql.ref(step)}`),
);

async function countedAt(db: Db, { from, to }: Stretch): Promise<string | null> {
  const row = await one(
    sql<{
      at: Date | null;
    }>`select max(counted_at) as at from figure_runs where day between ${from}::date and ${to}::date`.execute(
      db,
    ),
  );
  return row.at?.toISOString() ?? null;
}

async function funnelOf(db: Db, stretch: Stretch): Promise<Figures['total']> {
  return one(sql<Figures['total']>`select ${sums} from figure_days where ${inside(stretch)}`.execute(db));
}

async function daysOf(db: Db, stretch: Stretch): Promise<Figures['days']> {
  const { rows } = await sql<Figures['days'][number]>`
    select each::date::text as day, ${sums} from generate_series(${stretch.from}::date::timestamp, ${stretch.to}::date::timestamp, interval '1 day') each
      left join (select * from figure_days where ${inside(stretch)}) d on d.day = each::date group by each order by each`.execute(
    db,
  );
  return rows;
}

async function sourcesOf(db: Db, stretch: Stretch): Promise<Pick<Figures, 'sources' | 'more_sources'>> {
  type Row = Omit<Figures['sources'][number], 'revenue'> & { all: number };
  const { rows } = await sql<Row>`
    select network, lander, slug, sum(bounces)::int as bounces, ${sums}, count(*) over ()::int as all from figure_days where ${inside(stretch)}
    group by network, lander, slug order by sum(visits) desc, sum(signups) desc, network, lander, slug limit ${MOST_SOURCES}`.execute(
    db,
  );
  const { rows: paid } = await sql<{
    network: string;
    lander: string;
    slug: string;
    currency: string;
    cents: number;
  }>`
    select network, lander, slug, currency, sum(gross_cents - refunded_cents)::bigint as cents from figure_money where ${inside(stretch)}
    group by network, lander, slug, currency order by currency`.execute(db);
  const keyOf = (row: { network: string; lander: string; slug: string }) =>
    `${row.network}\n${row.lander}\n${row.slug}`;
  const revenue = Map.groupBy(paid, keyOf);
  return {
    sources: rows.map(({ all: _all, ...row }) => ({
      ...row,
      revenue: (revenue.get(keyOf(row)) ?? []).map(({ cents, currency }) => money(cents, currency)),
    })),
    more_sources: Math.max(0, (rows[0]?.all ?? 0) - rows.length),
  };
}

interface MoneyRow {
  orders: number;
  gross: number;
  vat: number;
  refunds: number;
  refunded: number;
  refunded_vat: number;
}

const moneySums = sql`sum(orders)::int as orders, sum(gross_cents)::bigint as gross, sum(vat_cents)::bigint as vat,
  sum(refunds)::int as refunds, sum(refunded_cents)::bigint as refunded, sum(refunded_vat_cents)::bigint as refunded_vat`;

const presentMoney = (row: MoneyRow, currency: string) => ({
  orders: row.orders,
  gross: money(row.gross, currency),
  vat: money(row.vat, currency),
  refunds: row.refunds,
  refunded: money(row.refunded, currency),
  refunded_vat: money(row.refunded_vat, currency),
});

async function revenueOf(
  db: Db,
  stretch: Stretch,
  before: Stretch,
): Promise<Pick<Figures, 'revenue' | 'revenue_totals' | 'revenue_days'>> {
  const by = async <Row>(columns: string[], days: Stretch) =>
    (
      await sql<Row & MoneyRow>`
        select ${sql.join(columns.map((column) => (column === 'day' ? sql`day::text as day` : sql.ref(column))))}, ${moneySums}
        from figure_money where ${inside(days)} group by ${sql.join(columns.map((column) => sql.ref(column)))} order by ${sql.join(columns.map((column) => sql.ref(column)))}`.execute(
        db,
      )
    ).rows;
  const [countries, totals, earlier, days] = await Promise.all([
    by<{ country: string; currency: string }>(['country', 'currency'], stretch),
    by<{ currency: string }>(['currency'], stretch),
    by<{ currency: string }>(['currency'], before),
    by<{ day: string; currency: string }>(['day', 'currency'], stretch),
  ]);
  const earlierOf = (currency: string) => earlier.find((row) => row.currency === currency)?.gross ?? 0;
  return {
    revenue: countries.map((row) => ({
      country: row.country,
      currency: row.currency,
      ...presentMoney(row, row.currency),
    })),
    revenue_totals: totals.map((row) => ({
      currency: row.currency,
      ...presentMoney(row, row.currency),
      before: money(earlierOf(row.currency), row.currency),
    })),
    revenue_days: days.map((row) => ({
      day: row.day,
      gross: money(row.gross, row.currency),
      refunded: money(row.refunded, row.currency),
    })),
  };
}

async function answersOf(db: Db, stretch: Stretch, before: Stretch): Promise<Figures['answers']> {
  const stepsOf = async (days: Stretch) =>
    (
      await sql<{ kind: 'member' | 'fictional'; step: number; answers: number }>`
        select kind, step, sum(answers)::int as answers from figure_answers where ${inside(days)} group by kind, step`.execute(
        db,
      )
    ).rows;
  const [now, earlier] = await Promise.all([stepsOf(stretch), stepsOf(before)]);
  return (['member', 'fictional'] as const).map((kind) => {
    const counted = now.filter((row) => row.kind === kind);
    return {
      kind,
      answers: counted.reduce((sum, { answers }) => sum + answers, 0),
      median_seconds: medianOf(counted),
      before_seconds: medianOf(earlier.filter((row) => row.kind === kind)),
    };
  });
}

async function cohortsOf(db: Db, { sites }: Stretch): Promise<Figures['cohorts']> {
  const { rows } = await sql<{ week: string; signups: number; stayed: number[] }>`
    select week::text as week, max(signups)::int as signups, array_agg(members order by weeks_later) as stayed
    from (
      select week, weeks_later, sum(signups)::int as signups, sum(members)::int as members from figure_cohorts
      where ${siteInSites(sites, sql`host`)} group by week, weeks_later
    ) c group by week order by week desc`.execute(db);
  return rows;
}
