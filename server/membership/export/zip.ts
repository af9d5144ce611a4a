import { once } from 'node:events';
import { PassThrough, pipeline, type Readable } from 'node:stream';
import { ZipFile } from 'yazl';

export interface ZipEntry {
  name: string;
  content: Uint8Array;
  /** Stores the entry uncompressed, because photos are already compressed. */
  stored?: boolean;
}

/**
 * Streams a ZIP archive. Each entry is read only after the receiver has taken the previous ones, so an
 * archive need not fit in memory.
 */
export function zip(entries: AsyncIterable<ZipEntry>): Readable {
  const archive = new ZipFile();
  const out = pipeline(archive.outputStream, new PassThrough(), () => {});
  const gone = new AbortController();
  out.once('close', () => gone.abort());
  const fill = async () => {
    for await (const { name, content, stored = false } of entries) {
      if (out.destroyed) return;
      archive.addBuffer(Buffer.from(content), name, { compress: !stored });
      if (out.writableNeedDrain) await once(out, 'drain', { signal: gone.signal });
    }
    archive.end();
  };
  fill().catch((error: Error) => out.destroy(error));
  return out;
}
