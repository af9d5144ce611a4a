import { execFile } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { must } from '#contract/must.ts';

// A script that starts a Citus cluster on this machine: a coordinator at a port, and workers at the next ones.
//
//   SCRIPT start FOLDER PORT     starts the nodes that are not running, in FOLDER/node0, FOLDER/node1, …; prints DATABASE_URL=…
//   SCRIPT database NAME PORT    creates a database that spans all nodes
//   SCRIPT stop FOLDER
//
// It is no part of this repository, because Citus is not: CLUSTER_SCRIPT names it, or else it is beside the repository.

const BESIDE = join(import.meta.dirname, '../../../shared/citus/cluster.sh');

export const clusterScript = (): string | null =>
  process.env['CLUSTER_SCRIPT'] ?? (existsSync(BESIDE) ? BESIDE : null);

export interface LocalCluster {
  /** A superuser's URL of the database `liaison` on the coordinator. */
  url: string;
  /** Starts the nodes that have ended. */
  start(): Promise<void>;
  /** A superuser's URL of a new database that spans all nodes. */
  createDatabase(name: string): Promise<string>;
  /** PID of a node's postmaster. Node 0 is the coordinator. */
  postmaster(node: number): number;
  /** Stops the cluster and deletes its folder. */
  remove(): Promise<void>;
}

/** Installing PostgreSQL can be part of the first start. */
const START_MS = 180_000;

const run = promisify(execFile);

export async function startLocalCluster(script: string, folder: string, port: number): Promise<LocalCluster> {
  const ask = async (...args: string[]) =>
    (await run('bash', [script, ...args], { timeout: START_MS })).stdout;
  const start = () => ask('start', folder, String(port));
  const url = must(/^DATABASE_URL=(\S+)/m.exec(await start())?.[1], 'DATABASE_URL of the cluster');
  return {
    url,
    start: async () => void (await start()),
    async createDatabase(name) {
      await ask('database', name, String(port));
      return Object.assign(new URL(url), { pathname: `/${name}` }).href;
    },
    postmaster: (node) =>
      Number(readFileSync(join(folder, `node${node}`, 'postmaster.pid'), 'utf8').split('\n')[0]),
    async remove() {
      await ask('stop', folder);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
