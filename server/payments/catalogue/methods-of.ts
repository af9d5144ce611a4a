import { sql } from 'kysely';
import type { CountryCode } from '#contract/lists/countries.ts';
import type { PaymentMethod } from '#contract/lists/payment-methods.ts';
import type { App } from '../../platform/app.ts';
import { gatewayOrderIn } from './gateway-order.ts';

export interface OfferedMethod {
  method: PaymentMethod;
  costsCents: number;
}

export async function methodsIn(
  app: Pick<App, 'db' | 'parts'>,
  country: CountryCode,
  currency: string,
): Promise<OfferedMethod[]> {
  const { all } = app.parts.gateways;
  const [{ rows }, order, taken] = await Promise.all([
    sql<{ method: PaymentMethod; cents: number }>`
      select m.method, coalesce(c.cents, 0) as cents
      from payment_methods m left join payment_method_costs c on c.country = m.country and c.method = m.method and c.currency = ${currency}
      where m.country = ${country} and m.active order by m.position, m.method`.execute(app.db),
    gatewayOrderIn(app.db, country, currency, all),
    Promise.all(
      all.map(async (gateway) => ({ gateway, methods: new Set(await gateway.methods(country, currency)) })),
    ),
  ]);
  const takersOf = (method: PaymentMethod) =>
    taken.filter(({ methods }) => methods.has(method)).map(({ gateway }) => gateway);
  return rows
    .filter(({ method }) => order(method, takersOf(method)).length > 0)
    .map(({ method, cents }) => ({ method, costsCents: cents }));
}
