import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import type { DriverContract } from 'flydrive/types';

/** Stores members' files by key (`a1/a1b2…/960.webp`). Public file URLs never point to the store. */
export interface Storage {
  /** Stores a file. Throws `StorageFull` if there is no room, and `StorageUnavailable` for other failures. */
  put(key: string, content: Uint8Array, contentType: string): Promise<void>;
  read(key: string): Promise<{ stream: Readable; size: number } | null>;
  bytes(key: string): Promise<Uint8Array | null>;
  deleteFolder(folder: string): Promise<void>;
  files(prefix?: string): AsyncIterable<string>;
  /** Every folder with files under `prefix`, for the check that each file has a row. */
  folders(prefix?: string): AsyncIterable<string>;
}

/** The folder of the members' exports. All other folders contain pictures. */
export const STORED_EXPORTS = 'exports';

/** The file system or bucket is full. Because of this `code` the HTTP layer answers 507 `storage_full`. */
export class StorageFull extends Error {
  override name = 'StorageFull';
  readonly code = 'ENOSPC';
}

/**
 * The store is unreachable or rejects requests. Because of this name the HTTP layer answers 503
 * `unavailable`.
 */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable';
}

export async function openStorage({
  s3Url,
  dataDir,
}: {
  s3Url: string | null;
  dataDir: string;
}): Promise<Storage> {
  return storageOn(s3Url ? await s3Driver(s3Url) : diskDriver(join(dataDir, 'photos')));
}

export function storageOn(driver: DriverContract): Storage {
  const disk = new Disk(driver);
  const storage: Storage = {
    async put(key, content, contentType) {
      try {
        await disk.put(key, content, { contentType });
      } catch (error) {
        throw fault(error);
      }
    },
    async read(key) {
      try {
        const { contentLength } = await disk.getMetaData(key);
        return { stream: await disk.getStream(key), size: contentLength };
      } catch (error) {
        if (isMissing(error)) return null;
        throw fault(error);
      }
    },
    async bytes(key) {
      try {
        return await disk.getBytes(key);
      } catch (error) {
        if (isMissing(error)) return null;
        throw fault(error);
      }
    },
    async deleteFolder(folder) {
      try {
        await disk.deleteAll(`${folder}/`);
      } catch (error) {
        if (!isMissing(error)) throw fault(error);
      }
    },
    async *files(prefix = '/') {
      let page: string | undefined;
      do {
        const { objects, paginationToken } = await disk.listAll(prefix, {
          recursive: true,
          ...(page ? { paginationToken: page } : {}),
        });
        for (const object of objects) if (object.isFile) yield object.key;
        page = paginationToken;
      } while (page);
    },
    async *folders(prefix) {
      const seen = new Set<string>();
      for await (const key of storage.files(prefix)) {
        const folder = key.slice(0, key.lastIndexOf('/'));
        if (!seen.has(folder)) yield folder;
        seen.add(folder);
      }
    },
  };
  return storage;
}

function diskDriver(location: string): DriverContract {
  mkdirSync(location, { recursive: true });
  return new FSDriver({ location, visibility: 'private' });
}

/**
 * Parses `s3://key:secret@host[:port]/bucket?region=eu-west-1`. `tls=no` selects plain HTTP for an endpoint
 * on a private network.
 */
export function readS3Url(url: string) {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const plain = searchParams.get('tls') === 'no';
  const [, bucket = '', ...folder] = pathname.split('/');
  return {
    bucket,
    prefix: folder
      .filter(Boolean)
      .map((part) => `${decodeURIComponent(part)}/`)
      .join(''),
    region: searchParams.get('region') ?? 'us-east-1',
    endpoint: `${plain ? 'http' : 'https'}://${hostname}${port ? `:${port}` : ''}`,
    credentials: { accessKeyId: decodeURIComponent(username), secretAccessKey: decodeURIComponent(password) },
  };
}

async function s3Driver(url: string): Promise<DriverContract> {
  // Loaded on demand, because the S3 client takes longer to load than the rest of the server.
  const [{ S3Driver }, { client, bucket }] = await Promise.all([
    import('flydrive/drivers/s3'),
    connectS3(url),
  ]);
  return new S3Driver({ client, bucket, visibility: 'private', supportsACL: false });
}

export async function connectS3(url: string): Promise<{ client: S3Client; bucket: string; prefix: string }> {
  const { S3Client } = await import('@aws-sdk/client-s3');
  const { bucket, prefix, region, endpoint, credentials } = readS3Url(url);
  // Other S3-compatible stores do not support Amazon's default checksums.
  const client = new S3Client({
    region,
    endpoint,
    credentials,
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return { client, bucket, prefix };
}

function causes(error: unknown): { code?: unknown; name?: unknown }[] {
  const chain: { code?: unknown; name?: unknown }[] = [];
  for (let cause = error; cause instanceof Error && chain.length < 5; cause = cause.cause)
    chain.push(cause as { code?: unknown; name?: unknown });
  return chain;
}

const isMissing = (error: unknown) =>
  causes(error).some(({ code, name }) => code === 'ENOENT' || name === 'NoSuchKey' || name === 'NotFound');

/** Codes of a full disk, of a quota in Ceph, and of full disks under MinIO. */
const FULL = new Set<unknown>(['ENOSPC', 'EDQUOT', 'QuotaExceeded', 'XMinioStorageFull']);

function fault(error: unknown): Error {
  const full = causes(error).some(({ code, name }) => FULL.has(code) || FULL.has(name));
  return full
    ? new StorageFull('There is no room for this file.', { cause: error })
    : new StorageUnavailable('The file store is unavailable.', { cause: error });
}
