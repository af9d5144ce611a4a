import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { reconcileLedger } from '../../credits/index.ts';
import { openAppRole, unprotectedTables } from '../../platform/database/app-role.ts';
import { refuseLossyDatabase } from '../../platform/database/durability.ts';
import { one, openDatabase, type Db } from '../../platform/database/index.ts';
import { pendingMigrations } from '../../platform/database/migrate.ts';
import { postgresOf } from '../../platform/database/postgres-releases.ts';
import { LATE_SECONDS, queueState } from '../../platform/job-workers.ts';
import { Warning, type Look, type Patient } from './examine.ts';

/** Replica lag that needs an operator's attention. Search stops using the replica earlier. */
const LAG_SECONDS = 30;
const REPLICA_MS = 2000;
/** Delay of a due job that needs an operator's attention. */
/**
 * Maximum difference between the machine's and the database's clocks. Beyond it, sessions, links and windows
 * end at wrong times.
 */
const CLOCK_SECONDS = 5;
/** Share of connections in use above which a database is nearly out of them. */
const MOST_CONNECTIONS = 0.9;

export const databaseLooks = (patient: Patient): [string, Look][] => [
  ['Database', () => lookAtDatabase(patient)],
  ['Connections', () => lookAtConnections(patient)],
  ['Migrations', () => lookAtMigrations(patient)],
  ['Role', () => lookAtRole(patient)],
  ['Clock', () => lookAtClock(patient)],
  ['Replica', () => lookAtReplica(patient)],
  ['Ledger', () => lookAtLedger(patient)],
  ['Jobs', () => lookAtJobs(patient)],
];

async function lookAtDatabase({ app, config }: Patient): Promise<string> {
  await refuseLossyDatabase(app.db, config.production);
  const { version, size } = await one(
    sql<{ version: string; size: string }>`
      select current_setting('server_version') as version, pg_size_pretty(pg_database_size(current_database())) as size`.execute(
      app.db,
    ),
  );
  const found = `PostgreSQL ${version}, ${config.database.url ? 'by DATABASE_URL' : 'embedded'}, ${size}`;
  const { fix } = await postgresOf(app.db);
  if (fix)
    throw new Warning(
      `${found}. It lacks the security fixes of ${fix.fixed_in} (${fix.fixed_on}): ${
        config.database.url
          ? 'update that server.'
          : 'move to a PostgreSQL of your own with npm run database:move, or install a release of Liaison that has them.'
      }`,
    );
  return found;
}

async function lookAtConnections({ app }: Patient): Promise<string> {
  const { used, most } = await one(
    sql<{ used: number; most: number }>`
      select (select count(*) from pg_stat_activity where backend_type = 'client backend')::int as used,
        current_setting('max_connections')::int as most`.execute(app.db),
  );
  if (used > most * MOST_CONNECTIONS) {
    throw new Error(
      `${used} of ${most} are in use: lower DATABASE_POOL, raise max_connections, or use PgBouncer.`,
    );
  }
  return `${used} of ${most} are in use`;
}

async function lookAtMigrations({ app }: Patient): Promise<string> {
  const pending = await pendingMigrations(app.db);
  return pending.length === 0 ? 'up to date' : `the next start applies ${pending.join(', ')}`;
}

async function lookAtRole({ app, config, ownerUrl }: Patient): Promise<string> {
  if (ownerUrl === null) return judgeRole(app.db);
  const { url, ownerUrl: owner, pooler } = config.database;
  const role =
    url && owner
      ? { url, name: new URL(url).username, why: '' }
      : await openAppRole({ ownerUrl, secret: config.secret, pooler });
  const database = openDatabase({ url: role.url, size: 1, pooler });
  try {
    return await judgeRole(database.db, role.why);
  } finally {
    await database.close();
  }
}

async function judgeRole(db: Db, why?: string): Promise<string> {
  const open = await unprotectedTables((statement) => sql.raw(statement).execute(db));
  if (open.length === 0)
    return 'may add to the ledger, receipts, audit log and notifications, but not change them';
  throw new Error(
    `may change ${open.join(', ')}${why ? `, since ${why}` : ''}: set DATABASE_OWNER_URL to the owner and DATABASE_URL to an ordinary role.`,
  );
}

async function lookAtClock({ app }: Patient): Promise<string> {
  const before = Date.now();
  const { now } = await one(sql<{ now: Date }>`select clock_timestamp() as now`.execute(app.db));
  const seconds = apart(now, before, Date.now());
  return `${seconds.toFixed(1)} s from the database's`;
}

/**
 * Seconds between the database's clock and this machine's, allowing for the round trip. Throws with a remedy
 * if the difference is too large.
 */
