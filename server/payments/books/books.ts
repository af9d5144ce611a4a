import { stringify } from 'csv-stringify/sync';
import { sql } from 'kysely';
import { money } from '#contract/money.ts';
import type { Books } from '#contract/payments/books.ts';
import type { Sites } from '#contract/rules/site-scope-rules.ts';
import type { App } from '../../platform/app.ts';
import { one, type Db } from '../../platform/database/index.ts';
import { hostInSites } from '../../site-scope/index.ts';
import { siteClocks, siteOfHost } from '../../site-settings/index.ts';

/**
 * GET /api/admin/books: a month's revenue and VAT from receipts and credit notes, and the movement of credits
 * from the ledger. Both are dated in the site's time zone. Revenue is that of the company that issued the
 * receipt. Credits are those of all companies together, because members can use them on any site. Operators of some
 * sites get the figures of the orders and members of these.
 */
export async function booksOf(app: Pick<App, 'db'>, sites: Sites, month: string): Promise<Books> {
  const [revenue, credits] = await Promise.all([
    revenueOf(app.db, sites, month),
    creditsOf(app.db, sites, month),
  ]);
  return { month, revenue, credits };
}

/** Condition over `receipts` that the order was placed on one of the sites. */
export const ofOrderInSites = (sites: Sites) =>
  sites === null
    ? sql`true`
    : sql`exists (select from payments o where o.id = receipts.payment_id and ${hostInSites(sites, sql`o.host`)})`;

async function revenueOf(db: Db, sites: Sites, month: string): Promise<Books['revenue']> {
  const { rows } = await sql<{
    company_id: number;
    company: string;
    country: string;
    currency: string;
    rate: number;
    orders: number;
    gross: number;
    vat: number;
    refunds: number;
    refunded: number;
    refunded_vat: number;
  }>`
    select company_id, companies.name as company, details ->> 'country' as country, details ->> 'currency' as currency, (details ->> 'vatPercentage')::float8 as rate,
      count(*) filter (where kind = 'receipt')::int as orders,
      coalesce(sum((details ->> 'totalCents')::bigint) filter (where kind = 'receipt'), 0)::bigint as gross,
      coalesce(sum((details ->> 'vatCents')::bigint) filter (where kind = 'receipt'), 0)::bigint as vat,
      count(*) filter (where kind = 'credit_note')::int as refunds,
      coalesce(sum((details ->> 'totalCents')::bigint) filter (where kind = 'credit_note'), 0)::bigint as refunded,
      coalesce(sum((details ->> 'vatCents')::bigint) filter (where kind = 'credit_note'), 0)::bigint as refunded_vat
    from receipts join companies on companies.id = company_id
    where ${ofOrderInSites(sites)} and issued_on >= ${`${month}-01`}::date and issued_on < ${`${month}-01`}::date + interval '1 month'
    group by 1, 2, 3, 4, 5 order by 1, 3, 4, 5`.execute(db);
  return rows.map(
    ({ company_id, company, country, currency, rate, gross, vat, refunded, refunded_vat, ...counts }) => ({
      company: { id: company_id, name: company },
      country,
      currency,
      vat_percentage: rate,
      orders: counts.orders,
      gross: money(gross, currency),
      vat: money(vat, currency),
      refunds: counts.refunds,
      refunded: money(refunded, currency),
      refunded_vat: money(refunded_vat, currency),
    }),
  );
}

/**
 * Each of a month's entries counts in exactly one figure, so the opening balance plus all figures gives the
 * outstanding credits.
 */
async function creditsOf(db: Db, sites: Sites, month: string): Promise<Books['credits']> {
  const clocks = await siteClocks(db);
  // A purged member has no site, but the payment still does.
  const host = sql`coalesce((select p.host from payments p where p.id = e.payment_id), m.host)`;
  const day = clocks.dayOf(sql`e.created_at`, siteOfHost(host));
  // A purged member without an order belongs to no site.
  const inSites =
    sites === null
      ? sql`true`
      : sql`((m.id is not null or e.payment_id is not null) and ${hostInSites(sites, host)})`;
  // The site's time zone matters only for entries near the ends of the month.
  return one(
    sql<Books['credits']>`
    with months as (select ${`${month}-01`}::date as first, (${`${month}-01`}::date + interval '1 month')::date as next),
    entries as (
      select e.kind, e.credits, local.day >= months.first as inside
      from months cross join entries_of_books(months.first) e left join members m on m.id = e.member_id
        cross join lateral (select (e.created_at at time zone 'UTC')::date as utc) near
        cross join lateral (
          select case when near.utc between months.first - 1 and months.first or near.utc between months.next - 1 and months.next then ${day} else near.utc end as day
        ) local
      where ${inSites} and local.day < months.next
    )
    select
      coalesce(sum(credits) filter (where not inside), 0)::int as before,
      coalesce(sum(credits) filter (where inside and kind = 'purchase'), 0)::int as sold,
      coalesce(sum(credits) filter (where inside and kind in ('signup', 'operator_grant', 'demo_grant', 'import', 'referral')), 0)::int as given,
      coalesce(-sum(credits) filter (where inside and kind in ('message', 'image', 'gift', 'video_call')), 0)::int as used,
      coalesce(sum(credits) filter (where inside and kind = 'refund' and credits > 0), 0)::int as returned,
      coalesce(-sum(credits) filter (where inside and (kind = 'chargeback' or (kind = 'refund' and credits < 0))), 0)::int as taken_back,
      coalesce(sum(credits) filter (where inside and kind = 'debt'), 0)::int as lent,
      coalesce(-sum(credits) filter (where inside and kind = 'lapse'), 0)::int as lapsed,
      coalesce(sum(credits), 0)::int as outstanding
    from entries`.execute(db),
  );
}

export function booksFile({ month, revenue, credits }: Books, part: 'revenue' | 'credits'): string {
  if (part === 'credits')
    return stringify(Object.entries(credits), { header: true, columns: ['figure', `credits ${month}`] });
  return stringify(
    revenue.map(({ company, gross, vat, refunded, refunded_vat, ...line }) => ({
      ...line,
      company: company.name,
      gross: gross.amount,
      vat: vat.amount,
      refunded: refunded.amount,
      refunded_vat: refunded_vat.amount,
    })),
    {
      header: true,
      columns: [
        'company',
        'country',
        'currency',
        'vat_percentage',
        'orders',
        'gross',
        'vat',
        'refunds',
        'refunded',
        'refunded_vat',
      ],
    },
  );
}
