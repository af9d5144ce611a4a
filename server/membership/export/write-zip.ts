import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { ExportFile } from '../../platform/module-tables.ts';

/** A ZIP archive of the files in pieces of `pieceBytes`, the last one shorter. Each file is read when its turn comes. */
export async function* writeZip(files: readonly ExportFile[], pieceBytes: number): AsyncGenerator<Buffer> {
  const zip = new ZipFile();
  // Pictures are compressed already.
  for (const { name, content } of files) {
    zip.addReadStreamLazy(name, { compress: !name.endsWith('.webp') }, (give) => {
      content().then(
        (bytes) => give(null, Readable.from([Buffer.from(bytes)])),
        (error: unknown) => give(error, null as never),
      );
    });
  }
  const output = zip.outputStream as Readable;
  zip.on('error', (error: Error) => output.destroy(error));
  zip.end();
  let piece: Buffer[] = [];
  let size = 0;
  for await (const chunk of output as AsyncIterable<Buffer>) {
    piece.push(chunk);
    size += chunk.length;
    if (size < pieceBytes) continue;
    yield Buffer.concat(piece);
    [piece, size] = [[], 0];
  }
  if (size > 0) yield Buffer.concat(piece);
}
