import { sql } from 'kysely';
import type { Log } from '../log.ts';
import { codeOf, DatabaseUnavailable, type Database, type Db } from './index.ts';

/** Where search reads: a streaming replica while it keeps up, the database itself otherwise. */
export interface Replica {
  /** True when there is a replica, so that what it says may be a moment old. */
  separate: boolean;
  /** Runs a reading statement on the replica, or on the database when the replica is away, lags, or fails at it. */
  read<T>(work: (db: Db) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** How often the replica is looked at, and how far it may be behind. */
const LOOK_MS = 2000;
const MOST_BEHIND_MS = 5000;

/**
 * What a replica fails at and the database itself does not: read-only or unlogged tables, a feature or object that a standby lacks,
 * and statements cancelled by recovery.
 */
const FAULTS = new Set(['25006', '0A000', '55000', '40001', '42P01']);

/** `own` and `replica` are connections for reading, with plans that are kept; `replica` is null where none is configured. */
export function createReplica({ own, replica, log }: { own: Database; replica: Database | null; log: Log }): Replica {
  if (!replica) return { separate: false, read: (work) => work(own.db), close: () => own.close() };
  let away = false;
  /** Positions of the database's log, oldest first. */
  const written: { at: number; lsn: string }[] = [];

  const leave = (error: unknown, why: string) => {
    if (!away) log.warn({ err: error, why }, 'the replica is not read: search asks the database itself');
    away = true;
  };

  async function look(): Promise<void> {
    const lsn = await position(own.db).catch(() => null);
    // Without the database there is nothing to compare with: the replica is the better of the two.
    if (lsn !== null) written.push({ at: performance.now(), lsn });
    while (written.length > 1 && performance.now() - written[1]!.at > MOST_BEHIND_MS) written.shift();
    const asOf = written[0] && performance.now() - written[0].at > MOST_BEHIND_MS ? written[0].lsn : null;
    try {
      const { rows } = await sql<{ caught_up: boolean }>`
        select coalesce(pg_last_wal_replay_lsn() >= ${asOf}::pg_lsn, true) as caught_up`.execute(replica!.db);
      if (!rows[0]!.caught_up) return leave(null, `more than ${MOST_BEHIND_MS / 1000} s behind`);
      if (away) log.info('the replica is read again');
      away = false;
    } catch (error) {
      leave(error, 'no answer');
    }
  }
  const timer = setInterval(() => void look(), LOOK_MS).unref();

  return {
    separate: true,
    async read(work) {
      if (away) return work(own.db);
      try {
        return await work(replica.db);
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable) && !FAULTS.has(codeOf(error) ?? '')) throw error;
        leave(error, 'a statement failed');
        return work(own.db);
      }
    },
    async close() {
      clearInterval(timer);
      await Promise.all([own.close(), replica.close()]);
    },
  };
}

async function position(db: Db): Promise<string> {
  const { rows } = await sql<{ lsn: string }>`select pg_current_wal_lsn()::text as lsn`.execute(db);
  return rows[0]!.lsn;
}
