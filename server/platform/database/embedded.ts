import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
} from 'node:fs';
import { rmSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { makeDataDir } from '../secrets.ts';
import { findBinaries, placesFor, type Binaries } from './binaries.ts';
import { claimFolder, type Claim } from './claim.ts';
import { hostOf, ROLE, readMemory, remember, socketFits, urlOf, type Memory } from './embedded-memory.ts';
import { one } from './index.ts';
import { openLifeLine, postmasterPid, stopLeftover, stopServer } from './leftover.ts';
import { chooseRunAs, mayWrite, type RunAs } from './run-as.ts';
import { supervisePostgres, type Supervised } from './supervise-postgres.ts';

export interface Embedded {
  /** Connects as an ordinary role that owns the site's database and may create databases and roles. */
  url: string;
  pid(): number | null;
  /**
   * Fast shutdown: ends every session, flushes all data and resolves when the process has exited. Does
   * nothing if only attached.
   */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  dataDir: string;
  /** Attach to the PostgreSQL of another process on the same folder, instead of throwing. */
  attach?: boolean;
  progress?: (step: string) => void;
  settings?: Record<string, string>;
}

const START_TIMEOUT_MS = 60_000;
/** The other Liaison may still be starting. */
const ATTACH_TIMEOUT_MS = 20_000;
const MAX_FAILURES = 5;
const MOST_PORTS = 5;
const LOG_LIMIT_BYTES = 10_000_000;
const WRONG_PASSWORD = '28P01';

/**
 * Starts the embedded PostgreSQL of a DATA_DIR on 127.0.0.1, creates it on the first start, and restarts it
 * if it dies. It takes over a PostgreSQL that a killed process left running. Throws one sentence if another
 * process uses the same folder, unless it may attach.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { dataDir, progress = () => {} } = options;
  makeDataDir(dataDir);
  const claim = claimFolder(dataDir);
  if (claim.holder !== null) {
    const memory = readMemory(dataDir);
    if (options.attach && memory) {
      await answering(memory, { timeoutMs: ATTACH_TIMEOUT_MS, host: hostOf(memory) }).catch(
        (error: unknown) => {
          throw new Error(
            `Another Liaison (${claim.holder}) uses ${dataDir} and its database cannot be reached from here: run this where that Liaison runs.`,
            { cause: error },
          );
        },
      );
      return { url: urlOf(memory), pid: () => postmasterPid(memory.folder), stop: async () => {} };
    }
    throw new Error(
      `Another Liaison (${claim.holder}) already uses ${dataDir}: stop it, or give this one a different DATA_DIR.`,
    );
  }
  try {
    return await startOwn(options, claim, progress);
  } catch (error) {
    claim.release();
    throw error;
  }
}

async function startOwn(
  options: EmbeddedOptions,
  claim: Claim,
  progress: (step: string) => void,
): Promise<Embedded> {
  const { dataDir } = options;
  const remembered = readMemory(dataDir);
  const runAs = chooseRunAs(remembered?.folder ?? join(dataDir, 'postgres'));
  const binaries = findBinaries(runAs);
  const memory = remembered ?? (await plan(dataDir, runAs));
  if (!existsSync(join(memory.folder, 'PG_VERSION'))) {
    progress('Creating the database');
    initialise(binaries, memory, runAs);
  }
  refuseOtherMajor(binaries, memory);
  remember(dataDir, memory);

  await stopLeftover(binaries, dataDir, memory, runAs);
  const server = await listen(binaries, memory, runAs, options);
  return {
    url: urlOf(memory),
    pid: () => postmasterPid(memory.folder),
    stop: async () => {
      server.letGo();
      stopServer(binaries, memory.folder, runAs);
      await server.ended;
      claim.release();
    },
  };
}

/**
 * Starts the server and creates its role and database. A port that was free a moment ago may now belong to
 * another server, which even has the same passwords if one folder is a copy of the other. In that case it
 * tries another port.
 */
async function listen(
  binaries: Binaries,
  memory: Memory,
  runAs: RunAs,
  { dataDir, settings = {} }: EmbeddedOptions,
): Promise<Supervised> {
  for (let tries = 1; ; tries++) {
    memory.port = await freePort(memory.port);
    remember(dataDir, memory);
    const server = supervisePostgres(() => spawnPostgres(binaries, memory, runAs, dataDir, settings));
    try {
      await answering(memory, { timeoutMs: START_TIMEOUT_MS, failures: server.failures });
      await makeRoleAndDatabase(memory);
      return server;
    } catch (error) {
      server.letGo();
      stopServer(binaries, memory.folder, runAs);
      await server.ended;
      if (!(error instanceof SomebodyElse) || tries === MOST_PORTS) throw error;
      memory.port = 0;
    }
  }
}

/**
 * Chooses passwords and a data folder that PostgreSQL's user can write: DATA_DIR/postgres, or a folder
 * outside it, linked from there.
 */
async function plan(dataDir: string, runAs: RunAs): Promise<Memory> {
  const inside = join(dataDir, 'postgres');
  // A server writes this file at its first start, so an interrupted first start leaves none.
  if (existsSync(join(inside, 'postmaster.opts'))) {
    throw new Error(
      `${inside} holds a database, but ${join(dataDir, 'postgres.json')}, which has its passwords, is missing or damaged: put that file back, or restore a backup into a new DATA_DIR.`,
    );
  }
  rmSync(inside, { force: true, recursive: true });
  mkdirSync(inside, { mode: 0o700 });
  if (runAs) chownSync(inside, runAs.uid, runAs.gid);
  let folder = inside;
  if (!mayWrite(inside, runAs) && !letGroupThrough(dataDir, inside, runAs)) {
    const place = placesFor(runAs)[0];
    if (!place) {
      throw new Error(
        `PostgreSQL's user cannot write in ${dataDir}: use a DATA_DIR that it can access, or set DATABASE_URL.`,
      );
    }
    folder = mkdtempSync(join(place, 'postgres-'));
    if (runAs) chownSync(folder, runAs.uid, runAs.gid);
    rmSync(inside, { recursive: true });
    symlinkSync(folder, inside);
  }
  const secret = () => randomBytes(18).toString('base64url');
  return { port: await freePort(0), password: secret(), adminPassword: secret(), folder };
}

/**
 * Lets PostgreSQL's group, and nobody else, through a DATA_DIR that only root may enter. Returns false if
 * permissions are not the obstacle.
 */
function letGroupThrough(dataDir: string, inside: string, runAs: RunAs): boolean {
  const { uid, mode } = statSync(dataDir);
  if (runAs === null || uid !== process.getuid?.()) return false;
  chownSync(dataDir, uid, runAs.gid);
  chmodSync(dataDir, (mode & 0o777) | 0o010);
  return mayWrite(inside, runAs);
}

function initialise(binaries: Binaries, memory: Memory, runAs: RunAs): void {
  // An interrupted first start leaves an incomplete cluster, which initdb rejects.
  rmSync(memory.folder, { recursive: true, force: true });
  mkdirSync(memory.folder, { mode: 0o700 });
  const passwordFile = `${memory.folder}.password`;
  writeFileSync(passwordFile, `${memory.adminPassword}\n`, { mode: 0o600 });
  if (runAs) {
    chownSync(memory.folder, runAs.uid, runAs.gid);
    chownSync(passwordFile, runAs.uid, runAs.gid);
  }
  const args = [
    `--pgdata=${memory.folder}`,
    `--pwfile=${passwordFile}`,
    '--username=postgres',
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // PostgreSQL's builtin locale provider sorts and folds case the same on every machine.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--no-instructions',
  ];
  const run = spawnSync(binaries.initdb, args, {
    ...runAs,
    cwd: '/',
    encoding: 'utf8',
    env: { PATH: '/usr/bin:/bin' },
  });
  rmSync(passwordFile, { force: true });
  if (run.status !== 0) {
    rmSync(memory.folder, { recursive: true, force: true });
    throw new Error(
      `PostgreSQL could not create its data folder ${memory.folder}: ${run.error?.message ?? run.stderr.trim()}`,
    );
  }
}

function refuseOtherMajor(binaries: Binaries, memory: Memory): void {
  const found = readFileSync(join(memory.folder, 'PG_VERSION'), 'utf8').trim();
  if (found === binaries.major) return;
  throw new Error(
    `${memory.folder} belongs to PostgreSQL ${found}, this Liaison contains PostgreSQL ${binaries.major}: restore a backup into a new DATA_DIR.`,
  );
}

/**
 * Starts the server in its own session, so that Ctrl-C in a terminal does not stop it before requests have
 * drained.
 */
function spawnPostgres(
  binaries: Binaries,
  memory: Memory,
  runAs: RunAs,
  dataDir: string,
  extra: Record<string, string>,
): ChildProcess {
  const logFile = join(dataDir, 'postgres.log');
  if (existsSync(logFile) && statSync(logFile).size > LOG_LIMIT_BYTES) truncateSync(logFile);
  const log = openSync(logFile, 'a', 0o600);
  const settings = Object.entries({ ...serverSettings(memory), ...extra });
  const alive = openLifeLine(dataDir);
  const child = spawn(
    binaries.postgres,
    ['-D', memory.folder, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      ...runAs,
      cwd: '/',
      detached: true,
      env: { PATH: '/usr/bin:/bin' },
      stdio: ['ignore', log, log, ...(alive === null ? [] : [alive])],
    },
  );
  closeSync(log);
  if (alive !== null) closeSync(alive);
  return child;
}

/** Modest settings for a small machine. fsync and synchronous_commit keep PostgreSQL's default: on. */
function serverSettings({ port, folder }: Memory): Record<string, string> {
  const megabytes = Math.floor(totalmem() / 1_048_576);
  return {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: socketFits(folder) ? folder : '',
    unix_socket_permissions: '0700',
    max_connections: '120',
    shared_buffers: `${Math.min(Math.max(Math.floor(megabytes / 8), 32), 2048)}MB`,
    effective_cache_size: `${Math.max(Math.floor(megabytes / 2), 128)}MB`,
    max_wal_size: '2GB',
    random_page_cost: '1.1',
    // Compiling a plan takes longer than running any of our queries.
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_duration_statement: '1000',
    log_parameter_max_length: '0',
    log_parameter_max_length_on_error: '0',
  };
}

class SomebodyElse extends Error {}

/**
 * Waits until the server accepts connections. Throws `SomebodyElse` if it is not the server of that folder.
 */
async function answering(
  memory: Memory,
  { timeoutMs, failures = () => 0, host }: { timeoutMs: number; failures?: () => number; host?: string },
): Promise<void> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const client = admin(memory, 'postgres', 2000, host);
    try {
      await client.connect();
      const row = await one(client.query<{ data_directory: string }>('show data_directory'));
      await client.end();
      if (row.data_directory === memory.folder) return;
      throw new SomebodyElse(
        `The PostgreSQL on port ${memory.port} serves another folder: ${row.data_directory}.`,
      );
    } catch (error) {
      if (error instanceof SomebodyElse) throw error;
      if ((error as pg.DatabaseError).code === WRONG_PASSWORD)
        throw new SomebodyElse(`The PostgreSQL on port ${memory.port} is not ours.`, { cause: error });
      if (Date.now() > end || failures() >= MAX_FAILURES) {
        throw new Error('The embedded PostgreSQL does not start: see postgres.log in DATA_DIR.', {
          cause: error,
        });
      }
      await wait(50);
    }
  }
}

