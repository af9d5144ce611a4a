import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname, join, normalize, sep } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { extract, pack } from 'tar-stream';
import { seal, unseal } from './seal.ts';

/** Writes one gzipped tar file, entry by entry. */
export interface ArchiveWriter {
  addText(name: string, text: string): Promise<void>;
  /** Adds a file of the disk under `name`. */
  addFile(name: string, path: string): Promise<void>;
  addStream(name: string, size: number, stream: Readable): Promise<void>;
  close(): Promise<void>;
}

/** With a secret the archive is sealed: see `seal`. */
export function writeArchive(path: string, secret: string | null = null): ArchiveWriter {
  const tar = pack();
  const written = pipeline(tar, createGzip({ level: 4 }), secret === null ? new PassThrough() : seal(secret), createWriteStream(path, { mode: 0o600 }));
  // Told by `close`; until then nobody listens.
  written.catch(() => {});
  const addStream = async (name: string, size: number, stream: Readable) => {
    const entry = tar.entry({ name, size, mtime: new Date(0) });
    await pipeline(stream, entry);
  };
  return {
    addStream,
    async addText(name, text) {
      const entry = tar.entry({ name, mtime: new Date(0) }, text);
      await finished(entry);
    },
    async addFile(name, file) {
      await addStream(name, (await stat(file)).size, createReadStream(file));
    },
    async close() {
      tar.finalize();
      await written;
    },
  };
}

/** Unpacks an archive into a folder. Refuses names that lead out of it, and says in one sentence when the file is no archive or is cut short. A sealed one needs its site's secret. */
export async function unpackArchive(path: string, folder: string, secret?: string): Promise<void> {
  const tar = extract();
  const read = async () => {
    for await (const entry of tar) {
      const target = join(folder, normalize(entry.header.name));
      if (!target.startsWith(folder + sep)) throw new Error(`names ${entry.header.name}, which lies outside of it`);
      await mkdir(dirname(target), { recursive: true });
      await pipeline(entry, createWriteStream(target, { mode: 0o600 }));
    }
  };
  try {
    await Promise.all([pipeline(createReadStream(path), unseal(secret), createGunzip(), tar), read()]);
  } catch (error) {
    throw new Error(`The archive ${path} cannot be read: ${(error as Error).message}.`, { cause: error });
  }
}
