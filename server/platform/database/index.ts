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
  /** The pool, and that of `preparedSize`. */
  pools: readonly pg.Pool[];
  close(): Promise<void>;
}

const preparedPools = new WeakMap<Db, pg.Pool>();
const withoutPreparedText = new WeakSet<Db>();

/** The pool for the queries of `prepared` on `db`; undefined for a transaction, which has its own connection. */
export const poolForPrepared = (db: Db): pg.Pool | undefined => preparedPools.get(db);

/**
 * Returns whether `prepared` caches the text of its queries on this database. Inside a transaction it always
 * does.
 */
export const preparesText = (db: Db): boolean => !withoutPreparedText.has(db);

interface DatabaseSettings extends PoolSettings {
  preparedText?: boolean;
  /**
   * Size of a second pool with `plansOnce`, which runs the queries of `prepared` outside of transactions. Without it,
   * the main pool runs them.
   */
  preparedSize?: number;
}

/** Opens a pool and Kysely on it. It connects lazily, on the first query. */
export function openDatabase({ preparedSize, preparedText, ...settings }: DatabaseSettings): Database {
  const pool = createPool(settings);
  const preparedPool = preparedSize ? createPool({ ...settings, size: preparedSize, plansOnce: true }) : null;
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  preparedPools.set(db, preparedPool ?? pool);
  if (preparedText === false) withoutPreparedText.add(db);
  return {
    db,
    pool,
    pools: preparedPool ? [pool, preparedPool] : [pool],
    close: async () => void (await Promise.all([db.destroy(), preparedPool?.end()])),
  };
}
