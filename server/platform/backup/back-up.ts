import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Storage } from '../storage.ts';
import { writeArchive } from './archive.ts';
import { copyOut, lastIds, type LastIds, type TableBackup } from './copy-out.ts';

export interface Manifest {
  format: 1;
  taken_at: string;
  /** The database's last migration, and all applied migrations. Older archives lack the list. */
  migration: string;
  migrations?: string[];
  /** The last value of each identity column. Older archives lack it. */
  last_ids?: LastIds;
  tables: TableBackup[];
  files: number;
}

export interface Source {
  url: string;
  storage: Storage;
}

/**
 * Every folder that a row refers to: photos, voice introductions, chat images, and the evidence in complaints, which
 * outlives them.
 */
const FOLDERS = `
  select storage_key as key from photos union select storage_key from chat_images where storage_key is not null
  union select storage_key from verifications where storage_key is not null union select storage_key from voice_intros
  union select unnest(evidence_folders) from complaints union select unnest(evidence_folders) from account_holds`;

/**
 * Writes one archive of all tables, from one snapshot, and of the members' files they refer to. It is safe
 * while the site runs. With a secret, the archive is sealed. The archive does not contain the secret, so
 * store it elsewhere.
 */
export async function backUp(
  { url, storage }: Source,
  path: string,
  secret: string | null = null,
): Promise<Manifest> {
  const folder = await mkdtemp(join(tmpdir(), 'liaison-backup-'));
  const client = new pg.Client(url);
  await client.connect();
  try {
    let facts = { taken_at: '', migration: '', migrations: [] as string[] };
    let last_ids: LastIds = {};
    let prefixes: string[] = [];
    const tables = await copyOut(client, folder, async () => {
      const { rows } = await client.query(
        `select to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as taken_at, (select max(name) from kysely_migration) as migration,
          array(select name::text from kysely_migration order by name) as migrations`,
      );
      facts = rows[0];
      last_ids = await lastIds(client);
      const keys = await client.query<{ key: string }>(FOLDERS);
      prefixes = keys.rows.map(({ key }) => key);
    });
    const archive = writeArchive(path, secret);
    for (const { table } of tables)
      await archive.addFile(`tables/${table}.copy`, join(folder, `${table}.copy`));
    let files = 0;
    for (const prefix of prefixes) {
      for await (const key of storage.files(prefix)) {
        const file = await storage.read(key);
        // The member deleted the file after the snapshot.
        if (!file) continue;
        await archive.addStream(`files/${key}`, file.size, file.stream);
        files++;
      }
    }
    const manifest: Manifest = { format: 1, ...facts, last_ids, tables, files };
    await archive.addText('manifest.json', `${JSON.stringify(manifest, null, 2)}\n`);
    await archive.close();
    return manifest;
  } finally {
    await client.end();
    await rm(folder, { recursive: true, force: true });
  }
}
