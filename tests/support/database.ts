import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { inject } from 'vitest';
import { TEMPLATE } from './global-setup.ts';

export interface TestDatabase {
  /** As the owner of its tables. */
  url: string;
  /** As the role that the site works as. */
  appUrl: string;
  /** Runs a statement as the owner of the tables, who may change what they are. */
  asOwner(statement: string): Promise<void>;
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
  const at = (address: string) => Object.assign(new URL(address), { pathname: `/${name}` }).href;
  return { url: at(base), appUrl: at(inject('appUrl')), asOwner: (statement) => once(at(base), statement), drop: () => drop(base, name) };
}

async function drop(base: string, name: string): Promise<void> {
  try {
    await hungUp(base, name);
    await once(base, `drop database if exists ${name} with (force)`, DROP_MS);
  } catch (error) {
    process.stderr.write(`The test database ${name} was left where it is: ${String(error)}\n`);
  }
}

/**
 * Connections that were closed a moment ago may still be there, and PostgreSQL's last words to them would come as an error that
 * nobody hears. Those that stay are ended by the drop.
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
