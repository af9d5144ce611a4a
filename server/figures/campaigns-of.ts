import { sql, type RawBuilder } from 'kysely';
import type { CallQuery, CallReply } from '#contract/calls.ts';
import { money } from '#contract/money.ts';
import type { CampaignGrouping } from '#contract/rules/figure-rules.ts';
import type { Sites } from '#contract/rules/site-scope-rules.ts';
import type { App } from '../platform/app.ts';
import { one, type Db } from '../platform/database/index.ts';
import { refuse } from '../platform/http/refusal.ts';
import { siteInSites } from '../site-scope/index.ts';
import { siteClocks } from '../site-settings/index.ts';

const USUAL_WEEKS = 12;
const MOST_ROWS = 100;

/** The columns that a row is about. The rest of the way is summed up. */
const columns: Record<CampaignGrouping, readonly string[]> = {
  network: ['network'],
  campaign: ['network', 'campaign'],
  landing: ['lander', 'slug'],
  week: ['week'],
};

type Row = Omit<CallReply<'adminCampaigns'>['rows'][number], 'revenue' | 'visits'> & { all: number };

/**
 * GET /api/admin/campaigns: the members who signed up in some weeks (default: the last 12) by source, campaign, landing page
 * or week, with how far they came and what they paid since. Throws `bad_request` for days in the wrong order.
 */
export async function campaignsOf(
  app: Pick<App, 'db'>,
  own: Sites,
  query: CallQuery<'adminCampaigns'>,
): Promise<CallReply<'adminCampaigns'>> {
  const { by, site } = query;
  const { db } = app;
  const to = query.to ?? (await siteClocks(db)).today(site);
  const weeks = await weeksOf(db, query.from, to);
  if (weeks.from > weeks.to) throw refuse('bad_request');
  const conditions = sql.join(conditionsOf(query, weeks, site === undefined ? own : [site]), sql` and `);
  const [{ rows: sites }, { rows }, counted] = await Promise.all([
    sql<{ host: string }>`select host from sites where ${siteInSites(own, sql`host`)} order by host`.execute(
      db,
    ),
    rowsOf(db, by, conditions),
    one(sql<{ at: Date | null }>`select max(counted_at) as at from figure_campaigns`.execute(db)),
  ]);
  const [revenue, visits] = await Promise.all([
    revenueOf(db, by, conditions),
    visitsOf(db, query, { ...weeks, sites: site === undefined ? own : [site] }),
  ]);
  return {
    ...weeks,
    by,
    counted_at: counted.at?.toISOString() ?? null,
    sites: sites.map(({ host }) => host),
    rows: rows.map(({ all: _all, ...row }) => ({
      ...row,
      visits: visits && (visits.get(keyOf(by, row)) ?? 0),
      revenue: (revenue.get(keyOf(by, row)) ?? []).map(({ cents, currency }) => money(cents, currency)),
    })),
    more: Math.max(0, (rows[0]?.all ?? 0) - rows.length),
  };
}

type Names = Pick<Row, 'network' | 'campaign' | 'lander' | 'slug' | 'week'>;
const keyOf = (by: CampaignGrouping, row: Partial<Names>): string =>
  columns[by].map((column) => String(row[column as keyof Names])).join('\n');

const weeksOf = (db: Db, from: string | undefined, to: string): Promise<{ from: string; to: string }> =>
  one(
    sql<{ from: string; to: string }>`
      select date_trunc('week', coalesce(${from ?? null}::date, ${to}::date - ${(USUAL_WEEKS - 1) * 7}::int)::timestamp)::date::text as "from",
        date_trunc('week', ${to}::date::timestamp)::date::text as "to"`.execute(db),
  );

function conditionsOf(
  { by, network, campaign, search }: CallQuery<'adminCampaigns'>,
  { from, to }: { from: string; to: string },
  sites: Sites,
): RawBuilder<unknown>[] {
  const searched = columns[by].filter((column) => column !== 'week');
  return [
    sql`week between ${from}::date and ${to}::date`,
    siteInSites(sites, sql`host`),
    ...(network === undefined ? [] : [sql`network = ${network}`]),
    ...(campaign === undefined ? [] : [sql`campaign = ${campaign}`]),
    ...(search?.trim() && searched.length > 0
      ? [
          sql`position(lower(${search.trim()}) in lower(${sql.join(
            searched.map((column) => sql.ref(column)),
            sql` || ' ' || `,
          )})) > 0`,
        ]
      : []),
  ];
}

const refs = (by: CampaignGrouping) => sql.join(columns[by].map((column) => sql.ref(column)));
const named = (by: CampaignGrouping) =>
  sql.join(
    ['network', 'campaign', 'lander', 'slug', 'week'].map((column) =>
      columns[by].includes(column)
        ? sql`${sql.ref(column)}::text as ${sql.ref(column)}`
        : sql`null as ${sql.ref(column)}`,
    ),
  );

const rowsOf = (db: Db, by: CampaignGrouping, conditions: RawBuilder<unknown>) =>
  sql<Row>`
    select ${named(by)}, sum(signups)::int as signups, sum(activated)::int as activated, sum(wrote)::int as wrote,
      sum(bought)::int as bought, sum(bought_again)::int as bought_again, count(*) over ()::int as all
    from figure_campaigns where ${conditions} group by ${refs(by)}
    order by ${by === 'week' ? sql`figure_campaigns.week desc` : sql`sum(bought) desc, sum(signups) desc, ${refs(by)}`}
    limit ${MOST_ROWS}`.execute(db);

async function revenueOf(db: Db, by: CampaignGrouping, conditions: RawBuilder<unknown>) {
  const { rows } = await sql<Names & { currency: string; cents: number }>`
    select ${named(by)}, currency, sum(cents)::bigint as cents from figure_campaign_money where ${conditions}
    group by ${refs(by)}, currency order by currency`.execute(db);
  return Map.groupBy(rows, (row) => keyOf(by, row));
}

/** Visits to landing pages, which know no campaign: null for a view that needs it. */
async function visitsOf(
  db: Db,
  { by, network, campaign }: CallQuery<'adminCampaigns'>,
  { from, to, sites }: { from: string; to: string; sites: Sites },
): Promise<Map<string, number> | null> {
  if (by === 'campaign' || campaign !== undefined) return null;
  const week = sql`date_trunc('week', day::timestamp)::date`;
  const names = sql.join(columns[by].map((column) => (column === 'week' ? week : sql.ref(column))));
  const shown = columns[by].map((column) =>
    column === 'week' ? sql`${week}::text as week` : sql`${sql.ref(column)} as ${sql.ref(column)}`,
  );
  const { rows } = await sql<Partial<Names> & { visits: number }>`
    select ${sql.join(shown)}, sum(opened)::int as visits from page_visits
    where day between ${from}::date and ${to}::date + 6 and ${siteInSites(sites, sql`host`)}
      and (${network ?? null}::text is null or network = ${network ?? null})
    group by ${names}`.execute(db);
  return new Map(rows.map((row) => [keyOf(by, row), row.visits]));
}
