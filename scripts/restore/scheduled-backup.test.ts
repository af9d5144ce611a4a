import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { keptBackups, runScheduledBackup } from '#server/platform/backup/schedule.ts';
import { openBackupStore } from '#server/platform/backup/store.ts';
import { openStorage } from '#server/platform/storage.ts';
import { testApp } from '#support/app.ts';
import { createTestDatabase, type TestDatabase } from '#support/database.ts';
import { makeMemoryFolder } from '#support/memory-folder.ts';
import { startFakeS3 } from '#support/services/fake-s3.ts';
import { restore } from './restore-site.ts';

const nightly = mkdtempSync(join(tmpdir(), 'liaison-nightly-'));
const site = testApp({ BACKUP_TO: nightly });
const secret = 'a secret for tests, long enough to be taken';
const DAY = 86_400_000;
let folder: string;
let target: TestDatabase;

beforeAll(async () => {
  const anna = await site.as('anna', { credits: 30 });
  const photo = {
    storage_key: 'a1/a1b2',
    width: 900,
    height: 1200,
    member_id: anna.memberId,
    status: 'active',
  };
  await site.db.insertInto('photos').values(photo).execute();
  await site.app.storage.put('a1/a1b2/960.webp', Buffer.from('a picture'), 'image/webp');
  // Random bytes do not compress, so the upload has several parts.
  await site.app.storage.put(
    'a1/a1b2/480.webp',
    crypto.getRandomValues(new Uint8Array(65_536)),
    'image/webp',
  );
});
beforeEach(async () => {
  folder = makeMemoryFolder('liaison-scheduled-');
  target = await createTestDatabase({ empty: true });
});
afterEach(async () => {
  await target.drop();
  rmSync(folder, { recursive: true, force: true });
});

afterAll(() => rmSync(nightly, { recursive: true, force: true }));

const source = () => ({ url: site.databaseUrl, storage: site.app.storage, secret, keepDays: 30 });

/** Fetches and restores the newest backup, and returns the content of the restored site. */
async function restored(
  to: string,
  key = secret,
): Promise<{ email: string; credits: number; picture: string }> {
  const path = join(folder, 'fetched');
  await (await openBackupStore(to)).get((await keptBackups(to))[0]!.name, path);
  const storage = await openStorage({ s3Url: null, dataDir: join(folder, 'data') });
  await restore({ url: target.url, storage }, path, { secret: key, purge: async () => {} });
  const client = new pg.Client(target.url);
  await client.connect();
  const { rows } = await client.query(`select email, credits from members where email like 'anna@%'`);
  await client.end();
  return { ...rows[0], picture: Buffer.from((await storage.bytes('a1/a1b2/960.webp'))!).toString() };
}

test('restores a scheduled backup from disk, which needs the secret and is unreadable for other users of the machine', async () => {
  const to = nightly;
  await site.app.jobs.add(site.db, 'back-up');
  await site.runJobs();
  const [kept] = await keptBackups(to);
  const file = join(to, kept!.name);
  expect(statSync(file).mode & 0o077).toBe(0);
  expect(readFileSync(file).subarray(0, 2).toString('hex')).not.toBe('1f8b');
  await expect(restored(to, 'another secret, which is long enough as well')).rejects.toThrow(
    /cannot be read: it is sealed with another secret/,
  );
  expect(await restored(to)).toEqual({ email: 'anna@example.test', credits: 30, picture: 'a picture' });
});

test('restores a scheduled backup from S3, and rejects one with a changed byte', async () => {
  const s3 = await startFakeS3('vault');
  try {
    const to = s3.url.replace('/vault?', '/vault/site-a?');
    await runScheduledBackup({ ...source(), to });
    const [key] = [...s3.objects.keys()];
    expect(key).toMatch(/^site-a\/liaison-.*\.sealed$/);
    expect(await restored(to)).toEqual({ email: 'anna@example.test', credits: 30, picture: 'a picture' });

    const bytes = s3.objects.get(key!)!;
    bytes[bytes.length - 40]! ^= 1;
    await expect(restored(to)).rejects.toThrow(/cannot be read.*(?:damaged|incorrect|unexpected)/);
  } finally {
    s3.close();
  }
});

test('removes backups older than the retention, but never the newest or other files', async () => {
  const to = join(folder, 'backups');
  const nights = [40, 31, 29, 0].map((days) => new Date(Date.now() - days * DAY));
  for (const night of nights.slice(0, 3)) await runScheduledBackup({ ...source(), to, keepDays: 365 }, night);
  writeFileSync(join(to, 'liaison-notes.txt'), 'mine');
  const { name, removed } = await runScheduledBackup({ ...source(), to }, nights[3]);
  expect(removed).toHaveLength(2);
  expect((await keptBackups(to)).map((kept) => kept.name)[0]).toBe(name);
  expect(readdirSync(to)).toHaveLength(3);

  const later = new Date(Date.now() + 400 * DAY);
  expect((await runScheduledBackup({ ...source(), to }, later)).removed).toHaveLength(2);
  expect(await keptBackups(to)).toHaveLength(1);
});
