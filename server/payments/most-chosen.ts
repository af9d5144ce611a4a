import { sql } from 'kysely';
import type { App } from '../platform/app.ts';
import type { Db } from '../platform/database/index.ts';
import { remember } from '../platform/remembered.ts';

/** "Most popular" is a claim: it is made of paid orders of these days, and only of enough of them. */
const DAYS = 90;
const LEAST_ORDERS = 20;
const FRESH_MS = 10 * 60_000;

declare module '../platform/app.ts' {
  interface Parts {
    /** The package that was chosen most; null while too few orders say so. Asked of the database every ten minutes. */
    mostChosen(): Promise<number | null>;
  }
}

export function rememberMostChosen({ db }: Pick<App, 'db'>): () => Promise<number | null> {
  return remember(() => mostChosenPackage(db), FRESH_MS).get;
}

/**
 * The package of most paid orders in the last 90 days, those that were given back not counted; null below 20 orders in
 * all, or when two packages were chosen equally often.
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
