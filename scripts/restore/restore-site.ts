import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join, relative } from 'node:path';
import pg from 'pg';
import { unpackArchive } from '#server/platform/backup/archive.ts';
import type { Manifest, Source } from '#server/platform/backup/back-up.ts';
import { lastIds, type TableBackup } from '#server/platform/backup/copy-out.ts';
import { migrate, migrationsUpTo } from '#server/platform/database/migrate.ts';
import type { Storage } from '#server/platform/storage.ts';
import { copyIn } from './copy-in.ts';

const DRAFT = 'restored';

export interface RestoreOptions {
  /** Discards the current content. Without it, a database with members is rejected. */
  replace?: boolean;
  secret?: string;
  unsealed?: boolean;
  /** Members purged since the backup, in addition to those recorded in the current database. */
  purged?: readonly number[];
  purge(member: number): Promise<void>;
}

/**
 * Restores the database and the file store from an archive. Its tables are built and checked in a separate
 * schema and replace the current ones in one transaction, so that a damaged archive changes nothing. Newer
 * migrations are applied afterwards. All sessions, links and access tokens end. As far as the current
 * database has a record of it, members purged and operators dismissed after the backup are purged and
 * dismissed again. The site must be stopped.
 */
export async function restore(
  { url, storage }: Source,
  path: string,
  options: RestoreOptions,
): Promise<{ manifest: Manifest; purged: number[]; operators: RestoredOperator[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'liaison-restore-'));
  const client = new pg.Client(url);
  client.on('error', () => {});
  await client.connect();
  try {
    await unpackArchive(path, folder, options);
    const manifest = await readManifest(folder);
    const gone = new Set([...(options.purged ?? []), ...(await purgedMembers(client))]);
    const dismissed = await dismissedOperators(client);
    if ((await hasMembers(client)) && !options.replace) {
      throw new Error(
        'This database has members: restore into an empty one, or use --replace to discard its content.',
      );
    }
    await refuseCluster(client);
    await replaceTables(client, folder, manifest, () => putFiles(storage, join(folder, 'files')));
    await migrate({ url, pooler: 'none' });
    const known = new Set(await purgedMembers(client));
    const purged = [...gone].filter((member) => !known.has(member)).sort((a, b) => a - b);
    for (const member of purged) await options.purge(member);
    return { manifest, purged, operators: await endAccess(client, dismissed) };
  } finally {
    await client.end();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The extension is part of the schema that a restore replaces, and distributed tables cannot be renamed into place. */
async function refuseCluster(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(`select from pg_extension where extname = 'citus'`);
  if (rowCount === 1)
    throw new Error(
      'This database is on a cluster: restore into a new one without the extension citus, then create it there and run npm run scale:distribute.',
    );
}

async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => {
    throw new Error('The archive has no manifest: it is not a Liaison backup, or its end is missing.');
  });
  const manifest = JSON.parse(text) as Manifest;
  if (manifest.format !== 1) throw new Error('This archive was made by a newer Liaison.');
  return manifest;
}

/**
 * All or nothing: creates, fills and checks the new tables, stores the files, then renames the new schema to
 * the old one's name.
 */
async function replaceTables(
  client: pg.Client,
  folder: string,
  manifest: Manifest,
  storeFiles: () => Promise<void>,
): Promise<void> {
  const migrations = migrationsUpTo(manifest.migration, manifest.migrations);
  const present = await lastIds(client);
  await client.query('begin');
  try {
    await client.query(
      `set local statement_timeout = 0; create schema ${DRAFT}; set local search_path = ${DRAFT}`,
    );
    for (const { text } of migrations) await client.query(text);
    await writeMigrations(client, migrations);
    const open = ({ table }: TableBackup) => createReadStream(join(folder, 'tables', `${table}.copy`));
    await copyIn(client, open, manifest.tables, [manifest.last_ids ?? {}, present]);
    // Sessions that ended and links that were used since the backup must not become valid again.
    // Expires the sessions first: browsers clear unsent messages only after a session that was ended on purpose.
    await client.query(
      "update sessions set expires_at = '-infinity'; delete from sessions; delete from link_tokens",
    );
    await storeFiles();
    await client.query(
      `drop schema if exists graphile_worker cascade; drop schema public cascade; alter schema ${DRAFT} rename to public`,
    );
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

async function writeMigrations(client: pg.Client, migrations: { name: string }[]): Promise<void> {
  await client.query(`
    create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
    create table kysely_migration_lock (id varchar(255) primary key, is_locked integer not null default 0);
    insert into kysely_migration_lock values ('migration_lock', 0)`);
  const now = new Date().toISOString();
  for (const { name } of migrations)
    await client.query('insert into kysely_migration values ($1, $2)', [name, now]);
}

const exists = async (client: pg.Client, table: string) =>
  (await client.query('select to_regclass($1) is not null as there', [table])).rows[0].there as boolean;

async function hasMembers(client: pg.Client): Promise<boolean> {
  return (
    (await exists(client, 'members')) && (await client.query('select from members limit 1')).rowCount === 1
  );
}

async function purgedMembers(client: pg.Client): Promise<number[]> {
  if (!(await exists(client, 'purged_members'))) return [];
  return (await client.query<{ id: string }>('select member_id as id from purged_members')).rows.map(
    ({ id }) => Number(id),
  );
}

export interface RestoredOperator {
  id: number;
  email: string | null;
  roles: string[];
}

async function dismissedOperators(client: pg.Client): Promise<number[]> {
  const { rowCount } = await client.query(
    `select from information_schema.columns where table_schema = 'public' and table_name = 'members' and column_name = 'dismissed_at'`,
  );
  if (rowCount === 0) return [];
  const { rows } = await client.query<{ id: string }>(
    'select id from members where dismissed_at is not null',
  );
  return rows.map(({ id }) => Number(id));
}

/**
 * Revokes every access token, because it may have been revoked since the backup, and dismisses operators
 * again. Returns the remaining operators.
 */
async function endAccess(client: pg.Client, dismissed: number[]): Promise<RestoredOperator[]> {
  await client.query('update api_tokens set revoked_at = now() where revoked_at is null');
  await client.query(
    `update members set roles = '{}', dismissed_at = now(),
       status = case when status = 'pending_deletion' then status else 'banned' end
     where id = any($1::bigint[]) and roles <> '{}'`,
    [dismissed],
  );
  const { rows } = await client.query<{ id: string; email: string | null; roles: string[] }>(
    `select id, email, roles from members where roles <> '{}' order by id`,
  );
  return rows.map(({ id, ...row }) => ({ id: Number(id), ...row }));
}

async function putFiles(storage: Storage, folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    await storage.put(
      relative(folder, path),
      await readFile(path),
      CONTENT_TYPES[extname(path)] ?? 'application/octet-stream',
    );
  }
}

const CONTENT_TYPES: Record<string, string> = {
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
};
