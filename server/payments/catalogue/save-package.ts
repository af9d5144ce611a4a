import { sql } from 'kysely';
import type { CallBody } from '#contract/calls.ts';
import type { App } from '../../platform/app.ts';
import { one, inTransaction, type Tx } from '../../platform/database/index.ts';
import type { AuditNote } from '../../platform/http/context.ts';
import { refuse, refuseFields } from '../../platform/http/refusal.ts';
import { holdChange, isOnlyOperator, settingsOf } from '../../site-settings/index.ts';
import { centsByCurrency } from './cents-by-currency.ts';

type PackageBody = CallBody<'adminPackage'>;

interface Operator {
  id: number;
  audit: AuditNote;
}

interface Before {
  id: number;
  credits: number;
  active: boolean;
  prices: Record<string, number> | null;
  /** Prices per credit before the first price cut of the last 30 days. */
  reference: Record<string, number> | null;
}

/**
 * POST /api/admin/package: creates or changes a package. At most one package has a given number of credits,
 * so a repeated request does not create a second one. At most one package is recommended. If the price per
 * credit falls by more than `price_approval_percentage`, the whole change waits for a second operator. The
 * audit log records the old values. Throws `invalid_fields` for an invalid price, `not_found` if the package
 * does not exist, and `conflict` if another package has this number of credits.
 */
export async function savePackage(
  app: App,
  operator: Operator,
  body: PackageBody,
): Promise<{ ok: true; id: number | null; waiting: boolean }> {
  const { price_approval_percentage: share } = await settingsOf(app);
  return inTransaction(app.db, async (tx) => {
    const before = await lockPackage(tx, body);
    if ((await fallsBeyond(tx, before, body, share)) && !(await isOnlyOperator(tx, operator.id))) {
      const object = before ? String(before.id) : `${body.credits} credits`;
      await holdChange(tx, { kind: 'package', object, before, after: body, askedBy: operator.id });
      await operator.audit(tx, { object, details: { before, waiting: body } });
      return { ok: true, id: before?.id ?? null, waiting: true };
    }
    return { ok: true, id: await write(tx, operator, before, body, false), waiting: false };
  });
}

export async function applyPackage(tx: Tx, operator: Operator, body: PackageBody): Promise<void> {
  await write(tx, operator, await lockPackage(tx, body), body, true);
}

async function lockPackage(tx: Tx, body: PackageBody): Promise<Before | null> {
  const prices = centsByCurrency(body.prices, 'prices');
  if (body.active && prices.size === 0) throw refuseFields({ prices: 'required' });
  // Changes run one after another; the table has few rows.
  await sql`lock table packages in share row exclusive mode`.execute(tx);
  const { rows: twins } = await sql<{
    id: number;
  }>`select id from packages where credits = ${body.credits}`.execute(tx);
  const id = body.id ?? twins[0]?.id ?? null;
  if (twins[0] && twins[0].id !== id) throw refuse('conflict');
  const { rows } = await sql<Before>`
    select p.id, p.credits, p.active, p.recommended,
      (select jsonb_object_agg(currency, price_cents) from package_prices where package_id = p.id) as prices,
      case when p.reference_at > app_now() - interval '30 days' then p.reference_prices end as reference
    from packages p where id = ${id}`.execute(tx);
  if (body.id && !rows[0]) throw refuse('not_found');
  return rows[0] ?? null;
}

const perCredit = (prices: Iterable<[string, number]>, credits: number): Record<string, number> =>
  Object.fromEntries([...prices].map(([currency, cents]) => [currency, cents / credits]));

/**
 * Returns whether a price per credit falls so far that a second operator must approve it. The reference is
 * the price before the first cut of the last 30 days, so that many small cuts count as one large cut. A
 * package that is not on sale yet is compared with the cheapest credits on sale.
 */
async function fallsBeyond(
  tx: Tx,
  before: Before | null,
  body: PackageBody,
  share: number,
): Promise<boolean> {
  if (!body.active) return false;
  const { rows } = await sql<{ currency: string; least: number }>`
    select c.currency, min(c.price_cents::float8 / p.credits) as least
    from packages p join package_prices c on c.package_id = p.id
    where p.active and p.id is distinct from ${before?.id ?? null}::int group by c.currency`.execute(tx);
  const elsewhere = Object.fromEntries(rows.map(({ currency, least }) => [currency, least]));
  const own = before?.active
    ? (before.reference ?? perCredit(Object.entries(before.prices ?? {}), before.credits))
    : {};
  const wished = perCredit(centsByCurrency(body.prices, 'prices'), body.credits);
  return Object.entries(wished).some(([currency, price]) => {
    const reference = own[currency] ?? elsewhere[currency];
    // The first price in a currency cannot be compared, so it needs approval unless nothing is sold yet.
    if (reference === undefined) return rows.length > 0 || before?.active === true;
    return price < reference * (1 - share / 100);
  });
}

async function write(
  tx: Tx,
  operator: Operator,
  before: Before | null,
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
