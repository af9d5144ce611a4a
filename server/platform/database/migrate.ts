import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, Migrator, PostgresDialect, sql, type Migration } from 'kysely';
import { migrateJobs } from '../jobs.ts';
import { adoptSquashed, isSquashed, LAST_BEFORE } from './adopt.ts';
import { grantToApp } from './app-role.ts';
import { createPool, type PoolSettings } from './pool.ts';

const SQL_FOLDER = join(import.meta.dirname, '../../../db');

/** Any number that no other program uses on the same database: held while functions are applied. */
const FUNCTIONS_LOCK = 7_203_041;

export interface MigrateResult {
  /** Names of the migrations applied now, in order. */
  migrations: string[];
  /** Whether functions were applied. */
  functions: boolean;
}

type Settings = Pick<PoolSettings, 'url' | 'pooler'>;

/**
 * Brings a database up to date: `db/migrations/*.sql` once each and in order, the tables of the job queue, then all of
 * `db/functions/*.sql` when one of them changed. A database of before the migrations were squashed is adopted. Any number
 * of processes may call it at once. What a later release added stays: the one before it runs on its tables. A failure leaves everything as before. `appRole` is whom the site works as, when not the
 * owner: it is given what it needs.
 */
export async function migrate(settings: Settings, appRole: string | null = null): Promise<MigrateResult> {
  return withMigrator(settings, async (migrator, db) => {
    await adoptSquashed(db, readFolder('migrations'));
    const { error, results } = await migrator.migrateToLatest();
    if (error) {
      const failed = results?.find(({ status }) => status === 'Error')?.migrationName;
      const what = failed ? `Migration ${failed} failed` : 'The migrations do not fit this database';
      throw new Error(`${what}: ${(error as Error).message}`, { cause: error });
    }
    await migrateJobs(settings.url);
    const functions = await applyFunctions(db);
    if (appRole !== null) await grantToApp(settings.url, appRole);
    return { migrations: (results ?? []).map(({ migrationName }) => migrationName), functions };
  });
}

/** Brings an empty database to the state of one migration, without the functions. */
export async function migrateTo(settings: Settings, migration: string): Promise<void> {
  await withMigrator(settings, async (migrator) => {
    const { error } = await migrator.migrateTo(migrationsUpTo(migration).at(-1)!.name);
    if (error) throw new Error(`The migrations up to ${migration} failed: ${(error as Error).message}`, { cause: error });
  });
}

/**
 * The migrations that a database had run whose last one was `last`, in order: those of `executed`, where it is known. Throws
 * one sentence when it knew one that this Liaison does not.
 */
export function migrationsUpTo(last: string, executed?: readonly string[]): { name: string; text: string }[] {
  const files = readFolder('migrations');
  const squashed = files.filter(({ name }) => isSquashed(name));
  if (last === LAST_BEFORE) return squashed;
  const wanted = executed ?? files.map(({ name }) => name).filter((name) => name <= last);
  const unknown = [...wanted, last].find((name) => !files.some((file) => file.name === name));
  if (unknown) throw new Error(`This Liaison does not know the migration ${unknown}: use the version that the data comes from, then upgrade.`);
  return files.filter(({ name }) => wanted.includes(name));
}

/** Names of the migrations that a database still lacks. */
export async function pendingMigrations(settings: Settings): Promise<string[]> {
  return withMigrator(settings, async (migrator) => {
    const all = await migrator.getMigrations();
    return all.filter(({ executedAt }) => !executedAt).map(({ name }) => name);
  });
}

/** Migrations take as long as they take, and hold many statements in one text, which a named statement cannot. */
async function withMigrator<T>({ url, pooler }: Settings, work: (migrator: Migrator, db: Kysely<unknown>) => Promise<T>): Promise<T> {
  const pool = createPool({ url, pooler: pooler === 'none' ? 'none' : 'pgbouncer-unnamed', size: 2, statementMs: 0, name: 'liaison migrate' });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    return await work(migratorOf(db), db);
  } finally {
    await db.destroy();
  }
}

function migratorOf(db: Kysely<unknown>): Migrator {
  return new Migrator({
    db,
    // Branches land in another order than they were begun.
    allowUnorderedMigrations: true,
    provider: { getMigrations: async () => Object.fromEntries([...(await laterOnes(db)), ...readFolder('migrations').map(toMigration)]) },
  });
}

/**
 * What a later release did to this database: it only added, so this release runs on it, and an upgrade can be taken back. A
 * migration that is not named by its date is of another Liaison, and refused.
 */
async function laterOnes(db: Kysely<unknown>): Promise<[string, Migration][]> {
  const { rows: tables } = await sql<{ there: boolean }>`select to_regclass('kysely_migration') is not null as there`.execute(db);
  if (!tables[0]!.there) return [];
  const known = new Set(readFolder('migrations').map(({ name }) => name));
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.filter(({ name }) => !known.has(name) && /^\d{8}_\d{4}_/.test(name)).map(({ name }) => [name, { up: async () => {} }]);
}

function toMigration({ name, text }: SqlFile): [string, Migration] {
  return [name, { up: async (db) => void (await sql.raw(text).execute(db)) }];
}

/** Applies every file of db/functions in one transaction when the hash of any differs from what was applied last. */
async function applyFunctions(db: Kysely<unknown>): Promise<boolean> {
  const files = readFolder('functions');
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${FUNCTIONS_LOCK})`.execute(tx);
    await sql`create table if not exists applied_functions (name text primary key, hash text not null)`.execute(tx);
    const { rows } = await sql<{ name: string; hash: string }>`select name, hash from applied_functions`.execute(tx);
    const applied = new Map(rows.map(({ name, hash }) => [name, hash]));
    if (files.length === applied.size && files.every(({ name, hash }) => applied.get(name) === hash)) return false;

    for (const { name, text } of files) {
      try {
        await sql.raw(text).execute(tx);
      } catch (error) {
        throw new Error(`db/functions/${name}.sql failed: ${(error as Error).message}`, { cause: error });
      }
    }
    await sql`delete from applied_functions`.execute(tx);
    for (const { name, hash } of files) await sql`insert into applied_functions values (${name}, ${hash})`.execute(tx);
    return true;
  });
}

interface SqlFile {
  /** File name without its ending. */
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
      return { name: file.slice(0, -'.sql'.length), text, hash: createHash('sha256').update(text).digest('hex') };
    });
}
