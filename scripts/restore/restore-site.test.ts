import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unpackArchive, writeArchive } from '#server/platform/backup/archive.ts';
import { backUp } from '#server/platform/backup/back-up.ts';
import { openStorage } from '#server/platform/storage.ts';
import { testApp } from '#support/app.ts';
import { createTestDatabase, type TestDatabase } from '#support/database.ts';
import { plantMember } from '#support/members.ts';
import { makeMemoryFolder } from '#support/memory-folder.ts';
import { restore } from './restore-site.ts';

const site = testApp();
let folder: string;
let path: string;
let target: TestDatabase;

beforeAll(async () => {
  folder = makeMemoryFolder('liaison-backup-test-');
  path = join(folder, 'site.tar.gz');
  target = await createTestDatabase({ empty: true });
});
afterAll(async () => {
  await target.drop();
  rmSync(folder, { recursive: true, force: true });
});

async function contentOf(url: string): Promise<Record<string, string>> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename not in ('kysely_migration', 'test_clock', 'deliveries', 'outbox_items', 'sessions', 'link_tokens', 'job_workers', 'applied_functions', 'presence')`,
  );
  const content: Record<string, string> = {};
  for (const { name } of rows) {
    content[name] = (
      await client.query(
        `select coalesce(string_agg(t::text, E'\\n' order by t::text), '') as text from ${name} t`,
      )
    ).rows[0].text;
  }
  await client.end();
  return content;
}

test('restores the content of the backup, continues ids, and purges members again who were purged since', async () => {
  const anna = await site.as('anna', { credits: 30 });
  const bram = await site.as('bram', { gender: 'male', gender_sought: 'female' });
  const photo = {
    storage_key: 'a1/a1b2',
    width: 900,
    height: 1200,
    member_id: anna.memberId,
    status: 'active',
  };
  await site.db.insertInto('photos').values(photo).execute();
  await site.app.storage.put('a1/a1b2/960.webp', Buffer.from('a picture'), 'image/webp');

  const manifest = await backUp({ url: site.databaseUrl, storage: site.app.storage }, path);
  expect(manifest.files).toBe(1);
  const before = await contentOf(site.databaseUrl);

  const storage = await openStorage({ s3Url: null, dataDir: folder });
  await restore({ url: target.url, storage }, path, { unsealed: true, purge: async () => {} });
  expect(await contentOf(target.url)).toEqual(before);
  expect(Buffer.from((await storage.bytes('a1/a1b2/960.webp'))!).toString()).toBe('a picture');

  const client = new pg.Client(target.url);
  await client.connect();
  const next = await client.query(`insert into members (language) values ('nl') returning id`);
  expect(Number(next.rows[0].id)).toBeGreaterThan(Math.max(anna.memberId, bram.memberId));
  await client.query('insert into purged_members (member_id) values ($1)', [bram.memberId]);
  await client.end();

  await expect(
    restore({ url: target.url, storage }, path, { unsealed: true, purge: async () => {} }),
  ).rejects.toThrow('--replace');
  const purged: number[] = [];
  await restore({ url: target.url, storage }, path, {
    replace: true,
    unsealed: true,
    purge: async (member) => void purged.push(member),
  });
  expect(purged).toEqual([bram.memberId]);
});

test('rejects a truncated archive, or one that lacks a row, with one sentence and without changes', async () => {
  const storage = await openStorage({ s3Url: null, dataDir: folder });
  const before = await contentOf(target.url);
  const whole = readFileSync(path);
  const short = join(folder, 'short.tar.gz');
  writeFileSync(short, whole.subarray(0, whole.length / 2));
  const options = { replace: true, unsealed: true, purge: async () => {} };
  await expect(restore({ url: target.url, storage }, short, options)).rejects.toThrow('cannot be read');
  await expect(restore({ url: target.url, storage }, join(folder, 'none.tar.gz'), options)).rejects.toThrow(
    'cannot be read',
  );

  const unpacked = join(folder, 'unpacked');
  await unpackArchive(path, unpacked, { unsealed: true });
  const manifest = JSON.parse(readFileSync(join(unpacked, 'manifest.json'), 'utf8')) as {
    tables: { table: string; rows: number }[];
  };
  manifest.tables.find(({ table }) => table === 'members')!.rows++;
  const archive = writeArchive(join(folder, 'damaged.tar.gz'));
  for (const { table } of manifest.tables)
    await archive.addFile(`tables/${table}.copy`, join(unpacked, 'tables', `${table}.copy`));
  await archive.addText('manifest.json', JSON.stringify(manifest));
  await archive.close();
  await expect(
    restore({ url: target.url, storage }, join(folder, 'damaged.tar.gz'), options),
  ).rejects.toThrow('it is damaged');
  expect(await contentOf(target.url)).toEqual(before);
});

test('restores evidence, ends sessions, links, tokens and dismissed roles, and reuses no id', async () => {
  const carla = await site.as('carla');
  await site.app.storage.put('e7/e7f8/960.webp', Buffer.from('evidence'), 'image/webp');
  const complaint = {
    reporter_id: carla.memberId,
    category: 'other',
    body: 'x',
    evidence_folders: ['e7/e7f8'],
  };
  await site.db.insertInto('complaints').values(complaint).execute();
  const { id: last } = (
    await sql<{ id: number }>`insert into members (language) values ('nl') returning id`.execute(site.db)
  ).rows[0]!;
  await sql`delete from members where id = ${last}`.execute(site.db);
  const [owner, leaver] = [
    await plantMember(site.db, { roles: ['owner'] }),
    await plantMember(site.db, { roles: ['moderator'] }),
  ];
  await sql`insert into api_tokens (id, member_id, name, token_hash, scopes, expires_at)
    values (gen_random_uuid(), ${owner}, 'reports', 'x', '{admin:members}', now() + interval '9 days')`.execute(
    site.db,
  );
  const file = join(folder, 'second.tar.gz');
  await backUp({ url: site.databaseUrl, storage: site.app.storage }, file);
  // One of the operators is dismissed after the backup, on the site that the restored one replaces.
  const current = new pg.Client(target.url);
  await current.connect();
  await current.query(
    `insert into members (id, language, status, dismissed_at) overriding system value values ($1, 'en', 'banned', now())`,
    [leaver],
  );
  await current.end();

  const storage = await openStorage({ s3Url: null, dataDir: join(folder, 'again') });
  const done = await restore({ url: target.url, storage }, file, {
    replace: true,
    unsealed: true,
    purge: async () => {},
  });
  expect(Buffer.from((await storage.bytes('e7/e7f8/960.webp'))!).toString()).toBe('evidence');
  expect(done.operators.map(({ id }) => id)).toEqual([owner]);
  const client = new pg.Client(target.url);
  await client.connect();
  expect((await client.query('select from sessions')).rowCount).toBe(0);
  expect((await client.query('select from link_tokens')).rowCount).toBe(0);
  expect((await client.query('select from api_tokens')).rowCount).toBe(1);
  expect((await client.query('select from api_tokens where revoked_at is null')).rowCount).toBe(0);
  expect(
    Number((await client.query(`insert into members (language) values ('nl') returning id`)).rows[0].id),
  ).toBeGreaterThan(last);
  await client.end();
});
