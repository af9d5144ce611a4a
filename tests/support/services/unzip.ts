import { buffer } from 'node:stream/consumers';
import { fromBuffer } from 'yauzl';

/**
 * Reads the files of a ZIP archive by name, with a library that did not write it and that verifies sizes and
 * checksums.
 */
export const unzip = (archive: Buffer): Promise<Map<string, Buffer>> =>
  new Promise((resolve, reject) => {
    fromBuffer(archive, { lazyEntries: true, validateEntrySizes: true }, (fault, zip) => {
      if (fault) return reject(fault);
      const files = new Map<string, Buffer>();
      zip.on('error', reject);
      zip.on('end', () => resolve(files));
      zip.on('entry', (entry: { fileName: string }) => {
        zip.openReadStream(entry as never, (unreadable, stream) => {
          if (unreadable) return reject(unreadable);
          buffer(stream).then((content) => {
            files.set(entry.fileName, content);
            zip.readEntry();
          }, reject);
        });
      });
      zip.readEntry();
    });
  });
