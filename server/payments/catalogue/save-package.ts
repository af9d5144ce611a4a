import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { inTransaction, type Tx } from '../../platform/database/index.ts';
import { holdChange, isOnlyOperator, settingsOf } from '../../site-settings/index.ts';
import { centsByCurrency } from './cents-by-currency.ts';
import {
  type CatalogueOperator,
  lockPackage,
  type PackageBody,
  perCredit,
  type StoredPackage,
  writePackage,
} from './write-package.ts';

/**
 * POST /api/admin/package: creates or changes a package. At most one package has a given number of credits,
 * so a repeated request does not create a second one. At most one package is recommended. If the price per
 * credit falls by more than `price_approval_percentage`, the whole change waits for a second operator. The
 * audit log records the old values. Throws `invalid_fields` for an invalid price, `not_found` if the package
 * does not exist, and `conflict` if another package has this number of credits.
 */
export async function savePackage(
  app: App,
  operator: CatalogueOperator,
  body: PackageBody,
): Promise<{ ok: true; id: number | null; waiting: boolean }> {
  const { price_approval_percentage: share } = await settingsOf(app);
  return inTransaction(app.db, async (tx) => {
    const before = await lockPackage(tx, body);
    if ((await fallsBeyond(tx, before, body, share)) && !(await isOnlyOperator(tx, operator.id, null))) {
      const object = before ? String(before.id) : `${body.credits} credits`;
      await holdChange(tx, { kind: 'package', object, before, after: body, askedBy: operator.id });
      await operator.audit(tx, { object, details: { before, waiting: body } });
      return { ok: true, id: before?.id ?? null, waiting: true };
    }
    return { ok: true, id: await writePackage(tx, operator, before, body, false), waiting: false };
  });
}

/**
 * Returns whether a price per credit falls so far that a second operator must approve it. The reference is
 * the price before the first cut of the last 30 days, so that many small cuts count as one large cut. A
 * package that is not on sale yet is compared with the cheapest credits on sale.
 */
async function fallsBeyond(
  tx: Tx,
  before: StoredPackage | null,
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
