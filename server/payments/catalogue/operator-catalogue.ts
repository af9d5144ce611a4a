import { sql } from 'kysely';
import type { CallBody } from '#contract/calls.ts';
import { currencies } from '#contract/lists/currencies.ts';
import type { Catalogue } from '#contract/calls/money-desk-calls.ts';
import { centsOf, money } from '#contract/money.ts';
import type { Money } from '#contract/schema.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction, type Tx } from '../../platform/database/index.ts';
import type { AuditNote } from '../../platform/http/context.ts';
import { refuse, refuseFields } from '../../platform/http/refusal.ts';

const knownCurrencies: ReadonlySet<string> = new Set(currencies);

/** GET /api/admin/catalogue.php: all that operators set about selling. */
export async function seeCatalogue(app: App): Promise<Catalogue> {
  const [packages, methods, vat] = await Promise.all([
    sql<Omit<Catalogue['packages'][number], 'prices'> & { prices: Record<string, number> | null }>`
      select p.id, p.credits, p.active, p.recommended,
        (select jsonb_object_agg(currency, price_cents) from package_prices c where c.package_id = p.id) as prices
      from packages p order by p.position, p.id`.execute(app.db),
    sql<{ country: string; method: string; active: boolean; costs: Record<string, number> | null }>`
      select m.country, m.method, m.active,
        (select jsonb_object_agg(currency, cents) from payment_method_costs c where c.country = m.country and c.method = m.method) as costs
      from payment_methods m order by m.country, m.position, m.method`.execute(app.db),
    sql<{ country: string; percentage: string; valid_from: string }>`
      select country, percentage, valid_from::text as valid_from from vat_rates order by country, valid_from desc`.execute(app.db),
  ]);
  const byCountry = Map.groupBy(methods.rows, ({ country }) => country);
  return {
    packages: packages.rows.map(({ prices, ...one }) => ({ ...one, prices: amounts(prices) })),
    methods: [...byCountry].map(([country, rows]) => ({
      country,
      methods: rows.map(({ method, active, costs }) => ({ id: method, active, costs: amounts(costs) })),
    })),
    vat: vat.rows.map(({ percentage, ...rate }) => ({ ...rate, percentage: Number(percentage) })),
  } as Catalogue;
}

const amounts = (cents: Record<string, number> | null): Money[] =>
  Object.entries(cents ?? {})
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, value]) => money(value, currency));

/**
 * POST /api/admin/package.php: changes a package, or makes one. There is one package of a number of credits, so the same
 * body again is the same package. At most one is recommended. Noted with what it was.
 *
 * Refuses `invalid_fields`; `not_found`; `conflict` for a number of credits that another package has.
 */
export async function savePackage(app: App, audit: AuditNote, body: CallBody<'adminPackage'>): Promise<{ ok: true; id: number }> {
  const prices = centsByCurrency(body.prices, 'prices');
  if (body.active && prices.size === 0) throw refuseFields({ prices: 'required' });
  return inTransaction(app.db, async (tx) => {
    // One change after the other: there are few packages.
    await sql`lock table packages in share row exclusive mode`.execute(tx);
    const { rows: twins } = await sql<{ id: number }>`select id from packages where credits = ${body.credits}`.execute(tx);
    const id = body.id ?? twins[0]?.id ?? null;
    if (twins[0] && twins[0].id !== id) throw refuse('conflict');
    const { rows: before } = await sql<{ row: unknown }>`
      select to_jsonb(p) || jsonb_build_object('prices', (select jsonb_object_agg(currency, price_cents) from package_prices where package_id = p.id)) as row
      from packages p where id = ${id}`.execute(tx);
    if (body.id && !before[0]) throw refuse('not_found');
    if (body.recommended) await sql`update packages set recommended = false where id is distinct from ${id}`.execute(tx);
    const { rows } = await sql<{ id: number }>`
      insert into packages (id, credits, recommended, active, position)
      values (coalesce(${id}, (select coalesce(max(id), 0) + 1 from packages)), ${body.credits}, ${body.recommended}, ${body.active}, ${body.credits})
      on conflict (id) do update set credits = excluded.credits, recommended = excluded.recommended, active = excluded.active, position = excluded.position
      returning id`.execute(tx);
    const saved = rows[0]!.id;
    await sql`delete from package_prices where package_id = ${saved}`.execute(tx);
    for (const [currency, cents] of prices)
      await sql`insert into package_prices (package_id, currency, price_cents) values (${saved}, ${currency}, ${cents})`.execute(tx);
    await audit(tx, { object: String(saved), details: { before: before[0]?.row ?? null, after: body } });
    return { ok: true, id: saved };
  });
}

/**
 * POST /api/admin/methods.php: replaces the methods of a country. Refuses `invalid_fields`: a method named twice, costs in
 * an unknown currency, or a direct debit first, since the first method is what a stranger to the site tries.
 */
export async function saveMethods(app: App, audit: AuditNote, { country, methods }: CallBody<'adminMethods'>): Promise<{ ok: true }> {
  if (new Set(methods.map(({ id }) => id)).size < methods.length || methods.find(({ active }) => active)?.id === 'sdd')
    throw refuseFields({ methods: 'invalid' });
  const costs = methods.map((method) => ({ id: method.id, cents: centsByCurrency(method.costs, 'methods') }));
  await inTransaction(app.db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`methods of ${country}`}, 0))`.execute(tx);
    const { rows: before } = await sql`
      select m.method, m.active, (select jsonb_object_agg(currency, cents) from payment_method_costs c where c.country = m.country and c.method = m.method) as costs
      from payment_methods m where m.country = ${country} order by m.position`.execute(tx);
    await sql`delete from payment_methods where country = ${country}`.execute(tx);
    for (const [position, { id, active }] of methods.entries())
      await sql`insert into payment_methods (country, method, position, active) values (${country}, ${id}, ${position + 1}, ${active})`.execute(tx);
    for (const { id, cents: byCurrency } of costs) await insertCosts(tx, country, id, byCurrency);
    await audit(tx, { object: country, details: { before, after: methods } });
  });
  return { ok: true };
}

async function insertCosts(tx: Tx, country: string, method: string, byCurrency: Map<string, number>): Promise<void> {
  for (const [currency, cents] of byCurrency) {
    if (cents > 0)
      await sql`insert into payment_method_costs (country, method, currency, cents) values (${country}, ${method}, ${currency}, ${cents})`.execute(tx);
  }
}

/** Amounts as cents by currency. Refuses `invalid_fields` for one that is no price, an unknown currency or one named twice. */
function centsByCurrency(prices: Money[], field: string): Map<string, number> {
  const found = new Map<string, number>();
  for (const { amount, currency } of prices) {
    const cents = centsOf(amount);
    if (cents === null || !knownCurrencies.has(currency) || found.has(currency) || (field === 'prices' && cents < 1))
      throw refuseFields({ [field]: 'invalid' });
    found.set(currency, cents);
  }
  return found;
}
