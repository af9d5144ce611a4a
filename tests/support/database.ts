import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { TEMPLATE } from './global-setup.ts';

export interface TestDatabase {
  url: string;
  /** Drops it, ending whatever is still connected. */
  drop(): Promise<void>;
}

/** A fresh database: a copy of the migrated template, or with `empty` one without any table. */
export async function createTestDatabase({ empty = false } = {}): Promise<TestDatabase> {
  const base = inject('databaseUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await once(base, `create database ${name}${empty ? '' : ` template ${TEMPLATE}`}`);
  const url = new URL(base);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => once(base, `drop database if exists ${name} with (force)`) };
}

async function once(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
