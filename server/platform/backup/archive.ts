import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname, join, normalize, sep } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { extract, pack } from 'tar-stream';
import { isSealed, openSealed, sealArchive } from './sealed-archive.ts';

export interface ArchiveWriter {
  addText(name: string, text: string): Promise<void>;
  addFile(name: string, path: string): Promise<void>;
  addStream(name: string, size: number, stream: Readable): Promise<void>;
  close(): Promise<void>;
}

export function writeArchive(path: string, secret: string | null = null): ArchiveWriter {
  const tar = pack();
  const written = pipeline(
    tar,
    createGzip({ level: 4 }),
    secret === null ? new PassThrough() : sealArchive(secret),
    createWriteStream(path, { mode: 0o600 }),
  );
  // `close` reports the failure. Without this listener, a failure before `close` would be an unhandled
  // rejection.
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

export interface Opening {
  secret?: string | undefined;
  /** Accepts an archive that is not sealed, and therefore not protected against changes. */
  unsealed?: boolean | undefined;
}

/**
 * Unpacks an archive into a folder. The signature of a sealed archive is verified before any of its content
 * is used. Throws one sentence for an archive that is not sealed (unless `unsealed` allows it), for names
 * that lead out of the folder, and for a damaged or truncated archive.
 */
export async function unpackArchive(path: string, folder: string, opening: Opening): Promise<void> {
  const tar = extract();
  const read = async () => {
    for await (const entry of tar) {
      const target = join(folder, normalize(entry.header.name));
      if (!target.startsWith(folder + sep))
        throw new Error(`it contains ${entry.header.name}, a path outside the folder`);
      await mkdir(dirname(target), { recursive: true });
      await pipeline(entry, createWriteStream(target, { mode: 0o600 }));
    }
  };
  try {
    await Promise.all([pipeline(await contentOf(path, opening), createGunzip(), tar), read()]);
  } catch (error) {
    throw new Error(`The archive ${path} cannot be read: ${(error as Error).message}.`, { cause: error });
  }
}

async function contentOf(path: string, { secret, unsealed = false }: Opening): Promise<Readable> {
  if (await isSealed(path)) {
    if (secret === undefined) throw new Error('it is sealed, and no secret was given to open it');
    return openSealed(path, secret);
  }
  if (!unsealed)
    throw new Error(
      'it is not sealed, so anybody could have changed it: add --unsealed only for an archive that never left your hands',
    );
  return createReadStream(path);
}
