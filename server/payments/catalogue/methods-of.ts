import { sql } from 'kysely';
import type { CountryCode } from '#contract/lists/countries.ts';
import type { PaymentMethod } from '#contract/lists/payment-methods.ts';
import type { App } from '../../platform/app.ts';

export interface OfferedMethod {
  method: PaymentMethod;
  costsCents: number;
}

export async function methodsIn(
  app: Pick<App, 'db' | 'parts'>,
  country: CountryCode,
  currency: string,
): Promise<OfferedMethod[]> {
  const [{ rows }, ...taken] = await Promise.all([
    sql<{ method: PaymentMethod; cents: number }>`
      select m.method, coalesce(c.cents, 0) as cents
      from payment_methods m left join payment_method_costs c on c.country = m.country and c.method = m.method and c.currency = ${currency}
      where m.country = ${country} and m.active order by m.position, m.method`.execute(app.db),
    ...app.parts.gateways.all.map((gateway) => gateway.methods(country, currency)),
  ]);
  const takes = new Set(taken.flat());
  return rows
    .filter(({ method }) => takes.has(method))
    .map(({ method, cents }) => ({ method, costsCents: cents }));
}
