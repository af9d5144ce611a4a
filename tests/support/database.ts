import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import { itemAt } from '#contract/must.ts';
import { openDatabase, type Database } from '#server/platform/database/index.ts';
import { createDatabase, createDistributedDatabase, dropDatabase, type Cluster } from './services/cluster.ts';
import { makeClockShiftable } from './services/test-clock.ts';

export interface TestDatabase {
  url: string;
  appUrl: string;
  /** Runs a statement as the owner of the tables, who may alter them. */
  asOwner(statement: string): Promise<void>;
  drop(): Promise<void>;
}

/**
 * PostgreSQL 15 to 18 may wait forever for a session that started while a database was being dropped (its
 * ProcSignalBarrier misses the new session). A leftover database does no harm, because the run's PostgreSQL
 * is deleted at the end.
 */
const DROP_MS = 20_000;

/** A new database: a copy of the migrated template, or with `empty` one without tables. */
export async function createTestDatabase({ empty = false } = {}): Promise<TestDatabase> {
  const base = inject('databaseUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const cluster = inject('cluster');
  const template = empty ? null : inject('template');
  if (cluster) await createDatabase(cluster, name, template);
  else
    await once(base, `create database ${name}${template ? ` template ${template} strategy file_copy` : ''}`);
  const at = (address: string) => Object.assign(new URL(address), { pathname: `/${name}` }).href;
  return {
    url: at(base),
    appUrl: at(inject('appUrl')),
    asOwner: (statement) => once(at(base), statement),
    drop: () => (cluster ? dropDatabase(cluster, name) : drop(base, name)),
  };
}

/**
 * A migrated database for one test file, opened with `size` connections. Call it at the top of the file.
 */
export function databaseForFile(size: number): { readonly url: string; readonly db: Database['db'] } {
  let made: TestDatabase;
  let opened: Database;
  beforeAll(async () => {
    made = await createTestDatabase();
    opened = openDatabase({ url: made.url, size, pooler: 'none' });
  });
  afterAll(async () => {
    await opened.close();
    await made.drop();
  });
  return {
    get url() {
      return made.url;
    },
    get db() {
      return opened.db;
    },
  };
}

/** A new database on a cluster, for a test that does not run on the run's PostgreSQL. */
export async function createClusterDatabase(cluster: Cluster): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const appUrl = await createDistributedDatabase(cluster, name, makeClockShiftable);
  const owner = Object.assign(new URL(itemAt(cluster.nodes, 0)), { pathname: `/${name}` }).href;
  return {
    url: owner,
    appUrl,
    asOwner: (statement) => once(owner, statement),
    drop: () => dropDatabase(cluster, name),
  };
}

async function drop(base: string, name: string): Promise<void> {
  try {
    await hungUp(base, name);
    await once(base, `drop database if exists ${name} with (force)`, DROP_MS);
  } catch (error) {
    process.stderr.write(`The test database ${name} could not be dropped: ${String(error)}\n`);
  }
}

/**
 * Waits for recently closed connections to disappear. Otherwise PostgreSQL's termination message reaches them
 * as an unhandled error. Dropping the database ends any that remain.
 */
async function hungUp(base: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: base });
  await client.connect();
  try {
    for (let tries = 0; tries < 40; tries++) {
      const { rowCount } = await client.query('select from pg_stat_activity where datname = $1', [name]);
      if (rowCount === 0) return;
      await wait(50);
    }
  } finally {
    await client.end();
  }
}

async function once(url: string, statement: string, limitMs = 0): Promise<void> {
  const client = new pg.Client({ connectionString: url, statement_timeout: limitMs });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
