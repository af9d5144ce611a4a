import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { accessSync, chmodSync, chownSync, closeSync, constants, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync } from 'node:fs';
import { rmSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { makeDataDir } from '../secrets.ts';
import { findBinaries, placesFor, type Binaries } from './binaries.ts';
import { chooseRunAs, mayWrite, type RunAs } from './run-as.ts';
import { claimFolder, isRunning, type Claim } from './claim.ts';
import { supervise, type Supervised } from './supervise.ts';

/** A running embedded PostgreSQL. */
export interface Embedded {
  /** Where to connect, as an ordinary role that owns the site's database and may make others, and roles. */
  url: string;
  /** Its process, as in postmaster.pid. */
  pid(): number | null;
  /** Fast shutdown: ends every session, writes all, returns when the process is gone. Does nothing when only attached. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  dataDir: string;
  /** Use the PostgreSQL of another Liaison on the same folder when there is one, instead of refusing. */
  attach?: boolean;
  /** Told what takes long: "Creating the database". */
  progress?: (step: string) => void;
  /** More PostgreSQL settings. */
  settings?: Record<string, string>;
}

/** What DATA_DIR remembers about its PostgreSQL (postgres.json, 0600). */
interface Memory {
  port: number;
  /** Of the role `liaison`. */
  password: string;
  /** Of the cluster's own superuser. */
  adminPassword: string;
  /** The data folder, which lies elsewhere when PostgreSQL's user cannot enter DATA_DIR. */
  folder: string;
}

const ROLE = 'liaison';
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_SECONDS = 30;
const MAX_FAILURES = 5;
const MOST_PORTS = 5;
const LOG_LIMIT_BYTES = 10_000_000;
/** SQLSTATE of a refused password. */
const WRONG_PASSWORD = '28P01';

/**
 * Starts the embedded PostgreSQL of a DATA_DIR on 127.0.0.1, making it on the first start, and keeps it running: it is
 * started again when it dies. A PostgreSQL that a killed Liaison left behind is taken over. A second Liaison on the same
 * folder is refused with one sentence, unless it may attach.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { dataDir, progress = () => {} } = options;
  makeDataDir(dataDir);
  const claim = claimFolder(dataDir);
  if (claim.holder !== null) {
    const memory = readMemory(dataDir);
    if (options.attach && memory) {
      await answering(memory, START_TIMEOUT_MS);
      return { url: urlOf(memory), pid: () => postmasterPid(memory.folder), stop: async () => {} };
    }
    throw new Error(`Another Liaison (process ${claim.holder}) already uses ${dataDir}: stop it, or give this one its own DATA_DIR.`);
  }
  try {
    return await startOwn(options, claim, progress);
  } catch (error) {
    claim.release();
    throw error;
  }
}

async function startOwn(options: EmbeddedOptions, claim: Claim, progress: (step: string) => void): Promise<Embedded> {
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

  stopLeftover(binaries, memory.folder, runAs);
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
 * Starts the server and makes its role and database. A port that was free a moment ago may be somebody else's by now, who
 * may even know the same passwords when one folder is a copy of the other: then it tries another port.
 */
async function listen(binaries: Binaries, memory: Memory, runAs: RunAs, { dataDir, settings = {} }: EmbeddedOptions): Promise<Supervised> {
  for (let tries = 1; ; tries++) {
    memory.port = await freePort(memory.port);
    remember(dataDir, memory);
    const server = supervise(() => spawnPostgres(binaries, memory, runAs, dataDir, settings));
    try {
      await answering(memory, START_TIMEOUT_MS, server.failures);
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

/** Fast shutdown by pg_ctl: sessions are ended, everything is written. A server that does not heed it is ended at once. */
function stopServer(binaries: Binaries, folder: string, runAs: RunAs): void {
  const stop = (mode: string, seconds: number) =>
    spawnSync(binaries.pgCtl, ['stop', '-D', folder, '-m', mode, '-w', '-t', String(seconds)], {
      ...runAs,
      cwd: '/',
      stdio: 'ignore',
    }).status === 0;
  if (postmasterPid(folder) === null) return;
  if (!stop('fast', STOP_TIMEOUT_SECONDS)) stop('immediate', STOP_TIMEOUT_SECONDS);
}

/** Chooses passwords and a place that PostgreSQL's user can write: DATA_DIR/postgres, else a folder outside it, linked from there. */
async function plan(dataDir: string, runAs: RunAs): Promise<Memory> {
  const inside = join(dataDir, 'postgres');
  rmSync(inside, { force: true, recursive: true });
  mkdirSync(inside, { mode: 0o700 });
  if (runAs) chownSync(inside, runAs.uid, runAs.gid);
  let folder = inside;
  if (!mayWrite(inside, runAs) && !letGroupThrough(dataDir, inside, runAs)) {
    const place = placesFor(runAs)[0];
    if (!place) {
      throw new Error(`PostgreSQL's user cannot write in ${dataDir}: give a DATA_DIR that it can reach, or set DATABASE_URL.`);
    }
    folder = mkdtempSync(join(place, 'postgres-'));
    if (runAs) chownSync(folder, runAs.uid, runAs.gid);
    rmSync(inside, { recursive: true });
    symlinkSync(folder, inside);
  }
  const secret = () => randomBytes(18).toString('base64url');
  return { port: await freePort(0), password: secret(), adminPassword: secret(), folder };
}

/** Lets PostgreSQL's own group, and nobody else, through a DATA_DIR that only root may enter; false when that is not what stands in the way. */
function letGroupThrough(dataDir: string, inside: string, runAs: RunAs): boolean {
  const { uid, mode } = statSync(dataDir);
  if (runAs === null || uid !== process.getuid?.()) return false;
  chownSync(dataDir, uid, runAs.gid);
  chmodSync(dataDir, (mode & 0o777) | 0o010);
  return mayWrite(inside, runAs);
}

function initialise(binaries: Binaries, memory: Memory, runAs: RunAs): void {
  // A first start that was cut short leaves half a cluster, which initdb refuses.
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
    // The locale that PostgreSQL carries itself: the same order and case rules on every machine.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--no-instructions',
  ];
  const run = spawnSync(binaries.initdb, args, { ...runAs, cwd: '/', encoding: 'utf8', env: { PATH: '/usr/bin:/bin' } });
  rmSync(passwordFile, { force: true });
  if (run.status !== 0) {
    rmSync(memory.folder, { recursive: true, force: true });
    throw new Error(`PostgreSQL could not create its data folder ${memory.folder}: ${run.error?.message ?? run.stderr.trim()}`);
  }
}

function refuseOtherMajor(binaries: Binaries, memory: Memory): void {
  const found = readFileSync(join(memory.folder, 'PG_VERSION'), 'utf8').trim();
  if (found === binaries.major) return;
  throw new Error(`${memory.folder} belongs to PostgreSQL ${found}, this Liaison carries ${binaries.major}: restore a backup into a new DATA_DIR.`);
}

/** Starts the server in a session of its own, so that Ctrl-C in a terminal reaches it only after requests have drained. */
function spawnPostgres(binaries: Binaries, memory: Memory, runAs: RunAs, dataDir: string, extra: Record<string, string>): ChildProcess {
  const logFile = join(dataDir, 'postgres.log');
  if (existsSync(logFile) && statSync(logFile).size > LOG_LIMIT_BYTES) truncateSync(logFile);
  const log = openSync(logFile, 'a', 0o600);
  const settings = Object.entries({ ...serverSettings(memory), ...extra });
  const child = spawn(binaries.postgres, ['-D', memory.folder, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])], {
    ...runAs,
    cwd: '/',
    detached: true,
    env: { PATH: '/usr/bin:/bin' },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  return child;
}

/** Modest on a small machine; fsync and synchronous_commit stay as PostgreSQL has them: on. */
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
    // Compiling a plan costs more than any of our statements takes.
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_duration_statement: '1000',
    log_parameter_max_length: '0',
    log_parameter_max_length_on_error: '0',
  };
}

/** Another PostgreSQL answers on the port. */
class SomebodyElse extends Error {}

/** Waits until it takes connections. Throws `SomebodyElse` when it is not the server of that folder. */
async function answering(memory: Memory, timeoutMs: number, failures = () => 0): Promise<void> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const client = admin(memory, 'postgres', 2000);
    try {
      await client.connect();
      const { rows } = await client.query<{ data_directory: string }>('show data_directory');
      await client.end();
      if (rows[0]!.data_directory === memory.folder) return;
      throw new SomebodyElse(`The PostgreSQL on port ${memory.port} serves another folder: ${rows[0]!.data_directory}.`);
    } catch (error) {
      if (error instanceof SomebodyElse) throw error;
      if ((error as pg.DatabaseError).code === WRONG_PASSWORD) throw new SomebodyElse(`The PostgreSQL on port ${memory.port} is not ours.`, { cause: error });
      if (Date.now() > end || failures() >= MAX_FAILURES) {
        throw new Error('The embedded PostgreSQL does not start; postgres.log in DATA_DIR says why.', { cause: error });
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
      await client.query(`create role ${ROLE} login createdb createrole password ${client.escapeLiteral(memory.password)}`);
    }
    // Of a folder that an older Liaison made.
    else await client.query(`alter role ${ROLE} createrole`);
    const database = await client.query('select from pg_database where datname = $1', [ROLE]);
    if (database.rowCount === 0) await client.query(`create database ${ROLE} owner ${ROLE}`);
  } finally {
    await client.end();
  }
}

