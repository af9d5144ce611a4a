import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeMemoryFolder } from '#support/memory-folder.ts';
import { missingCeph, startRadosGateway, type RadosGateway } from '#support/services/rados-gateway.ts';
import { openBackupStore } from './backup/store.ts';
import { openStorage, StorageFull, StorageUnavailable, type Storage } from './storage.ts';

// The file store and the store of backups on Ceph's S3 server, which pages lists, checks signatures, assembles parts and
// enforces quotas as hosting providers do.

const missing = missingCeph.length > 0 ? ` (missing here: ${missingCeph.join(', ')})` : '';

describe.skipIf(missing)(`files on Ceph’s S3 server${missing}`, () => {
  const folder = makeMemoryFolder('liaison-object-store-');
  let gateway: RadosGateway;
  let storage: Storage;

  beforeAll(async () => {
    gateway = await startRadosGateway('faces');
    storage = await openStorage({ s3Url: gateway.url, dataDir: folder });
  }, 120_000);
  afterAll(async () => {
    await gateway?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const text = async (key: string) => Buffer.from((await storage.bytes(key)) ?? []).toString();

  test('reads a file back until its folder is deleted', async () => {
    await storage.put('aa/bb/160.webp', Buffer.from('small'), 'image/webp');
    await storage.put('aa/cc/160.webp', Buffer.from('other'), 'image/webp');
    const file = await storage.read('aa/bb/160.webp');
    expect([file?.size, Buffer.concat(await Array.fromAsync(file!.stream)).toString()]).toEqual([5, 'small']);
    await storage.deleteFolder('aa/bb');
    expect([await storage.read('aa/bb/160.webp'), await storage.bytes('aa/bb/160.webp')]).toEqual([
      null,
      null,
    ]);
    expect(await text('aa/cc/160.webp')).toBe('other');
    await storage.deleteFolder('aa/bb');
  });

  test('lists and deletes more files than fit on one page of the server', async () => {
    const keys = Array.from({ length: 1005 }, (_, index) => `many/${index}/160.webp`);
    for (let from = 0; from < keys.length; from += 50)
      await Promise.all(
        keys.slice(from, from + 50).map((key) => storage.put(key, Buffer.from('x'), 'image/webp')),
      );
    expect((await Array.fromAsync(storage.folders('many/'))).length).toBe(1005);
    await storage.deleteFolder('many');
    expect(await Array.fromAsync(storage.files('many/'))).toEqual([]);
  }, 60_000);

  test('refuses to read or write with the wrong secret', async () => {
    const stranger = await openStorage({
      s3Url: gateway.url.replace('me:secret@', 'me:guessed@'),
      dataDir: folder,
    });
    await expect(stranger.put('aa/dd/160.webp', Buffer.from('x'), 'image/webp')).rejects.toBeInstanceOf(
      StorageUnavailable,
    );
    await expect(stranger.bytes('aa/cc/160.webp')).rejects.toBeInstanceOf(StorageUnavailable);
  });

  test('stores a backup in parts, and lists and removes it', async () => {
    const backups = await openBackupStore(gateway.url.replace('/faces?', '/faces/nightly?'));
    const [sealed, fetched] = [join(folder, 'sealed'), join(folder, 'fetched')];
    // Above 5 MB an upload has several parts.
    writeFileSync(sealed, randomBytes(12_000_000));
    await backups.put('liaison-1.sealed', sealed);
    expect(await backups.names()).toEqual(['liaison-1.sealed']);
    await backups.get('liaison-1.sealed', fetched);
    expect(readFileSync(fetched).equals(readFileSync(sealed))).toBe(true);
    await backups.remove('liaison-1.sealed');
    expect(await backups.names()).toEqual([]);
  });

  test('throws StorageFull at the quota, and StorageUnavailable when the server is gone', async () => {
    await storage.put('aa/ee/160.webp', Buffer.from('x'), 'image/webp');
    gateway.limitObjects(1);
    await expect(storage.put('aa/ff/160.webp', Buffer.from('x'), 'image/webp')).rejects.toBeInstanceOf(
      StorageFull,
    );
    await gateway.kill();
    await expect(storage.bytes('aa/cc/160.webp')).rejects.toBeInstanceOf(StorageUnavailable);
    await expect(storage.put('aa/gg/160.webp', Buffer.from('x'), 'image/webp')).rejects.toBeInstanceOf(
      StorageUnavailable,
    );
  }, 60_000);
});