async function makeRoleAndDatabase(memory: Memory): Promise<void> {
  const client = admin(memory, 'postgres', 10_000);
  await client.connect();
  try {
    const role = await client.query('select from pg_roles where rolname = $1', [ROLE]);
    if (role.rowCount === 0) {
      await client.query(
        `create role ${ROLE} login createdb createrole password ${client.escapeLiteral(memory.password)}`,
      );
    }
    // Data folders of older releases lack this right.
    else await client.query(`alter role ${ROLE} createrole`);
    const database = await client.query('select from pg_database where datname = $1', [ROLE]);
    if (database.rowCount === 0) await client.query(`create database ${ROLE} owner ${ROLE}`);
  } finally {
    await client.end();
  }
}

function admin(memory: Memory, database: string, timeoutMs: number, host = '127.0.0.1'): pg.Client {
  const client = new pg.Client({
    host,
    port: memory.port,
    user: 'postgres',
    password: memory.adminPassword,
    database,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  });
  client.on('error', () => {});
  return client;
}

async function freePort(wanted: number): Promise<number> {
  const tryPort = (port: number) =>
    new Promise<number | null>((resolve) => {
      const probe = createServer();
      probe.once('error', () => resolve(null));
      probe.listen(port, '127.0.0.1', () => {
        const address = probe.address();
        probe.close(() => resolve(typeof address === 'object' && address ? address.port : null));
      });
    });
  const port = (await tryPort(wanted)) ?? (await tryPort(0));
  if (port === null) throw new Error('There is no free port on 127.0.0.1 for the embedded PostgreSQL.');
  return port;
}
