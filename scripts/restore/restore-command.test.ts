import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unpackArchive, writeArchive } from '#server/platform/backup/archive.ts';
import { backUp, type Manifest } from '#server/platform/backup/back-up.ts';
import { testApp } from '#support/app.ts';
import { createTestDatabase, type TestDatabase } from '#support/database.ts';
import { makeMemoryFolder } from '#support/memory-folder.ts';

// `npm run restore` with a store to which an attacker can write.

const site = testApp();
const secret = 'a secret for tests, long enough to be taken';
const NAME = 'liaison-2027-01-01T00-00-00Z.tar.gz.sealed';
let folder: string;
let store: string;
let open: string;
let target: TestDatabase;

beforeAll(async () => {
  folder = makeMemoryFolder('liaison-restore-command-');
  store = join(folder, 'store');
  mkdirSync(store);
  open = join(folder, 'open.tar.gz');
  target = await createTestDatabase({ empty: true });
  await site.as('anna');
  await backUp({ url: site.databaseUrl, storage: site.app.storage }, open);
});
afterAll(async () => {
  await target.drop();
  rmSync(folder, { recursive: true, force: true });
});

async function restore(...words: string[]): Promise<{ code: number; said: string }> {
  const script = join(import.meta.dirname, '../commands/restore.ts');
  const env = {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    SECRET: secret,
    DATABASE_URL: target.url,
    DATA_DIR: join(folder, 'data'),
    BACKUP_TO: store,
    LOG_LEVEL: 'error',
  };
  const run = promisify(execFile)(process.execPath, [script, ...words], { env });
  return run.then(
    ({ stdout, stderr }) => ({ code: 0, said: stdout + stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      said: error.stdout + error.stderr,
    }),
  );
}

async function tables(): Promise<string[]> {
  const client = new pg.Client(target.url);
  await client.connect();
  const { rows } = await client.query(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  await client.end();
  return rows.map(({ name }) => name);
}

/** The unsealed archive with other columns in a table, written to a path. */
async function forged(path: string, columns: string[]): Promise<void> {
  const unpacked = join(folder, `unpacked-${columns.length}`);
  await unpackArchive(open, unpacked, { unsealed: true });
  const manifest = JSON.parse(readFileSync(join(unpacked, 'manifest.json'), 'utf8')) as Manifest;
  const archive = writeArchive(path);
  for (const { table } of manifest.tables)
    await archive.addFile(`tables/${table}.copy`, join(unpacked, 'tables', `${table}.copy`));
  const changed = manifest.tables.map((one) => (one.table === 'purged_members' ? { ...one, columns } : one));
  await archive.addText('manifest.json', JSON.stringify({ ...manifest, tables: changed }));
  await archive.close();
}

test('rejects an unsealed archive from the store, whatever its name and even with --unsealed', async () => {
  writeFileSync(join(store, NAME), readFileSync(open));
  const before = await tables();
  for (const words of [['latest'], [NAME], ['latest', '--unsealed']]) {
    const { code, said } = await restore(...words);
    expect([code, said]).toEqual([1, expect.stringContaining('it is not sealed')]);
  }
  expect((await restore(open)).said).toContain('it is not sealed');
  expect(await tables()).toEqual(before);
});

test('executes no SQL from the names of columns', async () => {
  const path = join(folder, 'forged.tar.gz');
  await forged(path, [`member_id) from program 'true'; create table pwned (id int); --`, 'purged_at']);
  const { code, said } = await restore(path, '--unsealed');
  expect([code, said]).toEqual([1, expect.stringContaining('names columns of purged_members')]);
  expect(await tables()).not.toContain('pwned');
});

test('unpacks nothing from a modified sealed archive', async () => {
  const path = join(folder, 'sealed');
  await backUp({ url: site.databaseUrl, storage: site.app.storage }, path, secret);
  const bytes = readFileSync(path);
  bytes[bytes.length - 1]! ^= 1;
  writeFileSync(path, bytes);
  const unpacked = join(folder, 'unpacked-sealed');
  mkdirSync(unpacked);
  await expect(unpackArchive(path, unpacked, { secret })).rejects.toThrow(
    'sealed with another secret, or damaged',
  );
  expect(readdirSync(unpacked)).toEqual([]);
});

test('restores a sealed archive from the store, and a trusted unsealed file', async () => {
  await backUp({ url: site.databaseUrl, storage: site.app.storage }, join(store, NAME), secret);
  expect(await restore('latest')).toMatchObject({ code: 0, said: expect.stringContaining('Restored as of') });
  expect((await restore(open, '--unsealed')).said).toContain('restore into an empty one, or use --replace');
  expect((await restore(open, '--unsealed', '--replace')).code).toBe(0);
});
