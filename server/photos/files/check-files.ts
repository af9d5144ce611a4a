import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { one, type Db } from '../../platform/database/index.ts';

export const CHECK_FILES = 'check-photo-files';

export type FileParts = Pick<App, 'db' | 'jobs' | 'storage'>;

/**
 * Deletes a folder's files unless a row refers to it: demo members may share a folder, and complaints
 * and held accounts preserve their evidence.
 */
export async function checkFiles({ db, storage }: FileParts, folder: string): Promise<void> {
  if (!(await isNamed(db, folder))) await storage.deleteFolder(folder);
}

async function isNamed(db: Db, folder: string): Promise<boolean> {
  const { named } = await one(
    sql<{ named: boolean }>`
    select exists (select from photos where storage_key = ${folder}) or exists (select from chat_images where storage_key = ${folder})
      or exists (select from verifications where storage_key = ${folder}) or exists (select from voice_intros where storage_key = ${folder})
      or exists (select from complaints where evidence_folders <> '{}' and evidence_folders @> array[${folder}::text])
      or exists (select from account_holds where evidence_folders <> '{}' and evidence_folders @> array[${folder}::text]) as named`.execute(
      db,
    ),
  );
  return named;
}