export function apart(database: Date, asked: number, answered: number): number {
  const seconds = Math.max(0, asked - database.getTime(), database.getTime() - answered) / 1000;
  if (seconds > CLOCK_SECONDS) {
    throw new Error(
      `is ${Math.round(seconds)} s from the database's: synchronise both machines with a time server (chrony or systemd-timesyncd).`,
    );
  }
  return seconds;
}

async function lookAtReplica({ app, config }: Patient): Promise<string> {
  const { replicaUrl, pooler } = config.database;
  if (!replicaUrl) return 'not used: search reads the primary';
  const replica = openDatabase({ url: replicaUrl, size: 1, pooler });
  try {
    const { cluster, lsn } = await one(
      sql<{ cluster: string; lsn: string }>`
        select system_identifier::text as cluster, pg_current_wal_lsn()::text as lsn from pg_control_system()`.execute(
        app.db,
      ),
    );
    for (const end = Date.now() + REPLICA_MS; ; await wait(200)) {
      const found = await replicaState(replica.db, lsn);
      if (!found.standby)
        throw new Error(
          'is not a replica: DATABASE_REPLICA_URL is an independent server, so search would show other people.',
        );
      if (found.cluster !== cluster)
        throw new Error(
          'follows another database: correct DATABASE_REPLICA_URL, because search would show other people.',
        );
      if (found.behind <= 0) return 'follows, and is up to date';
      if (Date.now() < end) continue;
      return judgeReplica(found);
    }
  } finally {
    await replica.close();
  }
}

/**
 * The finding about a replica that is behind. Only then does the lag in seconds mean anything, because on a
 * quiet site the last change may be old.
 */
export function judgeReplica({
  behind,
  receives,
  seconds,
}: {
  behind: number;
  receives: boolean;
  seconds: number;
}): string {
  const much = `${Math.ceil(behind / 1024)} kB behind, its last change is ${Math.round(seconds)} s old`;
  if (!receives)
    throw new Error(
      `receives nothing, ${much}: check its log and primary_conninfo. Until then search reads the primary.`,
    );
  if (seconds > LAG_SECONDS)
    throw new Error(
      `is ${much}: check it for a long query, a paused replay or a slow disk. Until then search reads the primary.`,
    );
  return `follows, ${much}`;
}

async function replicaState(replica: Db, lsn: string) {
  return one(
    sql<{
      standby: boolean;
      cluster: string;
      behind: number;
      receives: boolean;
      seconds: number;
    }>`
    select pg_is_in_recovery() as standby, system_identifier::text as cluster, pg_wal_lsn_diff(${lsn}::pg_lsn, pg_last_wal_replay_lsn())::float8 as behind,
      exists (select from pg_stat_wal_receiver) as receives, coalesce(extract(epoch from now() - pg_last_xact_replay_timestamp()), 0)::float8 as seconds
    from pg_control_system()`.execute(replica),
  );
}

async function isThere(db: Db, table: string): Promise<boolean> {
  const { there } = await one(
    sql<{ there: boolean }>`select to_regclass(${table}) is not null as there`.execute(db),
  );
  return there;
}

async function lookAtLedger({ app }: Patient): Promise<string> {
  if (!(await isThere(app.db, 'ledger_entries'))) return 'not there yet';
  const { entries, total, faults } = await reconcileLedger(app.db);
  const [first] = faults;
  if (first || total !== 0) {
    const found = first
      ? `${faults.length} faults, the first of member ${first.member}, ${first.detail}`
      : `the accounts sum to ${total} instead of 0`;
    throw new Error(
      `${found}. Stop payments, keep the database as it is, and see docs/operate/incidents.md.`,
    );
  }
  return `${entries} entries, balanced`;
}

async function lookAtJobs({ app }: Patient): Promise<string> {
  if (!(await isThere(app.db, 'graphile_worker.jobs'))) return 'not there yet';
  const { workers, oldestSeconds, due, failed, standsStill } = await queueState(app.db);
  if (workers === 0 && due > 0)
    throw new Error(`${due} wait and no worker runs: start a process with ROLE=worker or ROLE=all.`);
  if (standsStill)
    throw new Error(
      `${due} wait and none has started for minutes: restart the process with ROLE=worker or ROLE=all, and check its log for jobs that never finish.`,
    );
  if (oldestSeconds > LATE_SECONDS) {
    throw new Error(
      `the oldest of ${due} has waited for ${Math.round(oldestSeconds / 60)} minutes: start another ROLE=worker, and check its log for errors.`,
    );
  }
  if (failed > 0)
    throw new Error(
      `${failed} failed permanently: the worker's log has the errors; docs/operate/incidents.md explains how to run them again.`,
    );
  return `${due} wait, ${workers} workers`;
}
