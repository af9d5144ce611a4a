import { randomUUID } from 'node:crypto';
import { type FileParts, CHECK_FILES } from './check-files.ts';

/** An upload without a row after this time has failed. */
const UPLOAD_MINUTES = 10;

/**
 * Stores files in a new folder and returns its key. It queues a check first, so that a process killed before the row is
 * written leaves no files behind. Throws errors that become 507 `storage_full` or 503 `unavailable`, after deleting the
 * files.
 */
export async function keepFolder(
  { db, jobs, storage }: FileParts,
  put: (folder: string) => Promise<void>,
): Promise<string> {
  const id = randomUUID();
  const folder = `${id.slice(0, 2)}/${id}`;
  await jobs.add(db, CHECK_FILES, { folder }, { runAt: new Date(Date.now() + UPLOAD_MINUTES * 60_000) });
  try {
    await put(folder);
  } catch (error) {
    await storage.deleteFolder(folder).catch(() => {});
    throw error;
  }
  return folder;
}
