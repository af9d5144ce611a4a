import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import { ZipFile } from 'yazl';

export interface ZipEntry {
  /** Path inside the archive, with slashes. */
  name: string;
  content: Uint8Array;
  /** Photos are compressed already. */
  stored?: boolean;
}

/** A ZIP archive as a stream. An entry is read only when the receiver has taken the ones before it, so no archive has to fit in memory. */
export function zip(entries: AsyncIterable<ZipEntry>): Readable {
  const archive = new ZipFile();
  const out = archive.outputStream.pipe(new PassThrough());
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
