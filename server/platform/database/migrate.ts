import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, Migrator, type MigratorProps, PostgresDialect, sql, type Migration } from 'kysely';
import { migrateJobs } from '../jobs.ts';
import { grantToApp } from './app-role.ts';
import { one, type Db } from './index.ts';
import { createPool, type PoolSettings } from './pool.ts';

const SQL_FOLDER = join(import.meta.dirname, '../../../db');

const FUNCTIONS_LOCK = 7_203_041;

export interface MigrateResult {
  migrations: string[];
  functions: boolean;
}

type Settings = Pick<PoolSettings, 'url' | 'pooler'>;

/**
 * Brings a database up to date: runs each of `db/migrations/*.sql` once and in order, creates the tables of
 * the job queue, then replaces all of `db/functions/*.sql` if one of them changed. Safe to call from several
 * processes at once. A failure changes nothing. Migrations of a later release stay applied, because an
 * earlier release must be able to run on them. `appRole` is the role that the site connects as, if it is not
 * the owner; it receives the rights it needs.
 */
export async function migrate(settings: Settings, appRole: string | null = null): Promise<MigrateResult> {
  return withMigrator(settings, async (migrator, db) => {
    const { error, results } = await migrator.migrateToLatest();
    if (error) {
      const failed = results?.find(({ status }) => status === 'Error')?.migrationName;
      const what = failed ? `Migration ${failed} failed` : 'The migrations do not match this database';
      throw new Error(`${what}: ${(error as Error).message}`, { cause: error });
    }
    await migrateJobs(settings.url);
    const functions = await applyFunctions(db);
    if (appRole !== null) await grantToApp(settings.url, appRole);
    return { migrations: (results ?? []).map(({ migrationName }) => migrationName), functions };
  });
}

/**
 * The migrations, in order, that a database had applied when `last` was its newest: those in `executed` if
 * given. Throws a one-sentence error if one of them is unknown to this release.
 */
export function migrationsUpTo(last: string, executed?: readonly string[]): { name: string; text: string }[] {
  const files = readFolder('migrations');
  const wanted = executed ?? files.map(({ name }) => name).filter((name) => name <= last);
  const unknown = [...wanted, last].find((name) => !files.some((file) => file.name === name));
  if (unknown)
    throw new Error(
      `This Liaison does not know the migration ${unknown}: use the version that the data comes from, then upgrade.`,
    );
  return files.filter(({ name }) => wanted.includes(name));
}

export async function pendingMigrations(db: Db): Promise<string[]> {
  const all = await migratorOf(db).getMigrations();
  return all.filter(({ executedAt }) => !executedAt).map(({ name }) => name);
}

/**
 * Migrations have no statement timeout. Their files contain many statements each, which prepared statements
 * cannot.
 */
async function withMigrator<T>(
  { url, pooler }: Settings,
  work: (migrator: Migrator, db: Kysely<unknown>) => Promise<T>,
): Promise<T> {
  const pool = createPool({
    url,
    pooler: pooler === 'none' ? 'none' : 'pgbouncer-unnamed',
    size: 2,
    statementMs: 0,
    name: 'liaison migrate',
  });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    return await work(migratorOf(db), db);
  } finally {
    await db.destroy();
  }
}

function migratorOf(db: MigratorProps['db']): Migrator {
  return new Migrator({
    db,
    // Branches do not land in the order in which they began.
    allowUnorderedMigrations: true,
    provider: {
      getMigrations: async () =>
        Object.fromEntries([...(await laterOnes(db)), ...readFolder('migrations').map(toMigration)]),
    },
  });
}

/**
 * Migrations of a later release. It only added to the schema, so this release runs on it and an upgrade can
 * be rolled back. A migration whose name does not start with a date is unknown and causes an error.
 */
async function laterOnes(db: Kysely<unknown>): Promise<[string, Migration][]> {
  const row = await one(
    sql<{
      there: boolean;
    }>`select to_regclass('kysely_migration') is not null as there`.execute(db),
  );
  if (!row.there) return [];
  const known = new Set(readFolder('migrations').map(({ name }) => name));
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows
    .filter(({ name }) => !known.has(name) && /^\d{8}_\d{4}_/.test(name))
    .map(({ name }) => [name, { up: async () => {} }]);
}

function toMigration({ name, text }: SqlFile): [string, Migration] {
  return [name, { up: async (db) => void (await sql.raw(text).execute(db)) }];
}

/**
 * Applies every file of db/functions in one transaction if any file's hash differs from the last applied one.
 */
async function applyFunctions(db: Kysely<unknown>): Promise<boolean> {
  const files = readFolder('functions');
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${FUNCTIONS_LOCK})`.execute(tx);
    await sql`create table if not exists applied_functions (name text primary key, hash text not null)`.execute(
      tx,
    );
    const { rows } = await sql<{
      name: string;
      hash: string;
    }>`select name, hash from applied_functions`.execute(tx);
    const applied = new Map(rows.map(({ name, hash }) => [name, hash]));
    if (files.length === applied.size && files.every(({ name, hash }) => applied.get(name) === hash))
      return false;

    for (const { name, text } of files) {
      try {
        await sql.raw(text).execute(tx);
      } catch (error) {
        throw new Error(`db/functions/${name}.sql failed: ${(error as Error).message}`, { cause: error });
      }
    }
    await sql`delete from applied_functions`.execute(tx);
    for (const { name, hash } of files)
      await sql`insert into applied_functions values (${name}, ${hash})`.execute(tx);
    return true;
  });
}

interface SqlFile {
  name: string;
  text: string;
  hash: string;
}

function readFolder(folder: 'migrations' | 'functions'): SqlFile[] {
  return readdirSync(join(SQL_FOLDER, folder))
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      const text = readFileSync(join(SQL_FOLDER, folder, file), 'utf8');
      return {
        name: file.slice(0, -'.sql'.length),
        text,
        hash: createHash('sha256').update(text).digest('hex'),
      };
    });
}
