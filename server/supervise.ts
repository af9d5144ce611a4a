import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { AggregatorRegistry } from 'prom-client';
import { isStopping, isUp } from './lifecycle.ts';
import type { Config } from './platform/config.ts';
import { startEmbedded } from './platform/database/embedded.ts';
import { createLog, type Log } from './platform/log.ts';
import { serveMetrics } from './platform/metrics.ts';
import { seconds, step } from './progress.ts';

// PROCESSES: this process answers nobody. It holds the embedded database, starts the others on one shared socket, replaces one that
// dies, and at SIGUSR2 replaces them all, one after another, without losing a request.

/** What a process says once it is ready: the lines that tell whoever started the site where to go. */
export interface ReadyWord {
  ready: string[];
}

/** What a process is told when its successor is ready: end your connections, then yourself. */
export interface RetireWord {
  retire: true;
}

type Role = 'web' | 'worker';

const began = Date.now();
const READY_MS = 240_000;
/** After this a process that is told to end is told by a signal too. */
const TOLD_MS = 5000;
/** How long a process may take to end once it is told to. */
const END_MS = 30_000;
/** A process that dies at once is started again after a pause that grows to this. */
const LONGEST_PAUSE_MS = 30_000;
const SOON_MS = 5000;
/** Connections beside those of the pools: 11 for the jobs of each worker, migrations, commands of the terminal, PostgreSQL's own reserve. */
const OTHER_CONNECTIONS = 40;

/** Processes that are meant to run; one that ends without being taken out is replaced. */
const wanted = new Map<Worker, Role>();
let failures = 0;

export async function supervise(config: Config): Promise<void> {
  const log = createLog(config);
  const pool = poolOf(config.processes);
  const databaseUrl = await openDatabase(config, pool);
  const env = {
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    DATA_DIR: config.dataDir,
    DATABASE_POOL: process.env['DATABASE_POOL'] ?? String(pool),
    PROCESSES: '1',
    METRICS_PORT: '',
  };
  const startOne = (role: Role) => startProcess(role, { ...env, ROLE: role, ...(role === 'web' ? { DEMO_MEMBERS: '0' } : {}) });
  cluster.on('exit', (worker, code, signal) => {
    const role = wanted.get(worker);
    wanted.delete(worker);
    if (role === undefined || isStopping()) return;
    log.error({ process: worker.process.pid, role, code, signal }, 'a process died and is replaced');
    void replaceDead(role, startOne, log);
  });
  await isUp({ name: 'the processes', stop: endAll });
  if (config.metricsPort !== null) {
    const all = new AggregatorRegistry();
    const metrics = await serveMetrics(config.metricsHost, config.metricsPort, () => all.clusterMetrics());
    await isUp({ name: 'the metrics', stop: async () => metrics.close() });
  }

  // The worker brings the tables up to date and plants the demo, so that those who answer find everything.
  const { lines } = await step('Starting the worker', () => startOne('worker'));
  await step('Starting the processes', () => Promise.all(Array.from({ length: config.processes }, () => startOne('web'))));
  process.on('SIGUSR2', () => void restart(startOne, log));
  console.log([`Ready in ${seconds(began)}: ${config.processes} processes answer, one runs the jobs.`, '', ...lines, ''].join('\n'));
}

/** Connections of one process: the more processes, the fewer each needs. */
const poolOf = (processes: number) => Math.min(20, Math.max(6, Math.round(60 / processes)));

/**
 * What they all hold at most: beside its pool each has half of one for search. One more of them counts than run, the successor that comes up while
 * another is replaced.
 */
export const mostConnections = (processes: number, pool: number) => (processes + 2) * (pool + Math.ceil(pool / 2)) + OTHER_CONNECTIONS;

async function openDatabase(config: Config, pool: number): Promise<string | null> {
  if (config.database.url) return null;
  const embedded = await step('Starting the database', (report) =>
    startEmbedded({ dataDir: config.dataDir, progress: report, settings: { max_connections: String(Math.max(120, mostConnections(config.processes, pool))) } }),
  );
  await isUp({ name: 'the database', stop: () => embedded.stop() });
  return embedded.url;
}

/** Starts a process and waits until it is ready. Throws when it ends before. */
async function startProcess(role: Role, env: Record<string, string>): Promise<{ worker: Worker; lines: string[] }> {
  const worker = cluster.fork(env);
  // It says other things as well: what it measured, for one.
  const { promise: ready, resolve: isReady } = Promise.withResolvers<string[]>();
  worker.on('message', (word: Partial<ReadyWord>) => word.ready && isReady(word.ready));
  const ended = once(worker, 'exit').then(([code]) => {
    throw new Error(`A process of the site (${role}) ended with ${String(code)} before it was ready.`);
  });
  const late = new AbortController();
  const tooLate = wait(READY_MS, null, { signal: late.signal }).then(() => {
    worker.process.kill('SIGKILL');
    throw new Error(`A process of the site (${role}) was not ready in time.`);
  });
  for (const one of [ended, tooLate]) one.catch(() => {});
  try {
    const lines = await Promise.race([ready, ended, tooLate]);
    wanted.set(worker, role);
    return { worker, lines };
  } finally {
    late.abort();
  }
}

async function replaceDead(role: Role, startOne: (role: Role) => Promise<unknown>, log: Log): Promise<void> {
  for (;;) {
    const at = Date.now();
    if (failures > 0) await wait(Math.min(500 * 2 ** failures, LONGEST_PAUSE_MS));
    if (isStopping()) return;
    try {
      await startOne(role);
      failures = 0;
      return;
    } catch (error) {
      failures = Date.now() - at < SOON_MS ? failures + 1 : 1;
      log.error({ err: error, role }, 'a process could not be replaced');
    }
  }
}

let restarting: Promise<void> | null = null;

/** One after another: the successor is ready before the old one is told to go. A successor that does not come up leaves the rest as they are. */
function restart(startOne: (role: Role) => Promise<unknown>, log: Log): Promise<void> {
  restarting ??= (async () => {
    try {
      for (const [old, role] of [...wanted]) {
        if (isStopping()) return;
        if (!wanted.has(old)) continue;
        await startOne(role);
        wanted.delete(old);
        await end(old, role);
      }
      console.log('All processes are replaced.');
    } catch (error) {
      log.error({ err: error }, 'the restart was given up: those that run go on');
    } finally {
      restarting = null;
    }
  })();
  return restarting;
}

/** Lets a process finish its work. It takes no new connections from here on. */
async function end(worker: Worker, role: Role): Promise<void> {
  if (worker.isDead()) return;
  const gone = once(worker, 'exit');
  // Not `disconnect()`, which ends the connections that wait for a request before anybody was told.
  if (role === 'web') worker.send({ retire: true } satisfies RetireWord);
  else worker.process.kill('SIGTERM');
  // One of another release may not know the word.
  const told = setTimeout(() => worker.process.kill('SIGTERM'), TOLD_MS);
  const late = setTimeout(() => worker.process.kill('SIGKILL'), END_MS);
  await gone;
  for (const timer of [told, late]) clearTimeout(timer);
}

async function endAll(): Promise<void> {
  await Promise.all(
    Object.values(cluster.workers ?? {}).map(async (worker) => {
      if (!worker || worker.isDead()) return;
      const gone = once(worker, 'exit');
      worker.process.kill('SIGTERM');
      await gone;
    }),
  );
}
