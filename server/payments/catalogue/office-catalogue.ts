import { sql } from 'kysely';
import { money } from '#contract/money.ts';
import type { Catalogue } from '#contract/payments/catalogue.ts';
import type { Money } from '#contract/schema.ts';
import type { App } from '../../platform/app.ts';

export async function seeCatalogue(app: App): Promise<Catalogue> {
  const [packages, methods, vat] = await Promise.all([
    sql<Omit<Catalogue['packages'][number], 'prices'> & { prices: Record<string, number> | null }>`
      select p.id, p.credits, p.active, p.recommended,
        (select jsonb_object_agg(currency, price_cents) from package_prices c where c.package_id = p.id) as prices
      from packages p order by p.position, p.id`.execute(app.db),
    sql<{
      country: string;
      method: string;
      active: boolean;
      costs: Record<string, number> | null;
      gateways: Catalogue['methods'][number]['methods'][number]['gateways'];
    }>`
      select m.country, m.method, m.active,
        (select coalesce(jsonb_agg(jsonb_build_object('currency', currency, 'order', names) order by currency), '[]') from (
          select currency, jsonb_agg(gateway order by position) as names from payment_method_gateways g
          where g.country = m.country and g.method = m.method group by currency) orders) as gateways,
        (select jsonb_object_agg(currency, cents) from payment_method_costs c where c.country = m.country and c.method = m.method) as costs
      from payment_methods m order by m.country, m.position, m.method`.execute(app.db),
    sql<{ country: string; percentage: string; valid_from: string }>`
      select country, percentage, valid_from::text as valid_from from vat_rates order by country, valid_from desc`.execute(
      app.db,
    ),
  ]);
  const byCountry = Map.groupBy(methods.rows, ({ country }) => country);
  return {
    packages: packages.rows.map(({ prices, ...one }) => ({ ...one, prices: amounts(prices) })),
    methods: [...byCountry].map(([country, rows]) => ({
      country,
      methods: rows.map(({ method, active, costs, gateways }) => ({
        id: method,
        active,
        costs: amounts(costs),
        gateways,
      })),
    })),
    gateways: app.parts.gateways.all.map(({ name }) => name),
    vat: vat.rows.map(({ percentage, ...rate }) => ({ ...rate, percentage: Number(percentage) })),
  } as Catalogue;
}

const amounts = (cents: Record<string, number> | null): Money[] =>
  Object.entries(cents ?? {})
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, value]) => money(value, currency));
