import { sql } from 'kysely';
import { itemAt } from '#contract/must.ts';
import type { Log } from '../log.ts';
import { one, codeOf, DatabaseUnavailable, type Database, type Db } from './index.ts';

export interface Replica {
  /** True if there is a replica, so that results may be slightly stale. */
  separate: boolean;
  /** Runs a query on the replica, or on the primary if the replica is unavailable, lags, or cannot run it. */
  read<T>(work: (db: Db) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

const LOOK_MS = 2000;
const MOST_BEHIND_MS = 5000;

/**
 * Errors that only a replica can have: read-only or unlogged tables, unsupported features, missing objects,
 * and queries cancelled by recovery.
 */
const FAULTS = new Set(['25006', '0A000', '55000', '40001', '42P01']);

/** `own` and `replica` are read pools with generic plans. `replica` is null if none is configured. */
export function createReplica({
  own,
  replica,
  log,
}: {
  own: Database;
  replica: Database | null;
  log: Log;
}): Replica {
  return replica
    ? separateReplica(own, replica, log)
    : { separate: false, read: (work) => work(own.db), close: () => own.close() };
}

function separateReplica(own: Database, replica: Database, log: Log): Replica {
  let away = false;
  const written: { at: number; lsn: string }[] = [];

  const leave = (error: unknown, why: string) => {
    if (!away) log.warn({ err: error, why }, 'searches use the primary now: the replica is unusable');
    away = true;
  };

  async function look(): Promise<void> {
    const primary = await stateOf(own.db).catch(() => null);
    const lsn = primary?.lsn ?? null;
    // Without the primary there is no position to compare with, and the replica is the better choice.
    if (lsn !== null) written.push({ at: performance.now(), lsn });
    while (written.length > 1 && performance.now() - itemAt(written, 1).at > MOST_BEHIND_MS) written.shift();
    const asOf = written[0] && performance.now() - written[0].at > MOST_BEHIND_MS ? written[0].lsn : null;
    try {
      const row = await one(
        sql<{ standby: boolean; history: string; caught_up: boolean }>`
        select pg_is_in_recovery() as standby, ${HISTORY} as history,
          coalesce(pg_last_wal_replay_lsn() >= ${asOf}::pg_lsn, true) as caught_up`.execute(replica.db),
      );
      // A promoted replica writes its own log, whose positions cannot be compared with the primary's.
      if (!row.standby) return leave(null, 'no longer a standby');
      if (primary && row.history !== primary.history) return leave(null, 'a standby of another server');
      if (!row.caught_up) return leave(null, `more than ${MOST_BEHIND_MS / 1000} s behind`);
      if (away) log.info('searches use the replica again');
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

/** The cluster and its timeline. Servers that differ in either have written different data. */
const HISTORY = sql<string>`(select concat(system_identifier, ' ', timeline_id) from pg_control_system(), pg_control_checkpoint())`;

async function stateOf(primary: Db): Promise<{ lsn: string; history: string }> {
  return one(
    sql<{ lsn: string; history: string }>`
    select pg_current_wal_lsn()::text as lsn, ${HISTORY} as history`.execute(primary),
  );
}
