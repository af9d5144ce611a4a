import { sql } from 'kysely';
import type { CountryCode } from '#contract/lists/countries.ts';
import type { GatewayName } from '#contract/lists/gateways.ts';
import type { PaymentMethod } from '#contract/lists/payment-methods.ts';
import type { Db } from '../../platform/database/index.ts';
import type { PaymentGateway } from '../gateways/gateway.ts';

/** Sorts the gateways of a payment method into the operator's order, and leaves out those that are not in it. */
export type GatewayOrder = (method: PaymentMethod, gateways: PaymentGateway[]) => PaymentGateway[];

/**
 * The operator's order of gateways in a country and currency. A method without an order, or whose order names no
 * configured gateway, keeps all its gateways in the order of the product.
 */
export async function gatewayOrderIn(
  db: Db,
  country: CountryCode,
  currency: string,
  configured: readonly PaymentGateway[],
): Promise<GatewayOrder> {
  const { rows } = await sql<{ method: PaymentMethod; gateway: GatewayName }>`
    select method, gateway from payment_method_gateways where country = ${country} and currency = ${currency}
    order by method, position`.execute(db);
  const names = new Set(configured.map(({ name }) => name));
  const orders = Map.groupBy(
    rows.filter(({ gateway }) => names.has(gateway)),
    ({ method }) => method,
  );
  return (method, gateways) =>
    orders.get(method)?.flatMap(({ gateway }) => gateways.find(({ name }) => name === gateway) ?? []) ??
    gateways;
}
