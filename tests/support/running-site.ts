import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { bundle } from '../../scripts/prepare.mjs';
import { makeMemoryFolder } from './memory-folder.ts';

/**
 * The bundle that `npm start`, the systemd unit and the image run. Built by the set-up of the browser tests.
 */
export const BUNDLE = bundle;
const START_MS = 240_000;
const STOP_MS = 60_000;
const DEMO_MEMBERS = '24';
/** Variables that change a site's data or where it is stored. A site that sets one is seeded instead of copied. */
const CHANGES_DATA = /^(?:DATABASE_\w+|S3_URL|SECRET|DEMO_MEMBERS)$/;

export interface RunningSite {
  url: string;
  dataDir: string;
  said(): string;
  /** The generated SECRET, for more processes of the same site. */
  secret(): string;
  databaseUrl(): string;
  /** As the superuser, who sees the queries of other roles. */
  adminDatabaseUrl(): string;
  pid(): number;
  postgresPid(): number;
  /** Stops the site as an operator would and returns the exit code. */
  stop(): Promise<number | null>;
  /** Pauses the process until `kill`. PostgreSQL continues. */
  freeze(): void;
  /** Kills the site, as in a power cut. */
  kill(): Promise<void>;
  start(): Promise<void>;
  remove(): Promise<void>;
}

/**
 * Starts a site with demo members on a free port and waits until it is ready. `env` sets environment
 * variables. Unless they include one of `CHANGES_DATA`, the site starts as a copy of a seeded one, because
 * seeding and drawing portraits take more than ten times the processor time of a start.
 */
export async function startSite(env: Record<string, string> = {}): Promise<RunningSite> {
  const dataDir = makeMemoryFolder('liaison-site-');
  if (!Object.keys(env).some((name) => CHANGES_DATA.test(name))) await copyPlanted(dataDir);
  return startOn(dataDir, env);
}

async function startOn(dataDir: string, env: Record<string, string>): Promise<RunningSite> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  let child: ChildProcess | null = null;
  let said = '';

  const site: RunningSite = {
    url,
    dataDir,
    said: () => said,
    secret: () => readFileSync(join(dataDir, 'secret'), 'utf8').trim(),
    databaseUrl() {
      const { port, password } = readAccess(dataDir);
      return `postgres://liaison:${password}@127.0.0.1:${port}/liaison`;
    },
    adminDatabaseUrl() {
      const { port, adminPassword } = readAccess(dataDir);
      return `postgres://postgres:${adminPassword}@127.0.0.1:${port}/liaison`;
    },
    pid: () => child!.pid!,
    postgresPid: () => Number.parseInt(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10),
    async start() {
      said = '';
      const started = runServer({
        PORT: String(port),
        DATA_DIR: dataDir,
        DEMO_MEMBERS,
        LIMITS_SCALE: '1000',
        ...env,
      });
      child = started;
      for (const stream of [started.stdout!, started.stderr!])
        stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
      for (const end = Date.now() + START_MS; ;) {
        if (started.exitCode !== null) throw new Error(`The site exited with ${started.exitCode}: ${said}`);
        if (Date.now() > end) throw new Error(`The site was not ready in time: ${said}`);
        if (await isReady(url)) return;
        await wait(100);
      }
    },
    async stop() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
      child.kill('SIGTERM');
      const late = setTimeout(() => child?.kill('SIGKILL'), STOP_MS);
      const [code] = (await once(child, 'exit')) as [number | null];
      clearTimeout(late);
      return code;
    },
    freeze: () => void child!.kill('SIGSTOP'),
    async kill() {
      const exited = once(child!, 'exit');
      child!.kill('SIGKILL');
      await exited;
    },
    async remove() {
      await site.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  await site.start();
  return site;
}

/**
 * Copies a data folder with a seeded database, so that only the first call of the run seeds and draws
 * portraits. Leaves the folder empty if there is nothing to copy.
 */
async function copyPlanted(dataDir: string): Promise<void> {
  const folder = process.env['PLANTED_SITES'];
  if (!folder) return;
  const planted = join(folder, 'demo');
  if (isFirstToMake(planted)) await plant(planted);
  else await planting(planted);
  const file = join(planted, 'postgres.json');
  const memory = JSON.parse(readFileSync(file, 'utf8')) as { folder: string };
  // PostgreSQL's user cannot enter this folder, so its data is in another.
  if (memory.folder !== join(planted, 'postgres')) return;
  const copied = spawnSync('cp', ['-a', `${planted}/.`, dataDir]);
  if (copied.status !== 0) throw new Error(`The planted site could not be copied: ${copied.stderr}`);
  // Port 0 selects any free one. Otherwise copies that start together would all use the original's.
  writeFileSync(
    join(dataDir, 'postgres.json'),
    JSON.stringify({ ...memory, port: 0, folder: join(dataDir, 'postgres') }),
  );
}

const readAccess = (dataDir: string) =>
  JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8')) as {
    port: number;
    password: string;
    adminPassword: string;
  };

/** When two test files need the folder at once, the one that creates it seeds and the other waits. */
const isFirstToMake = (folder: string) => mkdirSync(folder, { recursive: true }) !== undefined;

const DONE = '.done';

async function plant(folder: string): Promise<void> {
  let outcome = 'failed';
  try {
    const site = await startOn(folder, {});
    // Copies must contain the portraits from the start.
    while (!site.said().includes('portraits are drawn')) await wait(100);
    await site.stop();
    outcome = 'planted';
  } finally {
    writeFileSync(folder + DONE, outcome);
  }
}

async function planting(folder: string): Promise<void> {
  while (!existsSync(folder + DONE)) await wait(100);
  if (readFileSync(folder + DONE, 'utf8') === 'failed')
    throw new Error(`The site to copy could not be seeded: see the test file that failed first.`);
}

/** Runs the server with these environment variables and without inherited ones that would change the site. */
export function runServer(env: Record<string, string>): ChildProcess {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  return spawn(process.execPath, [BUNDLE], {
    env: { PATH, HOME, NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/api/health.php`, { signal: AbortSignal.timeout(20_000) })).ok;
  } catch {
    return false;
  }
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
