import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join, relative } from 'node:path';
import pg from 'pg';
import { migrate, migrateTo } from '#server/platform/database/migrate.ts';
import type { Storage } from '#server/platform/storage.ts';
import { unpackArchive, writeArchive } from './archive.ts';
import { copyIn, copyOut, type TableBackup } from './tables.ts';

/** What an archive says about itself: `manifest.json`. */
export interface Manifest {
  format: 1;
  /** ISO 8601; the moment that all tables stand at. */
  taken_at: string;
  /** The last migration of the database it was taken from. */
  migration: string;
  tables: TableBackup[];
  /** How many files of members. */
  files: number;
}

interface Source {
  url: string;
  storage: Storage;
}

/** Tables whose rows name a folder of files, in the column `storage_key`. */
const FILE_TABLES = ['photos', 'chat_images'];

/**
 * Writes one archive of all tables, as of one moment, and of the members' files that they name. Runs beside a site at
 * work. The secret is not in it: keep that elsewhere.
 */
export async function backUp({ url, storage }: Source, path: string): Promise<Manifest> {
  const folder = await mkdtemp(join(tmpdir(), 'liaison-backup-'));
  const client = new pg.Client(url);
  await client.connect();
  try {
    let facts = { taken_at: '', migration: '' };
    let prefixes: string[] = [];
    const tables = await copyOut(client, folder, async () => {
      const { rows } = await client.query(
        `select to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as taken_at, (select max(name) from kysely_migration) as migration`,
      );
      facts = rows[0];
      const keys = await client.query<{ key: string }>(FILE_TABLES.map((table) => `select storage_key as key from ${table}`).join(' union '));
      prefixes = keys.rows.map(({ key }) => key);
    });
    const archive = writeArchive(path);
    for (const { table } of tables) await archive.addFile(`tables/${table}.copy`, join(folder, `${table}.copy`));
    let files = 0;
    for (const prefix of prefixes) {
      for await (const key of storage.files(prefix)) {
        const file = await storage.read(key);
        // Deleted since the moment of the tables: the member has taken it away.
        if (!file) continue;
        await archive.addStream(`files/${key}`, file.size, file.stream);
        files++;
      }
    }
    const manifest: Manifest = { format: 1, ...facts, tables, files };
    await archive.addText('manifest.json', `${JSON.stringify(manifest, null, 2)}\n`);
    await archive.close();
    return manifest;
  } finally {
    await client.end();
    await rm(folder, { recursive: true, force: true });
  }
}

export interface RestoreOptions {
  /** Give up what the database holds now. Without it a database with members is refused. */
  replace?: boolean;
  /** Members purged since, beside those that the present database knows of. */
  purged?: readonly number[];
  /** Purges one member again. */
  purge(member: number): Promise<void>;
}

/**
 * Fills the database and the file store from an archive: tables as of its migration, then everything newer on top. Who
 * was purged after the backup was taken, and is known to be, is purged again. The site must not run meanwhile.
 */
export async function restore({ url, storage }: Source, path: string, options: RestoreOptions): Promise<{ manifest: Manifest; purged: number[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'liaison-restore-'));
  const client = new pg.Client(url);
  await client.connect();
  try {
    await unpackArchive(path, folder);
    const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Manifest;
    if (manifest.format !== 1) throw new Error('This archive was made by a newer Liaison.');
    const gone = new Set([...(options.purged ?? []), ...(await purgedMembers(client))]);
    if ((await hasMembers(client)) && !options.replace) {
      throw new Error('This database has members: restore into an empty one, or say --replace to give up what it holds.');
    }
    await emptyDatabase(client);
    await migrateTo({ url, pooler: 'none' }, manifest.migration);
    await copyIn(client, join(folder, 'tables'), manifest.tables);
    await migrate({ url, pooler: 'none' });
    await putFiles(storage, join(folder, 'files'));
    const known = new Set(await purgedMembers(client));
    const purged = [...gone].filter((member) => !known.has(member)).sort((a, b) => a - b);
    for (const member of purged) await options.purge(member);
    return { manifest, purged };
  } finally {
    await client.end();
    await rm(folder, { recursive: true, force: true });
  }
}

async function emptyDatabase(client: pg.Client): Promise<void> {
  await client.query('drop schema if exists graphile_worker cascade');
  await client.query('drop schema public cascade');
  await client.query('create schema public');
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
