import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { STORED_EXPORTS } from '../../platform/storage.ts';
import { DELETE_FILES_JOB } from '../deletion/delete-files-job.ts';
import { KEPT_DAYS } from './stored-export.ts';

export async function dropExports(app: App): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    const { rows } = await sql<{ folder: string }>`
      delete from data_exports where expires_at < app_now() or (state <> 'ready' and asked_at < app_now() - ${KEPT_DAYS} * interval '1 day')
      returning folder`.execute(tx);
    if (rows.length > 0)
      await app.jobs.add(tx, DELETE_FILES_JOB, { folders: rows.map(({ folder }) => folder) });
  });
  const stored = await Array.fromAsync(app.storage.folders(`${STORED_EXPORTS}/`)).catch(() => []);
  // Safe while exports run: a folder's row exists before any file is written to the folder.
  const { rows: orphans } = await sql<{ folder: string }>`
    select stored.folder from unnest(${stored}::text[]) as stored (folder)
    where not exists (select from data_exports kept where kept.folder = stored.folder)`.execute(app.db);
  if (orphans.length > 0)
    await app.jobs.add(app.db, DELETE_FILES_JOB, { folders: orphans.map(({ folder }) => folder) });
}
