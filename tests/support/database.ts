import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { TEMPLATE } from './global-setup.ts';

export interface TestDatabase {
  url: string;
  /** Drops it, ending whatever is still connected. */
  drop(): Promise<void>;
}

/**
 * PostgreSQL 15 to 18 may wait without end for a session that began while a database was being dropped (its
 * ProcSignalBarrier passes the newcomer by). The run's whole PostgreSQL is thrown away, so what is left of one does no harm.
 */
const DROP_MS = 20_000;

/** A fresh database: a copy of the migrated template, or with `empty` one without any table. */
export async function createTestDatabase({ empty = false } = {}): Promise<TestDatabase> {
  const base = inject('databaseUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await once(base, `create database ${name}${empty ? '' : ` template ${TEMPLATE}`}`);
  const url = new URL(base);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => drop(base, name) };
}

async function drop(base: string, name: string): Promise<void> {
  try {
    await once(base, `drop database if exists ${name} with (force)`, DROP_MS);
  } catch (error) {
    process.stderr.write(`The test database ${name} was left where it is: ${String(error)}\n`);
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
