import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, copyFile, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { connectS3 } from '../storage.ts';

export interface BackupStore {
  names(): Promise<string[]>;
  /** Stores a local file. Readers see the complete file or none. */
  put(name: string, path: string): Promise<void>;
  get(name: string, path: string): Promise<void>;
  remove(name: string): Promise<void>;
}

/** Opens BACKUP_TO: `s3://key:secret@host/bucket/folder?region=…`, or a local folder. */
export const openBackupStore = async (to: string): Promise<BackupStore> =>
  to.startsWith('s3:') ? bucketAt(to) : folderAt(to);

function folderAt(folder: string): BackupStore {
  return {
    names: async () => (await readdir(folder).catch(noneIfAbsent)).filter((name) => !name.endsWith('.part')),
    async put(name, path) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const draft = join(folder, `${name}.part`);
      await copyFile(path, draft);
      await chmod(draft, 0o600);
      await rename(draft, join(folder, name));
    },
    get: (name, path) => copyFile(join(folder, name), path),
    remove: (name) => rm(join(folder, name), { force: true }),
  };
}

function noneIfAbsent(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}

async function bucketAt(url: string): Promise<BackupStore> {
  const { client, bucket: Bucket, prefix } = await connectS3(url);
  const { DeleteObjectCommand, GetObjectCommand, paginateListObjectsV2 } = await import('@aws-sdk/client-s3');
  return {
    async names() {
      const names: string[] = [];
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix: prefix })) {
        names.push(...Contents.map(({ Key = '' }) => Key.slice(prefix.length)));
      }
      return names;
    },
    async put(name, path) {
      const { Upload } = await import('@aws-sdk/lib-storage');
      await new Upload({
        client,
        params: { Bucket, Key: prefix + name, Body: createReadStream(path) },
      }).done();
    },
    async get(name, path) {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: prefix + name }));
      await pipeline(Body as Readable, createWriteStream(path, { mode: 0o600 }));
    },
    async remove(name) {
      await client.send(new DeleteObjectCommand({ Bucket, Key: prefix + name }));
    },
  };
}