function admin(memory: Memory, database: string, timeoutMs: number): pg.Client {
  const client = new pg.Client({
    host: '127.0.0.1',
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

/** How long the path of a socket may be, on every system. */
const MOST_SOCKET_PATH = 103;
const socketIn = (folder: string, port: number) => join(folder, `.s.PGSQL.${port}`);
const socketFits = (folder: string) => Buffer.byteLength(socketIn(folder, 65_535)) <= MOST_SOCKET_PATH;

/** By the socket in the data folder where this process may use it, which costs a statement a quarter less than a connection by TCP, else by 127.0.0.1. */
function urlOf(memory: Memory): string {
  return `postgres://${ROLE}:${memory.password}@127.0.0.1:${memory.port}/${ROLE}${mayUse(socketIn(memory.folder, memory.port)) ? `?host=${encodeURIComponent(memory.folder)}` : ''}`;
}

function mayUse(socket: string): boolean {
  try {
    accessSync(socket, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function readMemory(dataDir: string): Memory | null {
  try {
    const memory = JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8')) as Memory;
    // A data folder that was removed by hand is a wish for a new one.
    return existsSync(memory.folder) ? memory : null;
  } catch {
    return null;
  }
}

function remember(dataDir: string, memory: Memory): void {
  const file = join(dataDir, 'postgres.json');
  writeFileSync(file, `${JSON.stringify(memory, null, 2)}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);
}

function postmasterPid(folder: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(join(folder, 'postmaster.pid'), 'utf8'), 10);
    return Number.isInteger(pid) && pid > 0 ? pid : null;
  } catch {
    return null;
  }
}

/**
 * Stops a PostgreSQL that a killed Liaison left running. A postmaster.pid whose number now belongs to another program
 * is removed: PostgreSQL would take that program for itself and refuse to start.
 */
function stopLeftover(binaries: Binaries, folder: string, runAs: RunAs): void {
  const pid = postmasterPid(folder);
  if (pid === null) return;
  if (isRunning(pid, folder)) stopServer(binaries, folder, runAs);
  else rmSync(join(folder, 'postmaster.pid'), { force: true });
}

/** The wanted port when it is free, else any free one. */
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
