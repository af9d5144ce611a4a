import { rmSync } from 'node:fs';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { grantToApp, openAppRole } from '#server/platform/database/app-role.ts';
import { startEmbedded } from '#server/platform/database/embedded.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { makeMemoryFolder } from './memory-folder.ts';
import { createClusterTemplate, dropDatabase, findCluster, type Cluster } from './services/cluster.ts';
import { makeClockShiftable } from './services/test-clock.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Connects to the run's PostgreSQL. Its database `liaison` is empty. */
    databaseUrl: string;
    appUrl: string;
    /** The migrated database that each test file copies. */
    template: string;
    /** With CLUSTER_URL: the cluster that the databases of tests span, instead of the run's PostgreSQL. */
    cluster: Cluster | null;
  }
}

const TEMPLATE = 'template_of_tests';

/**
 * Starts one PostgreSQL for the whole run, with a migrated template. It is deleted afterwards, so it never
 * syncs to disk.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const clusterUrl = process.env['CLUSTER_URL'];
  return clusterUrl ? connectToCluster(project, clusterUrl) : startPostgres(project);
}

async function connectToCluster(project: TestProject, url: string): Promise<() => Promise<void>> {
  const cluster = await findCluster(url);
  const { name, appUrl } = await createClusterTemplate(cluster, makeClockShiftable);
  project.provide('databaseUrl', url);
  project.provide('appUrl', appUrl);
  project.provide('template', name);
  project.provide('cluster', cluster);
  return () => dropDatabase(cluster, name);
}

async function startPostgres(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = makeMemoryFolder('liaison-tests-');
  const server = await startEmbedded({
    dataDir,
    settings: {
      fsync: 'off',
      full_page_writes: 'off',
      // Would spend its time on the template and on databases that are about to be dropped.
      autovacuum: 'off',
      // Starting parallel workers takes longer than what tests ask of them.
      max_parallel_workers_per_gather: '0',
      max_connections: '300',
    },
  });
  const admin = new pg.Client(server.url);
  await admin.connect();
  await admin.query(`create database ${TEMPLATE}`);
  await admin.end();
  const template = new URL(server.url);
  template.pathname = `/${TEMPLATE}`;
  await migrate({ url: template.href, pooler: 'none' });
  await makeClockShiftable(template.href);
  const app = await openAppRole({
    ownerUrl: template.href,
    secret: 'a secret for tests, long enough to be taken',
    pooler: 'none',
  });
  await grantToApp(template.href, app.name!);
  project.provide('databaseUrl', server.url);
  project.provide('appUrl', app.url);
  project.provide('template', TEMPLATE);
  project.provide('cluster', null);
  return async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
