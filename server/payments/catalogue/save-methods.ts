import { sql } from 'kysely';
import type { CallBody } from '#contract/calls.ts';
import { needsMandate } from '#contract/lists/payment-methods.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction, type Tx } from '../../platform/database/index.ts';
import type { AuditNote } from '../../platform/http/context.ts';
import { refuseFields } from '../../platform/http/refusal.ts';
import { centsByCurrency } from './cents-by-currency.ts';

/**
 * POST /api/admin/methods: replaces the methods of a country, and the order of gateways of methods that bring one.
 * Throws `invalid_fields` if a method, or a gateway of a method, is listed twice, costs have an unknown currency, or
 * direct debit comes first: new payers tend to use the first method, and direct debits can be reversed.
 */
export async function saveMethods(
  app: App,
  audit: AuditNote,
  { country, methods }: CallBody<'adminMethods'>,
): Promise<{ ok: true }> {
  const first = methods.find(({ active }) => active);
  const orders = methods.flatMap(({ gateways = [] }) => [
    gateways.map(({ currency }) => currency),
    ...gateways.map(({ order }) => order),
  ]);
  if ([methods.map(({ id }) => id), ...orders].some(hasRepeats) || (first && needsMandate(first.id)))
    throw refuseFields({ methods: 'invalid' });
  const costs = methods.map((method) => ({ id: method.id, cents: centsByCurrency(method.costs, 'methods') }));
  await inTransaction(app.db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`methods of ${country}`}, 0))`.execute(tx);
    const { rows: before } = await sql`
      select m.method, m.active,
        (select jsonb_object_agg(currency, names) from (
          select currency, jsonb_agg(gateway order by position) as names from payment_method_gateways g
          where g.country = m.country and g.method = m.method group by currency) orders) as gateways,
        (select jsonb_object_agg(currency, cents) from payment_method_costs c where c.country = m.country and c.method = m.method) as costs
      from payment_methods m where m.country = ${country} order by m.position`.execute(tx);
    await sql`delete from payment_methods where country = ${country}`.execute(tx);
    for (const [position, { id, active }] of methods.entries())
      await sql`insert into payment_methods (country, method, position, active) values (${country}, ${id}, ${position + 1}, ${active})`.execute(
        tx,
      );
    for (const { id, cents: byCurrency } of costs) await insertCosts(tx, country, id, byCurrency);
    for (const { id, gateways } of methods) if (gateways) await replaceOrder(tx, country, id, gateways);
    await audit(tx, { object: country, details: { before, after: methods } });
  });
  return { ok: true };
}

const hasRepeats = (names: readonly string[]) => new Set(names).size < names.length;

async function replaceOrder(
  tx: Tx,
  country: string,
  method: string,
  gateways: { currency: string; order: readonly string[] }[],
): Promise<void> {
  await sql`delete from payment_method_gateways where country = ${country} and method = ${method}`.execute(
    tx,
  );
  for (const { currency, order } of gateways)
    await sql`
      insert into payment_method_gateways (country, method, currency, gateway, position)
      select ${country}, ${method}, ${currency}, name, place
      from unnest(${order}::text[]) with ordinality as listed (name, place)`.execute(tx);
}

async function insertCosts(
  tx: Tx,
  country: string,
  method: string,
  byCurrency: Map<string, number>,
): Promise<void> {
  for (const [currency, cents] of byCurrency) {
    if (cents > 0)
      await sql`insert into payment_method_costs (country, method, currency, cents) values (${country}, ${method}, ${currency}, ${cents})`.execute(
        tx,
      );
  }
}
