import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbedded, type Embedded } from '#server/platform/database/embedded.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { seedBulk } from '#seeds/bulk.ts';

export interface BenchDatabase {
  url: string;
  /** The postmaster, for its processor time; null when PostgreSQL is elsewhere. */
  postmaster: number | null;
  stop(): Promise<void>;
}

/**
 * A migrated database with so many bulk members: BENCH_DATABASE_URL's server, else an embedded PostgreSQL in
 * `benches/.data`, in a database for each size that is kept until the migrations change.
 */
export async function benchDatabase(members: number): Promise<BenchDatabase> {
  const given = process.env['BENCH_DATABASE_URL'];
  const dataDir = process.env['BENCH_DATA_DIR'] ?? join(import.meta.dirname, '.data');
  if (!given) mkdirSync(dataDir, { recursive: true });
  const embedded: Embedded | null = given ? null : await startEmbedded({ dataDir, progress: console.log });
  const base = given ?? embedded!.url;
  const url = new URL(base);
  const name = `bench_${members}_${tablesVersion()}`;
  url.pathname = `/${name}`;
  await makeDatabase(base, `bench_${members}_`, name);
  await migrate({ url: url.href, pooler: 'none' });
  const client = new pg.Client(url.href);
  await client.connect();
  try {
    const { rows } = await client.query('select exists (select from members) as any');
    if (!rows[0].any) {
      const began = performance.now();
      await seedBulk(client, { members });
      console.log(`Filled with ${members} members in ${((performance.now() - began) / 1000).toFixed(1)} s.`);
    }
    await client.query('checkpoint').catch(() => {}); // only a superuser may; where not, the first round is thrown away anyway
  } finally {
    await client.end();
  }
  return { url: url.href, postmaster: embedded?.pid() ?? null, stop: async () => embedded?.stop() };
}

/** Another one when a migration was added or changed: the bulk is then made again. */
function tablesVersion(): string {
  const folder = join(import.meta.dirname, '../db/migrations');
  const hash = createHash('sha256');
  for (const file of readdirSync(folder).sort()) hash.update(file).update(readFileSync(join(folder, file)));
  return hash.digest('hex').slice(0, 8);
}

async function makeDatabase(base: string, prefix: string, name: string): Promise<void> {
  const client = new pg.Client(base);
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount !== 0) return;
    const { rows: older } = await client.query<{ name: string }>('select datname as name from pg_database where starts_with(datname, $1)', [prefix]);
    for (const one of older) await client.query(`drop database ${one.name} with (force)`);
    await client.query(`create database ${name}`);
  } finally {
    await client.end();
  }
}
