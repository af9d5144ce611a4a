import { sql } from 'kysely';
import { PHOTO_WIDTHS, toAvif } from '../process-photo.ts';
import { type FileParts, checkFiles } from './check-files.ts';
import { fileKey } from './file-key.ts';

export const MAKE_AVIF = 'make-photo-avif';

/**
 * Adds AVIF files to a photo and records the format in its rows. Deletes the files if the photo was deleted
 * in the meantime.
 */
export async function makeAvif({ db, storage, jobs }: FileParts, folder: string): Promise<void> {
  for (const width of PHOTO_WIDTHS) {
    const webp = await storage.bytes(fileKey(folder, `${width}`, 'webp'));
    if (!webp) return;
    await storage.put(fileKey(folder, `${width}`, 'avif'), await toAvif(webp), 'image/avif');
  }
  const { numAffectedRows } = await sql`
    update photos set formats = '{webp,avif}' where storage_key = ${folder} and not 'avif' = any(formats)`.execute(
    db,
  );
  if (numAffectedRows === 0n) await checkFiles({ db, storage, jobs }, folder);
}
