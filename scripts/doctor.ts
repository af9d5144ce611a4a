import { access, constants, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { sql } from 'kysely';
import { createTransport } from 'nodemailer';
import { reconcileLedger } from '#server/credits/index.ts';
import type { Site } from '#server/assemble.ts';
import type { Config } from '#server/platform/config.ts';
import { openAppRole, unprotectedTables } from '#server/platform/database/app-role.ts';
import { openDatabase } from '#server/platform/database/index.ts';
import { refuseLossyDatabase } from '#server/platform/database/durability.ts';
import { pendingMigrations } from '#server/platform/database/migrate.ts';
import { withSite } from './with-site.ts';

// `npm run doctor`: what the site needs, looked at one by one. The site may run. Exit code 1 when something is wrong.

const ENOUGH_DISK_BYTES = 1_000_000_000;
const TIMEOUT_MS = 5000;

/** Returns what was found, or throws what is wrong. */
type Look = () => Promise<string>;

await withSite({ attach: true }, async (site, config, url) => {
  const looks: [string, Look][] = [
    ['Node', lookAtNode],
    ['Database', () => lookAtDatabase(site, config)],
    ['Replica', () => lookAtReplica(config)],
    ['Role', () => lookAtRole(config, url)],
    ['Migrations', () => lookAtMigrations(config, url)],
    ['Ledger', () => lookAtLedger(site)],
    ['Disk', () => lookAtDisk(config)],
    ['Files', () => lookAtFiles(site, config)],
    ['Mail', () => lookAtMail(config)],
    ['Payments', async () => gatewaysOf(config)],
    ['Secret', () => lookAtSecret(config)],
    ['Redis', () => lookAtRedis(config)],
    ['Pages', lookAtPages],
  ];
  for (const [name, look] of looks) {
    try {
      console.log(`✓ ${name.padEnd(11)}${await look()}`);
    } catch (error) {
      console.log(`✗ ${name.padEnd(11)}${explain(error)}`);
      process.exitCode = 1;
    }
  }
});

async function lookAtNode(): Promise<string> {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < 24) throw new Error(`this is Node ${process.versions.node}: start by npm, which brings Node 24.`);
  return process.versions.node;
}

async function lookAtDatabase({ app }: Site, config: Config): Promise<string> {
  await refuseLossyDatabase(app.db, config.production);
  const { rows } = await sql<{ version: string; size: string }>`
    select current_setting('server_version') as version, pg_size_pretty(pg_database_size(current_database())) as size`.execute(app.db);
  return `PostgreSQL ${rows[0]!.version}, ${config.database.url ? 'by DATABASE_URL' : 'embedded'}, ${rows[0]!.size}`;
}

/** How far behind a replica may be before search by it is stale. */
const LAG_SECONDS = 30;

async function lookAtReplica({ database: { replicaUrl, pooler } }: Config): Promise<string> {
  if (!replicaUrl) return 'not used: search reads the primary';
  const replica = openDatabase({ url: replicaUrl, size: 1, pooler });
  try {
    const { rows } = await sql<{ standby: boolean; lag: number }>`
      select pg_is_in_recovery() as standby, coalesce(extract(epoch from now() - pg_last_xact_replay_timestamp()), 0)::float8 as lag`.execute(replica.db);
    const { standby, lag } = rows[0]!;
    if (!standby) throw new Error('is no replica: DATABASE_REPLICA_URL names a server of its own, so search would show other people.');
    if (lag > LAG_SECONDS) throw new Error(`is ${Math.round(lag)} s behind (or nothing was written since): look at its replication.`);
    return `follows, ${lag.toFixed(1)} s behind`;
  } finally {
    await replica.close();
  }
}

async function lookAtRole(config: Config, ownerUrl: string): Promise<string> {
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

/** What to do about a database that cannot be had, by PostgreSQL's code or the network's. */
const ADVICE: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there: start PostgreSQL, or correct the host and port of its address',
  ENOTFOUND: 'no host has this name: correct the address',
  EAI_AGAIN: 'its name could not be looked up: correct the address or the network',
  ETIMEDOUT: 'it does not answer: look at the network and its firewall',
  '28P01': 'the password is wrong: correct the address',
  '28000': 'the server does not let this role in: look at its pg_hba.conf',
  '3D000': 'there is no such database: create it, or correct the address',
  '53300': 'it has no connection left: lower DATABASE_POOL or raise its max_connections',
};

