import { sql } from 'kysely';
import type { App } from '../platform/app.ts';
import type { Db } from '../platform/database/index.ts';
import { remember } from '../platform/remembered.ts';

/** "Most popular" is an advertising claim, so it must rest on enough paid orders of a stated period. */
const DAYS = 90;
const LEAST_ORDERS = 20;
const FRESH_MS = 10 * 60_000;

declare module '../platform/app.ts' {
  interface Parts {
    /** The most chosen package; null if there are too few orders. Cached for ten minutes. */
    mostChosen(): Promise<number | null>;
  }
}

export function rememberMostChosen({ db }: Pick<App, 'db'>): () => Promise<number | null> {
  return remember(() => mostChosenPackage(db), FRESH_MS).get;
}

/**
 * The package with the most paid orders in the last `DAYS`, without refunded ones. Null below `LEAST_ORDERS`
 * orders, or if two packages tie.
 */
export async function mostChosenPackage(db: Db): Promise<number | null> {
  const { rows } = await sql<{ package_id: number; orders: number; all: number }>`
    select package_id, count(*)::int as orders, (sum(count(*)) over ())::int as all
    from payments
    where status = 'completed' and settled_at > app_now() - ${DAYS} * interval '1 day' and charged_back_at is null and refunded_at is null
    group by package_id order by count(*) desc limit 2`.execute(db);
  const [first, second] = rows;
  if (!first || first.all < LEAST_ORDERS || first.orders === second?.orders) return null;
  return first.package_id;
}
