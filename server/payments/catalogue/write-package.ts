import { sql } from 'kysely';
import type { CallBody } from '#contract/calls.ts';
import { one, type Tx } from '../../platform/database/index.ts';
import type { AuditNote } from '../../platform/http/context.ts';
import { refuse, refuseFields } from '../../platform/http/refusal.ts';
import { centsByCurrency } from './cents-by-currency.ts';

export type PackageBody = CallBody<'adminPackage'>;

export interface CatalogueOperator {
  id: number;
  audit: AuditNote;
}

export interface StoredPackage {
  id: number;
  credits: number;
  active: boolean;
  prices: Record<string, number> | null;
  reference: Record<string, number> | null;
}

export async function lockPackage(tx: Tx, body: PackageBody): Promise<StoredPackage | null> {
  const prices = centsByCurrency(body.prices, 'prices');
  if (body.active && prices.size === 0) throw refuseFields({ prices: 'required' });
  // Changes run one after another; the table has few rows.
  await sql`lock table packages in share row exclusive mode`.execute(tx);
  const { rows: twins } = await sql<{
    id: number;
  }>`select id from packages where credits = ${body.credits}`.execute(tx);
  const id = body.id ?? twins[0]?.id ?? null;
  if (twins[0] && twins[0].id !== id) throw refuse('conflict');
  const { rows } = await sql<StoredPackage>`
    select p.id, p.credits, p.active, p.recommended,
      (select jsonb_object_agg(currency, price_cents) from package_prices where package_id = p.id) as prices,
      case when p.reference_at > app_now() - interval '30 days' then p.reference_prices end as reference
    from packages p where id = ${id}`.execute(tx);
  if (body.id && !rows[0]) throw refuse('not_found');
  return rows[0] ?? null;
}

export const perCredit = (prices: Iterable<[string, number]>, credits: number): Record<string, number> =>
  Object.fromEntries([...prices].map(([currency, cents]) => [currency, cents / credits]));

/**
 * Stores a package that `lockPackage` returned, or a new one. An approved price becomes the reference for
 * later price cuts.
 */
export async function writePackage(
  tx: Tx,
  operator: CatalogueOperator,
  before: StoredPackage | null,
  body: PackageBody,
  approved: boolean,
): Promise<number> {
  const prices = centsByCurrency(body.prices, 'prices');
  const reference =
    approved || !before
      ? perCredit(prices, body.credits)
      : (before.reference ?? perCredit(Object.entries(before.prices ?? {}), before.credits));
  const begins = approved || !before?.reference;
  if (body.recommended)
    await sql`update packages set recommended = false where id is distinct from ${before?.id ?? null}`.execute(
      tx,
    );
  const { id } = await one(
    sql<{ id: number }>`
    insert into packages (id, credits, recommended, active, position, reference_prices, reference_at)
    values (coalesce(${before?.id ?? null}, (select coalesce(max(id), 0) + 1 from packages)), ${body.credits}, ${body.recommended}, ${body.active}, ${body.credits},
      ${JSON.stringify(reference)}::jsonb, app_now())
    on conflict (id) do update set credits = excluded.credits, recommended = excluded.recommended, active = excluded.active, position = excluded.position,
      reference_prices = excluded.reference_prices, reference_at = case when ${begins} then excluded.reference_at else packages.reference_at end
    returning id`.execute(tx),
  );
  await sql`delete from package_prices where package_id = ${id}`.execute(tx);
  for (const [currency, cents] of prices)
    await sql`insert into package_prices (package_id, currency, price_cents) values (${id}, ${currency}, ${cents})`.execute(
      tx,
    );
  await operator.audit(tx, { object: String(id), details: { before, after: body } });
  return id;
}
