import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import type pg from 'pg';
import { setTimeout as wait } from 'node:timers/promises';
import { codeOf } from './errors.ts';
import { createPool, type PoolSettings } from './pool.ts';
import type { DB } from './schema.ts';

export type { DB } from './schema.ts';
export { DatabaseUnavailable, codeOf, isTaken } from './errors.ts';

/** The database, outside or inside a transaction: what queries and commands take. */
export type Db = Kysely<DB>;
export type Tx = Transaction<DB>;

export interface Database {
  db: Db;
  /** The pool under it, for COPY, LISTEN and hand-made statements. */
  pool: pg.Pool;
  close(): Promise<void>;
}

const pools = new WeakMap<Db, pg.Pool>();

/** The pool that `db` takes its connections from; none for a transaction, which has its own connection. */
export const poolUnder = (db: Db): pg.Pool | undefined => pools.get(db);

/** Opens a pool and Kysely on it; nothing connects before the first statement. */
export function openDatabase(settings: PoolSettings): Database {
  const pool = createPool(settings);
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  pools.set(db, pool);
  return { db, pool, close: () => db.destroy() };
}

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const MAX_TRIES = 6;

/**
 * Runs `work` in one transaction and commits it; in a transaction already it joins that one. A deadlock or
 * serialization failure rolls back and runs `work` again, so it must do nothing outside the database: events and mails
 * come after it. Other errors roll back and pass on.
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db as Tx);
  return retried(db, () => db.transaction().execute(work));
}

/** The same for work that is a single statement, which is a transaction of its own and needs no other. */
export async function retried<T>(db: Db, work: () => Promise<T>): Promise<T> {
  if (db.isTransaction) return work();
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      const code = codeOf(error);
      if ((code !== SERIALIZATION_FAILURE && code !== DEADLOCK) || tries === MAX_TRIES) throw error;
      await wait(Math.random() * 10 * 2 ** tries);
    }
  }
}
