import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { createPool, type PoolSettings } from './pool.ts';
import type { DB } from './schema.ts';
import type { Db } from './transaction.ts';

export { DatabaseUnavailable, codeOf, isNodeDown, isTaken } from './errors.ts';
export { one, oneOrNone } from './one.ts';
export type { DB } from './schema.ts';
export { afterCommit, inTransaction, retried, type Db, type Tx } from './transaction.ts';

export interface Database {
  db: Db;
  pool: pg.Pool;
  close(): Promise<void>;
}

const pools = new WeakMap<Db, pg.Pool>();
const withoutPreparedText = new WeakSet<Db>();

/** The pool behind `db`; undefined for a transaction, which has its own connection. */
export const poolUnder = (db: Db): pg.Pool | undefined => pools.get(db);

/**
 * Returns whether `prepared` caches the text of its queries on this database. Inside a transaction it always
 * does.
 */
export const preparesText = (db: Db): boolean => !withoutPreparedText.has(db);

/** Opens a pool and Kysely on it. It connects lazily, on the first query. */
export function openDatabase(settings: PoolSettings & { preparedText?: boolean }): Database {
  const pool = createPool(settings);
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  pools.set(db, pool);
  if (settings.preparedText === false) withoutPreparedText.add(db);
  return { db, pool, close: () => db.destroy() };
}
