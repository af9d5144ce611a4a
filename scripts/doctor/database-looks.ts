import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { reconcileLedger } from '#server/credits/index.ts';
import { openAppRole, unprotectedTables } from '#server/platform/database/app-role.ts';
import { refuseLossyDatabase } from '#server/platform/database/durability.ts';
import { openDatabase, type Db } from '#server/platform/database/index.ts';
import { pendingMigrations } from '#server/platform/database/migrate.ts';
import { queueState } from '#server/platform/job-workers.ts';
import type { Look, Patient } from './examine.ts';

/** How far behind a replica may be before somebody has to look; search leaves it sooner. */
const LAG_SECONDS = 30;
/** How long a replica may take for what was just written. */
const REPLICA_MS = 2000;
/** How long a due job may lie before somebody has to look. */
const JOB_SECONDS = 300;
/** How far the machine's clock may be from the database's: more, and sessions, links and windows end at odd moments. */
const CLOCK_SECONDS = 5;
/** Share of its connections beyond which a database is nearly out of them. */
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

async function lookAtDatabase({ site: { app }, config }: Patient): Promise<string> {
  await refuseLossyDatabase(app.db, config.production);
  const { rows } = await sql<{ version: string; size: string }>`
    select current_setting('server_version') as version, pg_size_pretty(pg_database_size(current_database())) as size`.execute(app.db);
  return `PostgreSQL ${rows[0]!.version}, ${config.database.url ? 'by DATABASE_URL' : 'embedded'}, ${rows[0]!.size}`;
}

async function lookAtConnections({ site: { app } }: Patient): Promise<string> {
  const { rows } = await sql<{ used: number; most: number }>`
    select (select count(*) from pg_stat_activity where backend_type = 'client backend')::int as used,
      current_setting('max_connections')::int as most`.execute(app.db);
  const { used, most } = rows[0]!;
  if (used > most * MOST_CONNECTIONS) {
    throw new Error(`${used} of ${most} are in use: lower DATABASE_POOL, raise max_connections, or put PgBouncer between.`);
  }
  return `${used} of ${most} are in use`;
}

async function lookAtMigrations({ config, ownerUrl }: Patient): Promise<string> {
  const pending = await pendingMigrations({ url: ownerUrl, pooler: config.database.pooler });
  return pending.length === 0 ? 'up to date' : `the next start applies ${pending.join(', ')}`;
}

async function lookAtRole({ config, ownerUrl }: Patient): Promise<string> {
  const { url, ownerUrl: owner, pooler } = config.database;
  const role = url && owner ? { url, name: new URL(url).username, why: '' } : await openAppRole({ ownerUrl, secret: config.secret, pooler });
  const database = openDatabase({ url: role.url, size: 1, pooler });
  try {
    const open = await unprotectedTables((statement) => sql.raw(statement).execute(database.db));
    if (open.length === 0) return 'may add to the ledger, receipts, audit log and notifications, and change none of them';
    throw new Error(
      `may change ${open.join(', ')}${role.why ? `, since ${role.why}` : ''}: name the owner in DATABASE_OWNER_URL and an ordinary role in DATABASE_URL.`,
    );
  } finally {
    await database.close();
  }
}

async function lookAtClock({ site: { app } }: Patient): Promise<string> {
  const before = Date.now();
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(app.db);
  const seconds = apart(rows[0]!.now, before, Date.now());
  return `${seconds.toFixed(1)} s from the database's`;
}

/** Seconds between the database's clock and this machine's, the way there and back allowed for. Throws what to do when they are too many. */
export function apart(database: Date, asked: number, answered: number): number {
  const seconds = Math.max(0, asked - database.getTime(), database.getTime() - answered) / 1000;
  if (seconds > CLOCK_SECONDS) {
    throw new Error(`is ${Math.round(seconds)} s from the database's: let both machines follow a time server (chrony or systemd-timesyncd).`);
  }
  return seconds;
}

async function lookAtReplica({ site: { app }, config }: Patient): Promise<string> {
  const { replicaUrl, pooler } = config.database;
  if (!replicaUrl) return 'not used: search reads the primary';
  const replica = openDatabase({ url: replicaUrl, size: 1, pooler });
  try {
    const { rows: primary } = await sql<{ cluster: string; lsn: string }>`
      select system_identifier::text as cluster, pg_current_wal_lsn()::text as lsn from pg_control_system()`.execute(app.db);
    const { cluster, lsn } = primary[0]!;
    for (const end = Date.now() + REPLICA_MS; ; await wait(200)) {
      const found = await replicaState(replica.db, lsn);
      if (!found.standby) throw new Error('is no replica: DATABASE_REPLICA_URL names a server of its own, so search would show other people.');
      if (found.cluster !== cluster) throw new Error('follows another database: mend DATABASE_REPLICA_URL, since search would show other people.');
      if (found.behind <= 0) return 'follows, and has all that was written';
      if (Date.now() < end) continue;
      return judgeReplica(found);
    }
  } finally {
    await replica.close();
  }
}

/** What to say of a replica that lacks something. How long it is behind is known only then: on a quiet site the last change is long ago. */
export function judgeReplica({ behind, receives, seconds }: { behind: number; receives: boolean; seconds: number }): string {
  const much = `${Math.ceil(behind / 1024)} kB behind, its last change is ${Math.round(seconds)} s old`;
  if (!receives) throw new Error(`takes nothing, ${much}: look at its log and primary_conninfo. Search reads the primary meanwhile.`);
  if (seconds > LAG_SECONDS) throw new Error(`is ${much}: look for a long query on it, a paused replay or a slow disk. Search reads the primary meanwhile.`);
  return `follows, ${much}`;
}

async function replicaState(replica: Db, lsn: string) {
  const { rows } = await sql<{ standby: boolean; cluster: string; behind: number; receives: boolean; seconds: number }>`
    select pg_is_in_recovery() as standby, system_identifier::text as cluster, pg_wal_lsn_diff(${lsn}::pg_lsn, pg_last_wal_replay_lsn())::float8 as behind,
      exists (select from pg_stat_wal_receiver) as receives, coalesce(extract(epoch from now() - pg_last_xact_replay_timestamp()), 0)::float8 as seconds
    from pg_control_system()`.execute(replica);
  return rows[0]!;
}

async function lookAtLedger({ site: { app } }: Patient): Promise<string> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('ledger_entries') is not null as there`.execute(app.db);
  if (!rows[0]!.there) return 'not there yet';
  const { entries, faults } = await reconcileLedger(app.db);
  if (faults.length > 0) {
    throw new Error(
      `${faults.length} faults, the first: member ${faults[0]!.member}, ${faults[0]!.detail}. Stop payments, keep the database as it is, and see docs/operate/incidents.md.`,
    );
  }
  return `${entries} entries add up`;
}

async function lookAtJobs({ site: { app } }: Patient): Promise<string> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('graphile_worker.jobs') is not null as there`.execute(app.db);
  if (!rows[0]!.there) return 'not there yet';
  const { workers, oldestSeconds, due, failed } = await queueState(app.db);
  if (workers === 0 && due > 0) throw new Error(`${due} wait and nobody runs them: start a process with ROLE=worker or ROLE=all.`);
  if (oldestSeconds > JOB_SECONDS) {
    throw new Error(
      `the oldest of ${due} has waited for ${Math.round(oldestSeconds / 60)} minutes: start another ROLE=worker, and look for errors in its log.`,
    );
  }
  if (failed > 0) throw new Error(`${failed} failed for good: the log of the worker says why; docs/operate/incidents.md says how to run them again.`);
  return `${due} wait, ${workers} workers`;
}
