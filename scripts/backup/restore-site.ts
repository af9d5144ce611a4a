import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join, relative } from 'node:path';
import pg from 'pg';
import { unpackArchive } from '#server/platform/backup/archive.ts';
import type { Manifest, Source } from '#server/platform/backup/back-up.ts';
import { lastIds } from '#server/platform/backup/copy-out.ts';
import { migrate, migrationsUpTo } from '#server/platform/database/migrate.ts';
import type { Storage } from '#server/platform/storage.ts';
import { copyIn } from './copy-in.ts';

/** Where an archive is built up and proven before it takes the place of what is there. */
const DRAFT = 'restored';

export interface RestoreOptions {
  /** Give up what the database holds now. Without it a database with members is refused. */
  replace?: boolean;
  /** Of the site, for an archive that is sealed with it. */
  secret?: string;
  /** Members purged since, beside those that the present database knows of. */
  purged?: readonly number[];
  /** Purges one member again. */
  purge(member: number): Promise<void>;
}

/**
 * Fills the database and the file store from an archive: its tables are built up and proven in a schema of their own and
 * take the place of what is there in one transaction, so that a damaged archive changes nothing; then everything newer on
 * top. All sessions and links end. Members known to have been purged after the backup was taken are purged again. The site
 * must not run meanwhile.
 */
export async function restore({ url, storage }: Source, path: string, options: RestoreOptions): Promise<{ manifest: Manifest; purged: number[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'liaison-restore-'));
  const client = new pg.Client(url);
  client.on('error', () => {});
  await client.connect();
  try {
    await unpackArchive(path, folder, options.secret);
    const manifest = await readManifest(folder);
    const gone = new Set([...(options.purged ?? []), ...(await purgedMembers(client))]);
    if ((await hasMembers(client)) && !options.replace) {
      throw new Error('This database has members: restore into an empty one, or say --replace to give up what it holds.');
    }
    await replaceTables(client, folder, manifest, () => putFiles(storage, join(folder, 'files')));
    await migrate({ url, pooler: 'none' });
    const known = new Set(await purgedMembers(client));
    const purged = [...gone].filter((member) => !known.has(member)).sort((a, b) => a - b);
    for (const member of purged) await options.purge(member);
    return { manifest, purged };
  } finally {
    await client.end();
    await rm(folder, { recursive: true, force: true });
  }
}

async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => {
    throw new Error('The archive has no manifest: it is none of ours, or its end is missing.');
  });
  const manifest = JSON.parse(text) as Manifest;
  if (manifest.format !== 1) throw new Error('This archive was made by a newer Liaison.');
  return manifest;
}

/** All or nothing: the new tables are made, filled and checked, the files stored, then the new schema takes the old one's name. */
async function replaceTables(client: pg.Client, folder: string, manifest: Manifest, storeFiles: () => Promise<void>): Promise<void> {
  const migrations = migrationsUpTo(manifest.migration, manifest.migrations);
  const present = await lastIds(client);
  await client.query('begin');
  try {
    await client.query(`set local statement_timeout = 0; create schema ${DRAFT}; set local search_path = ${DRAFT}`);
    for (const { text } of migrations) await client.query(text);
    await writeMigrations(client, migrations);
    const made = new Set(
      (await client.query<{ name: string }>(`select relname as name from pg_class where relnamespace = current_schema()::regnamespace`)).rows.map(
        ({ name }) => name,
      ),
    );
    // Nothing ever read `site_secrets`; it is in archives of before.
    const tables = manifest.tables.filter(({ table }) => table !== 'site_secrets' || made.has(table));
    await copyIn(client, join(folder, 'tables'), tables, [manifest.last_ids ?? {}, present]);
    // Whoever had been logged out, or had used a link, since the backup must not be in again.
    await client.query('delete from sessions; delete from link_tokens');
    await storeFiles();
    await client.query(`drop schema if exists graphile_worker cascade; drop schema public cascade; alter schema ${DRAFT} rename to public`);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

/** What the migrator keeps for itself, as if it had run these. */
async function writeMigrations(client: pg.Client, migrations: { name: string }[]): Promise<void> {
  await client.query(`
    create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
    create table kysely_migration_lock (id varchar(255) primary key, is_locked integer not null default 0);
    insert into kysely_migration_lock values ('migration_lock', 0)`);
  const now = new Date().toISOString();
  for (const { name } of migrations) await client.query('insert into kysely_migration values ($1, $2)', [name, now]);
}

const exists = async (client: pg.Client, table: string) =>
  (await client.query('select to_regclass($1) is not null as there', [table])).rows[0].there as boolean;

async function hasMembers(client: pg.Client): Promise<boolean> {
  return (await exists(client, 'members')) && (await client.query('select from members limit 1')).rowCount === 1;
}

async function purgedMembers(client: pg.Client): Promise<number[]> {
  if (!(await exists(client, 'purged_members'))) return [];
  return (await client.query<{ id: string }>('select member_id as id from purged_members')).rows.map(({ id }) => Number(id));
}

async function putFiles(storage: Storage, folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    await storage.put(relative(folder, path), await readFile(path), CONTENT_TYPES[extname(path)] ?? 'application/octet-stream');
  }
}

const CONTENT_TYPES: Record<string, string> = { '.webp': 'image/webp', '.avif': 'image/avif', '.jpg': 'image/jpeg', '.png': 'image/png' };
