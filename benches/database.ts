import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { must } from '#contract/must.ts';
import { seedBulk } from '#seeds/bulk.ts';
import { startEmbedded, type Embedded } from '#server/platform/database/embedded.ts';
import { migrate } from '#server/platform/database/migrate.ts';

export interface BenchDatabase {
  url: string;
  /** PID of the postmaster, for its processor time; null for a remote PostgreSQL. */
  postmaster: number | null;
  beside(members: number): Promise<string>;
  stop(): Promise<void>;
}

/**
 * A migrated database with this many bulk members, on the server at BENCH_DATABASE_URL, or else on an
 * embedded PostgreSQL in BENCH_DATA_DIR or `benches/.data`. There is one database per size, which is reused
 * until a migration changes.
 */
export async function benchDatabase(members: number): Promise<BenchDatabase> {
  const given = process.env['BENCH_DATABASE_URL'];
  const dataDir = process.env['BENCH_DATA_DIR'] ?? join(import.meta.dirname, '.data');
  if (!given) mkdirSync(dataDir, { recursive: true });
  const embedded: Embedded | null = given ? null : await startEmbedded({ dataDir, progress: console.log });
  const base = must(given ?? embedded?.url, 'database server');
  const beside = (size: number) => openSize(base, size);
  return {
    url: await beside(members),
    postmaster: embedded?.pid() ?? null,
    beside,
    stop: async () => embedded?.stop(),
  };
}

async function openSize(base: string, members: number): Promise<string> {
  const url = new URL(base);
  const name = `bench_${members}`;
  url.pathname = `/${name}`;
  await makeDatabase(base, name);
  const { migrations } = await migrate({ url: url.href, pooler: 'none' });
  await withClient(url.href, async (client) => {
    const { rows } = await client.query('select exists (select from members) as any');
    if (!rows[0].any) {
      const began = performance.now();
      // Long steps are reported, because filling can take an hour.
      const progress = (step: string, seconds: number) =>
        void (seconds > 5 && console.log(`  ${step}: ${seconds.toFixed(0)} s`));
      await seedBulk(client, { members, progress });
      console.log(`Filled with ${members} members in ${((performance.now() - began) / 1000).toFixed(1)} s.`);
    } else if (migrations.length > 0) await client.query('vacuum analyze');
    await client.query(`comment on database ${name} is '${JSON.stringify(migrationsNow())}'`);
    await client.query('checkpoint').catch(() => {}); // only a superuser may; without it, the first round is discarded anyway
  });
  return url.href;
}

function migrationsNow(): Record<string, string> {
  const folder = join(import.meta.dirname, '../db/migrations');
  const markOf = (file: string) =>
    createHash('sha256')
      .update(readFileSync(join(folder, file)))
      .digest('hex')
      .slice(0, 8);
  return Object.fromEntries(
    readdirSync(folder)
      .sort()
      .map((file) => [file, markOf(file)]),
  );
}

const makeDatabase = (base: string, name: string): Promise<void> =>
  withClient(base, async (client) => {
    const { rows } = await client.query<{ ran: string | null }>(
      "select shobj_description(oid, 'pg_database') as ran from pg_database where datname = $1",
      [name],
    );
    const now = migrationsNow();
    const ran: [string, string][] = Object.entries(JSON.parse(rows[0]?.ran ?? '{}'));
    if (ran.length > 0 && ran.every(([file, mark]) => now[file] === mark)) return;
    if (rows.length > 0) await client.query(`drop database ${name} with (force)`);
    await client.query(`create database ${name}`);
  });

/** Runs `work` on a connection of its own, which ends also if the work fails. */
export async function withClient<T>(
  config: string | pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(config);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
