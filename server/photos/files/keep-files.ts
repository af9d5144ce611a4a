import { randomUUID } from 'node:crypto';
import type { ProcessedPhoto } from '../process-photo.ts';
import { type FileParts, CHECK_FILES } from './check-files.ts';
import { putFiles } from './put-files.ts';

/** An upload without a row after this time has failed. */
const UPLOAD_MINUTES = 10;

/**
 * Stores a photo's files in a new folder and returns its key, for a row of `photos` or `chat_images`. It
 * queues a check first, so that a process killed before the row is written leaves no files behind. Throws
 * errors that become 507 `storage_full` or 503 `unavailable`, after deleting the files.
 */
export async function keepFiles({ db, jobs, storage }: FileParts, photo: ProcessedPhoto): Promise<string> {
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
