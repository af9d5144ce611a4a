import { setTimeout as wait } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import { codeOf } from './errors.ts';
import type { DB } from './schema.ts';

export type Db = Kysely<DB>;

type Work = () => void | Promise<void>;

export type Tx = Transaction<DB> & {
  /**
   * Declares work that must run once this transaction has committed and not at all if it rolls back, such as
   * a live event. Of several calls with the same key only the first counts.
   */
  afterCommit(work: Work, key?: string): void;
};

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const MAX_TRIES = 6;

function isTx(db: Db): db is Tx {
  if (!db.isTransaction) return false;
  if (!('afterCommit' in db)) throw new Error('Open transactions with inTransaction.');
  return true;
}

/**
 * Runs `work` in one transaction and commits it, or joins the surrounding transaction. A deadlock or
 * serialization failure rolls back and runs `work` again, so `work` must have no effect outside the database:
 * it declares such effects with `tx.afterCommit`, and only those of the committed attempt run. Other errors
 * roll back and reject.
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (isTx(db)) return work(db);
  const { result, declared } = await retried(db, async () => {
    const pending = new Map<unknown, Work>();
    const afterCommit: Tx['afterCommit'] = (piece, key) => {
      const id = key ?? piece;
      if (!pending.has(id)) pending.set(id, piece);
    };
    const returned = await db.transaction().execute((tx) => work(Object.assign(tx, { afterCommit })));
    return { result: returned, declared: [...pending.values()] };
  });
  await runAll(declared);
  return result;
}

/** Runs all declared work in order even if some of it fails, then rejects with the first failure. */
async function runAll(declared: readonly Work[]): Promise<void> {
  const failures: unknown[] = [];
  for (const piece of declared) {
    try {
      await piece();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

/**
 * `tx.afterCommit` for code that may also run outside a transaction, where every query commits by itself and
 * the work therefore runs immediately.
 */
export async function afterCommit(db: Db, work: Work, key?: string): Promise<void> {
  if (isTx(db)) db.afterCommit(work, key);
  else await work();
}

/** Retries a single query, which is a transaction by itself, after a deadlock or serialization failure. */
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
