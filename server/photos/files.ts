import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { App } from '../platform/app.ts';
import type { Db } from '../platform/database/index.ts';
import { PHOTO_WIDTHS, toAvif, type PhotoVariant, type ProcessedPhoto } from './process-photo.ts';

/** Job: deletes the files of a folder that no row names. */
export const CHECK_FILES = 'check-photo-files';
/** Job: adds AVIF to a photo's files. */
export const MAKE_AVIF = 'make-photo-avif';
/** An upload that has not become a row by then never will. */
const UPLOAD_MINUTES = 10;

type Parts = Pick<App, 'db' | 'jobs' | 'storage'>;

export const fileKey = (folder: string, variant: PhotoVariant, format: 'webp' | 'avif') => `${folder}/${variant}.${format}`;

/**
 * Stores the files of a photo under a new folder and returns its key, for a row of `photos` or `chat_images`. A check
 * is queued first, so that a process killed before the row is written leaves no files behind.
 *
 * Throws what the HTTP layer answers with 507 `storage_full` or 503 `unavailable`; nothing is left of a photo that could not be stored whole.
 */
export async function keepFiles({ db, jobs, storage }: Parts, photo: ProcessedPhoto): Promise<string> {
  const id = randomUUID();
  const folder = `${id.slice(0, 2)}/${id}`;
  await jobs.add(db, CHECK_FILES, { folder }, { runAt: new Date(Date.now() + UPLOAD_MINUTES * 60_000) });
  try {
    await putFiles(storage, folder, photo);
  } catch (error) {
    await storage.deleteFolder(folder).catch(() => {});
    throw error;
  }
  return folder;
}

/** Writes the files of a photo into a folder, the blurred one last. */
export async function putFiles(storage: App['storage'], folder: string, { files }: ProcessedPhoto): Promise<void> {
  for (const { variant, content } of files) await storage.put(fileKey(folder, variant, 'webp'), content, 'image/webp');
}

/** Queues the deletion of files in the transaction that deletes their last row. */
export const dropFiles = ({ jobs }: Pick<App, 'jobs'>, db: Db, folder: string): Promise<void> => jobs.add(db, CHECK_FILES, { folder });

/** Deletes the files of a folder unless a row names it; demo members may share one, and complaints keep their evidence. */
export async function checkFiles({ db, storage }: Parts, folder: string): Promise<void> {
  if (!(await isNamed(db, folder))) await storage.deleteFolder(folder);
}

async function isNamed(db: Db, folder: string): Promise<boolean> {
  const { rows } = await sql<{ named: boolean }>`
    select exists (select from photos where storage_key = ${folder}) or exists (select from chat_images where storage_key = ${folder})
      or exists (select from verifications where storage_key = ${folder})
      or exists (select from complaints where evidence_folders <> '{}' and evidence_folders @> array[${folder}::text]) as named`.execute(db);
  return rows[0]!.named;
}

/** Adds AVIF files to a photo and names the format in its rows; a photo deleted meanwhile keeps nothing. */
export async function makeAvif({ db, storage, jobs }: Parts, folder: string): Promise<void> {
  for (const width of PHOTO_WIDTHS) {
    const webp = await storage.bytes(fileKey(folder, `${width}`, 'webp'));
    if (!webp) return;
    await storage.put(fileKey(folder, `${width}`, 'avif'), await toAvif(webp), 'image/avif');
  }
  const { numAffectedRows } = await sql`
    update photos set formats = '{webp,avif}' where storage_key = ${folder} and not 'avif' = any(formats)`.execute(db);
  if (numAffectedRows === 0n) await checkFiles({ db, storage, jobs }, folder);
}
