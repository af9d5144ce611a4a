import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FSDriver } from 'flydrive/drivers/fs';
import { afterAll, expect, test } from 'vitest';
import { startFakeS3 } from '#support/services/fake-s3.ts';
import { StorageFull, StorageUnavailable, openStorage, readS3Url, storageOn } from './storage.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'storage-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

const text = async (stream: AsyncIterable<Uint8Array>) =>
  Buffer.concat(await Array.fromAsync(stream)).toString();

test('reads stored files back until their folder is deleted', async () => {
  const storage = await openStorage({ s3Url: null, dataDir });
  await storage.put('aa/bb/160.webp', Buffer.from('small'), 'image/webp');
  await storage.put('aa/cc/160.webp', Buffer.from('other'), 'image/webp');
  const file = await storage.read('aa/bb/160.webp');
  expect(file!.size).toBe(5);
  expect(await text(file!.stream)).toBe('small');
  expect((await Array.fromAsync(storage.folders())).sort()).toEqual(['aa/bb', 'aa/cc']);
  await storage.deleteFolder('aa/bb');
  expect(await storage.read('aa/bb/160.webp')).toBeNull();
  expect(await storage.bytes('aa/bb/160.webp')).toBeNull();
  expect(await storage.read('aa/cc/160.webp')).not.toBeNull();
  await storage.deleteFolder('aa/bb');
});

test('refuses keys outside the store’s folder', async () => {
  const storage = await openStorage({ s3Url: null, dataDir });
  await expect(storage.read('../secret')).rejects.toThrow();
});

test('throws StorageFull on a full disk, and StorageUnavailable otherwise', async () => {
  const failing = (code: string) => {
    const driver = new FSDriver({ location: dataDir, visibility: 'private' });
    driver.put = () => Promise.reject(Object.assign(new Error(code), { code }));
    return storageOn(driver);
  };
  await expect(failing('ENOSPC').put('a/b', Buffer.from('x'), 'image/webp')).rejects.toBeInstanceOf(
    StorageFull,
  );
  await expect(failing('EIO').put('a/b', Buffer.from('x'), 'image/webp')).rejects.toBeInstanceOf(
    StorageUnavailable,
  );
});

test('reads endpoint, bucket, region and keys from the S3 address', () => {
  expect(readS3Url('s3://me:p%2Fss@store.example:9000/faces?region=eu-west-1')).toEqual({
    bucket: 'faces',
    prefix: '',
    region: 'eu-west-1',
    endpoint: 'https://store.example:9000',
    credentials: { accessKeyId: 'me', secretAccessKey: 'p/ss' },
  });
});

test('stores files in the bucket of an S3 address, with signed requests', async () => {
  const s3 = await startFakeS3('faces');
  try {
    const storage = await openStorage({ s3Url: s3.url, dataDir });
    await storage.put('aa/bb/160.webp', Buffer.from('small'), 'image/webp');
    expect([...s3.objects.keys()]).toEqual(['aa/bb/160.webp']);
    expect(await text((await storage.read('aa/bb/160.webp'))!.stream)).toBe('small');
    expect(await storage.read('aa/bb/480.webp')).toBeNull();
    await storage.deleteFolder('aa/bb');
    expect(s3.objects.size).toBe(0);
  } finally {
    s3.close();
  }
});
