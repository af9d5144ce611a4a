import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { AggregatorRegistry } from 'prom-client';
import { isStopping, isUp } from './lifecycle.ts';
import type { Config } from './platform/config.ts';
import { startEmbedded } from './platform/database/embedded.ts';
import { connectionsOf } from './platform/database/pool.ts';
import { createLog, type Log } from './platform/log.ts';
import { serveMetrics } from './platform/metrics.ts';
import { seconds, step } from './progress.ts';

// The supervisor (PROCESSES): serves no requests itself. It holds the embedded database, starts the other
// processes on one shared socket, replaces one that dies and, on SIGUSR2, replaces all of them one by one
// without losing a request.

export interface ReadyWord {
  ready: string[];
}

export interface RetireWord {
  retire: true;
}

type Role = 'web' | 'worker';

const began = Date.now();
const READY_MS = 240_000;
/** A process that has not begun to exit by then also gets a signal. */
const TOLD_MS = 5000;
const END_MS = 30_000;
const LONGEST_PAUSE_MS = 30_000;
const SOON_MS = 5000;
/**
 * Connections besides the pools: 11 for the jobs of each worker, migrations, terminal commands, and
 * PostgreSQL's own reserve.
 */
const OTHER_CONNECTIONS = 40;

const wanted = new Map<Worker, Role>();
let failures = 0;

export async function superviseProcesses(config: Config): Promise<void> {
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
  const startOne = (role: Role) =>
    startProcess(role, { ...env, ROLE: role, ...(role === 'web' ? { DEMO_MEMBERS: '0' } : {}) });
  cluster.on('exit', (worker, code, signal) => {
    const role = wanted.get(worker);
    wanted.delete(worker);
    if (role === undefined || isStopping()) return;
    log.error({ process: worker.process.pid, role, code, signal }, 'a process died and is being replaced');
    void replaceDead(role, startOne, log);
  });
  await isUp({ name: 'the processes', stop: endAll, stopMs: END_MS + 1000 });
  if (config.metricsPort !== null) {
    const all = new AggregatorRegistry();
    const metrics = await serveMetrics(config.metricsHost, config.metricsPort, () => all.clusterMetrics());
    await isUp({ name: 'the metrics', stop: async () => metrics.close() });
  }

  // The worker starts first: it migrates the database and seeds the demo before other processes serve
  // requests.
  const { lines } = await step('Starting the worker', () => startOne('worker'));
  await step('Starting the processes', () =>
    Promise.all(Array.from({ length: config.processes }, () => startOne('web'))),
  );
  process.on('SIGUSR2', () => void restart(startOne, log));
  console.log(
    [
      `Ready in ${seconds(began)}: ${config.processes} processes answer, one runs the jobs.`,
      '',
      ...lines,
      '',
    ].join('\n'),
  );
}

const poolOf = (processes: number) => Math.min(20, Math.max(6, Math.round(60 / processes)));

/** Maximum connections of all processes: the web processes, the worker, and one successor during a replacement. */
export const mostConnections = (processes: number, pool: number) =>
  (processes + 2) * connectionsOf(pool) + OTHER_CONNECTIONS;

async function openDatabase(config: Config, pool: number): Promise<string | null> {
  if (config.database.url) return null;
  const embedded = await step('Starting the database', (report) =>
    startEmbedded({
      dataDir: config.dataDir,
      progress: report,
      settings: { max_connections: String(Math.max(120, mostConnections(config.processes, pool))) },
    }),
  );
  await isUp({ name: 'the database', stop: () => embedded.stop() });
  return embedded.url;
}

async function startProcess(
  role: Role,
  env: Record<string, string>,
): Promise<{ worker: Worker; lines: string[] }> {
  if (isStopping()) throw new Error('The process was stopped while starting.');
  const worker = cluster.fork(env);
  // The process sends other messages too, such as measurements.
  const { promise: ready, resolve: isReady } = Promise.withResolvers<string[]>();
  worker.on('message', (word: Partial<ReadyWord>) => word.ready && isReady(word.ready));
  const ended = once(worker, 'exit').then(([code]) => {
    throw new Error(`A process of the site (${role}) exited with ${String(code)} before it was ready.`);
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
      log.error({ err: error, role }, 'could not replace a process');
    }
  }
}

let restarting: Promise<void> | null = null;

/**
 * Rolling restart: each successor is ready before its predecessor gets the message to exit. If a successor
 * fails to start, the remaining processes stay.
 */
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
      log.error({ err: error }, 'restart aborted: the running processes continue');
    } finally {
      restarting = null;
    }
  })();
  return restarting;
}

/** Lets a process finish its work. It accepts no new connections from here on. */
async function end(worker: Worker, role: Role): Promise<void> {
  if (worker.isDead()) return;
  const gone = once(worker, 'exit');
  // Not `disconnect()`, which would close idle keep-alive connections without notice.
  if (role === 'web') worker.send({ retire: true } satisfies RetireWord);
  else worker.process.kill('SIGTERM');
  // A process of another release may not know the message.
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
      const late = setTimeout(() => worker.process.kill('SIGKILL'), END_MS);
      await gone;
      clearTimeout(late);
    }),
  );
}
