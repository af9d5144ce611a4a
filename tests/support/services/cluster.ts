import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { grantToApp, openAppRole } from '#server/platform/database/app-role.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { distributeTables } from '../../../scripts/scale/distribute-tables.ts';

/** Fewer than in production: each test file copies the files of every shard. */
const SHARDS = 4;
const DROP_TRIES = 20;

/** A Citus cluster that exists already, in which each test file gets a database on every node. */
export interface Cluster {
  /** The database `postgres` of each node, the coordinator's first. */
  nodes: string[];
}

/** The nodes of the cluster whose coordinator is at `url`, as its database there lists them. */
export async function findCluster(url: string): Promise<Cluster> {
  const { rows } = await ask<{ host: string; port: number }>(
    url,
    `select nodename as host, nodeport as port from pg_dist_node where isactive order by groupid`,
  );
  return { nodes: rows.map(({ host, port }) => onNode(url, host, port)) };
}

/**
 * Creates a migrated, distributed database on every node, and returns its name and the role of the site. Citus
 * does not support template databases, because a copy on one node lacks the shards of the others. Copies
 * made on every node under one name form a whole: the list of shards names hosts and ports, not databases.
 */
export async function createClusterTemplate(
  cluster: Cluster,
  adjust: (url: string) => Promise<void>,
): Promise<{ name: string; appUrl: string }> {
  const name = `template_${randomBytes(6).toString('hex')}`;
  const appUrl = await createDistributedDatabase(cluster, name, adjust);
  // PostgreSQL copies a database only while nobody uses it, and Citus runs a process in each that it knows.
  for (const node of cluster.nodes) {
    await ask(node, `alter database ${name} allow_connections false`);
    await ask(
      node,
      `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${name}'`,
    );
  }
  return { name, appUrl };
}

/** Creates a migrated, distributed database on every node, and returns the URL of the site's role. */
export async function createDistributedDatabase(
  cluster: Cluster,
  name: string,
  adjust: (url: string) => Promise<void>,
): Promise<string> {
  const [coordinator = ''] = cluster.nodes;
  await createDatabase(cluster, name, null);
  for (const node of cluster.nodes) await ask(at(node, name), 'create extension citus');
  const url = at(coordinator, name);
  const { hostname, port } = new URL(coordinator);
  await ask(url, `select citus_set_coordinator_host('${hostname}', ${port})`);
  for (const node of cluster.nodes.slice(1)) {
    const worker = new URL(node);
    await ask(url, `select citus_add_node('${worker.hostname}', ${worker.port})`);
  }
  await migrate({ url, pooler: 'none' });
  await adjust(url);
  const client = new pg.Client(url);
  await client.connect();
  await client.query(`set citus.shard_count = ${SHARDS}`);
  // Functions read the clock on the workers too.
  await client.query(`select create_reference_table('test_clock')`);
  await distributeTables(client);
  await client.end();
  const app = await openAppRole({
    ownerUrl: url,
    secret: 'a secret for tests, long enough to be taken',
    pooler: 'none',
  });
  await grantToApp(url, app.name ?? '');
  return app.url;
}

export async function createDatabase(
  { nodes }: Cluster,
  name: string,
  template: string | null,
): Promise<void> {
  await Promise.all(
    nodes.map(async (node) => {
      await ask(node, `create database ${name}${template ? ` template ${template} strategy file_copy` : ''}`);
      // The clock of tests is a function that reads a table, on workers too.
      await ask(node, `alter database ${name} set jit = off`);
      await ask(node, `alter database ${name} set citus.allow_nested_distributed_execution = on`);
    }),
  );
}

/** A leftover database does no harm. */
export async function dropDatabase({ nodes }: Cluster, name: string): Promise<void> {
  for (const node of nodes) {
    try {
      await dropOn(node, name);
    } catch (error) {
      process.stderr.write(`The test database ${name} could not be dropped: ${String(error)}\n`);
    }
  }
}

async function dropOn(node: string, name: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await ask(node, `drop database if exists ${name} with (force)`);
      return;
    } catch (error) {
      // The process of Citus in the database may be starting again.
      if (tries === DROP_TRIES) throw error;
      await wait(100);
    }
  }
}

async function ask<Row extends pg.QueryResultRow>(url: string, statement: string) {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await client.query<Row>(statement);
  } finally {
    await client.end();
  }
}

const at = (address: string, database: string) =>
  Object.assign(new URL(address), { pathname: `/${database}` }).href;

const onNode = (url: string, host: string, port: number) =>
  Object.assign(new URL(at(url, 'postgres')), { hostname: host, port: String(port) }).href;
