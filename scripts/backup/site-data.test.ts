import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStorage } from '#server/platform/storage.ts';
import { testApp } from '#support/app.ts';
import { createTestDatabase, type TestDatabase } from '#support/database.ts';
import { backUp, restore } from './site-data.ts';

const site = testApp();
let folder: string;
let path: string;
let target: TestDatabase;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'liaison-backup-test-'));
  path = join(folder, 'site.tar.gz');
  target = await createTestDatabase({ empty: true });
});
afterAll(async () => {
  await target.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** Everything that a database holds, as text, so that two can be compared. */
async function contentOf(url: string): Promise<Record<string, string>> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename not in ('kysely_migration', 'test_clock', 'deliveries', 'outbox_items')`,
  );
  const content: Record<string, string> = {};
  for (const { name } of rows) {
    content[name] = (await client.query(`select coalesce(string_agg(t::text, E'\\n' order by t::text), '') as text from ${name} t`)).rows[0].text;
  }
  await client.end();
  return content;
}

test('a restored site holds what the backup saw, ids go on, and members purged since are purged again', async () => {
  const anna = await site.as('anna', { credits: 30 });
  const bram = await site.as('bram', { gender: 'male', gender_sought: 'female' });
  const photo = { storage_key: 'a1/a1b2', width: 900, height: 1200, member_id: anna.memberId, status: 'active' };
  await site.db.insertInto('photos').values(photo).execute();
  await site.app.storage.put('a1/a1b2/960.webp', Buffer.from('a picture'), 'image/webp');

  const manifest = await backUp({ url: site.databaseUrl, storage: site.app.storage }, path);
  expect(manifest.files).toBe(1);
  const before = await contentOf(site.databaseUrl);

  const storage = await openStorage({ s3Url: null, dataDir: folder });
  await restore({ url: target.url, storage }, path, { purge: async () => {} });
  expect(await contentOf(target.url)).toEqual(before);
  expect(Buffer.from((await storage.bytes('a1/a1b2/960.webp'))!).toString()).toBe('a picture');

  const client = new pg.Client(target.url);
  await client.connect();
  const next = await client.query(`insert into members (language) values ('nl') returning id`);
  expect(Number(next.rows[0].id)).toBeGreaterThan(Math.max(anna.memberId, bram.memberId));
  await client.query('insert into purged_members (member_id) values ($1)', [bram.memberId]);
  await client.end();

  await expect(restore({ url: target.url, storage }, path, { purge: async () => {} })).rejects.toThrow('--replace');
  const purged: number[] = [];
  await restore({ url: target.url, storage }, path, { replace: true, purge: async (member) => void purged.push(member) });
  expect(purged).toEqual([bram.memberId]);
});
