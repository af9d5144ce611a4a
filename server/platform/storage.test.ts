import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FSDriver } from 'flydrive/drivers/fs';
import { afterAll, expect, test } from 'vitest';
import { StorageFull, StorageUnavailable, openStorage, readS3Url, storageOn } from './storage.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'storage-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

const text = async (stream: AsyncIterable<Uint8Array>) => Buffer.concat(await Array.fromAsync(stream)).toString();

test('what was put is read back, until its folder is deleted', async () => {
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

test('a key cannot leave the folder of the store', async () => {
  const storage = await openStorage({ s3Url: null, dataDir });
  await expect(storage.read('../secret')).rejects.toThrow();
});

test('a full disk is StorageFull, another fault is StorageUnavailable', async () => {
  const failing = (code: string) => {
    const driver = new FSDriver({ location: dataDir, visibility: 'private' });
    driver.put = () => Promise.reject(Object.assign(new Error(code), { code }));
    return storageOn(driver);
  };
  await expect(failing('ENOSPC').put('a/b', Buffer.from('x'), 'image/webp')).rejects.toBeInstanceOf(StorageFull);
  await expect(failing('EIO').put('a/b', Buffer.from('x'), 'image/webp')).rejects.toBeInstanceOf(StorageUnavailable);
});

test('the S3 address names endpoint, bucket, region and keys', () => {
  expect(readS3Url('s3://me:p%2Fss@store.example:9000/faces?region=eu-west-1')).toEqual({
    bucket: 'faces',
    region: 'eu-west-1',
    endpoint: 'https://store.example:9000',
    credentials: { accessKeyId: 'me', secretAccessKey: 'p/ss' },
  });
});

test('with an S3 address files go to the bucket, signed', async () => {
  const objects = new Map<string, Buffer>();
  const server = createServer(async (request, reply) => {
    const url = new URL(request.url!, 'http://s3');
    expect(request.headers.authorization).toContain('AWS4-HMAC-SHA256 Credential=me/');
    const body = Buffer.concat(await Array.fromAsync(request));
    if (request.method === 'PUT') objects.set(url.pathname, body);
    if (request.method === 'GET' && url.searchParams.has('list-type')) {
      const prefix = url.searchParams.get('prefix') ?? '';
      const keys = [...objects.keys()].map((path) => path.slice('/faces/'.length)).filter((key) => key.startsWith(prefix));
      reply.setHeader('content-type', 'application/xml');
      return reply.end(
        `<ListBucketResult><Name>faces</Name><KeyCount>${keys.length}</KeyCount><IsTruncated>false</IsTruncated>${keys.map((key) => `<Contents><Key>${key}</Key><Size>1</Size></Contents>`).join('')}</ListBucketResult>`,
      );
    }
    if (request.method === 'POST' && url.searchParams.has('delete')) {
      for (const [, key] of body.toString().matchAll(/<Key>(.*?)<\/Key>/g)) objects.delete(`/faces/${key}`);
      return reply.end('<DeleteResult></DeleteResult>');
    }
    const found = objects.get(url.pathname);
    if (request.method === 'PUT') return reply.setHeader('etag', '"1"').end();
    if (!found) return reply.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
    reply.setHeader('content-length', found.length).setHeader('last-modified', new Date(0).toUTCString()).setHeader('etag', '"1"');
    return reply.end(request.method === 'HEAD' ? undefined : found);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  try {
    const storage = await openStorage({ s3Url: `s3://me:secret@127.0.0.1:${(server.address() as AddressInfo).port}/faces?region=eu-west-1&tls=no`, dataDir });
    await storage.put('aa/bb/160.webp', Buffer.from('small'), 'image/webp');
    expect([...objects.keys()]).toEqual(['/faces/aa/bb/160.webp']);
    expect(await text((await storage.read('aa/bb/160.webp'))!.stream)).toBe('small');
    expect(await storage.read('aa/bb/480.webp')).toBeNull();
    await storage.deleteFolder('aa/bb');
    expect(objects.size).toBe(0);
  } finally {
    server.close();
  }
});