/** What is wrong, with its cause and what to do about it. */
function explain(error: unknown): string {
  const parts: string[] = [];
  for (let one = error as (Error & { code?: string; errors?: Error[] }) | undefined; one instanceof Error; one = (one.cause ?? one.errors?.[0]) as typeof one) {
    if (one.message && !parts.includes(one.message)) parts.push(one.message);
    const advice = one.code && ADVICE[one.code];
    if (advice && !parts.includes(advice)) parts.push(advice);
  }
  return parts.join(' – ');
}

async function lookAtMigrations(config: Config, url: string): Promise<string> {
  const pending = await pendingMigrations({ url, pooler: config.database.pooler });
  return pending.length === 0 ? 'up to date' : `the next start applies ${pending.join(', ')}`;
}

async function lookAtLedger({ app }: Site): Promise<string> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('ledger_entries') is not null as there`.execute(app.db);
  if (!rows[0]!.there) return 'not there yet';
  const { entries, faults } = await reconcileLedger(app.db);
  if (faults.length > 0) throw new Error(`${faults.length} faults, the first: member ${faults[0]!.member}, ${faults[0]!.detail}.`);
  return `${entries} entries add up`;
}

async function lookAtDisk({ dataDir }: Config): Promise<string> {
  const { bavail, bsize } = await statfs(dataDir);
  const free = `${(Number(bavail * bsize) / 1e9).toFixed(1)} GB free at ${dataDir}`;
  if (bavail * bsize < ENOUGH_DISK_BYTES) throw new Error(`${free}: make room.`);
  return free;
}

async function lookAtFiles({ app }: Site, config: Config): Promise<string> {
  const key = 'doctor/probe';
  await app.storage.put(key, Buffer.from('probe'), 'text/plain').catch((error: Error) => {
    throw new Error(
      config.s3Url ? 'the S3 store refuses: look at its key, bucket and region' : `nothing can be written below ${config.dataDir}: look at its owner and room`,
      { cause: error },
    );
  });
  await app.storage.deleteFolder('doctor');
  return config.s3Url ? 'the S3 store takes and deletes files' : 'the disk takes and deletes files';
}

async function lookAtMail({ mail }: Config): Promise<string> {
  if (!mail.smtpUrl) return 'to the outbox: SMTP_URL is not set';
  const transport = createTransport(mail.smtpUrl);
  try {
    await transport.verify();
  } catch (error) {
    throw new Error(`${new URL(mail.smtpUrl).hostname} refuses: ${(error as Error).message}`, { cause: error });
  } finally {
    transport.close();
  }
  return `${new URL(mail.smtpUrl).hostname} takes our mails, sent as ${mail.from}`;
}

function gatewaysOf({ gateways }: Config): string {
  const names = [gateways.mollie && 'Mollie', gateways.verotel && 'Verotel', gateways.sandbox && 'the sandbox: nobody pays real money'];
  return names.filter(Boolean).join(', ');
}

async function lookAtSecret({ dataDir }: Config): Promise<string> {
  if (process.env['SECRET']) return 'given by SECRET';
  const { mode } = await stat(join(dataDir, 'secret'));
  if ((mode & 0o077) !== 0) throw new Error(`${join(dataDir, 'secret')} can be read by others: chmod 600 it.`);
  return 'generated, in DATA_DIR';
}

async function lookAtRedis({ redisUrl }: Config): Promise<string> {
  if (!redisUrl) return 'not used: this process stands alone';
  const redis = new Redis(redisUrl, { lazyConnect: true, connectTimeout: TIMEOUT_MS, maxRetriesPerRequest: 0, retryStrategy: null });
  redis.on('error', () => {});
  try {
    await redis.connect();
    await redis.ping();
  } catch (error) {
    throw new Error(`does not answer (${(error as Error).message}): the site goes on, each process by its own view.`, { cause: error });
  } finally {
    redis.disconnect();
  }
  return 'answers';
}

async function lookAtPages(): Promise<string> {
  const build = join(import.meta.dirname, '../build/server/index.js');
  await access(build, constants.R_OK).catch(() => {
    throw new Error('are not built: npm run build, or npm start.');
  });
  return 'built';
}
