import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { STORED_EXPORTS } from '../../platform/storage.ts';
import { DELETE_FILES_JOB } from '../deletion/delete-files-job.ts';
import { EXPORT_JOB, type ExportJob } from './make-export.ts';
import { findExport } from './stored-export.ts';

/** Queues an export. If one is in progress it continues; a finished one is replaced. */
export async function askExport(app: App, member: number): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    await sql`select from members where id = ${member} for update`.execute(tx);
    const before = await findExport(tx, member);
    if (before?.state === 'waiting') return;
    if (before) await app.jobs.add(tx, DELETE_FILES_JOB, { folders: [before.folder] });
    await sql`insert into data_exports (member_id, folder) values (${member}, ${`${STORED_EXPORTS}/${randomUUID()}`})
      on conflict (member_id) do update set folder = excluded.folder, state = 'waiting', pieces = 0, bytes = 0, asked_at = app_now(), made_at = null,
        expires_at = null`.execute(tx);
    await app.jobs.add(tx, EXPORT_JOB, { member } satisfies ExportJob, {
      key: `member ${member} export`,
      maxAttempts: 4,
    });
  });
}
