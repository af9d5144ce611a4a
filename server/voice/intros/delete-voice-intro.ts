import { sql } from 'kysely';
import { dropFiles } from '../../photos/index.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { lockOwner } from './lock-owner.ts';

/** Deletes one of the member's voice introductions. A job queued in the same transaction deletes its file. Idempotent. */
export async function deleteVoiceIntro(
  app: Pick<App, 'db' | 'events' | 'jobs'>,
  member: number,
  id: number,
): Promise<void> {
  const isDeleted = await inTransaction(app.db, async (tx) => {
    await lockOwner(tx, member);
    const { rows } = await sql<{ storage_key: string }>`
      delete from voice_intros where id = ${id} and member_id = ${member} returning storage_key`.execute(tx);
    for (const { storage_key } of rows) await dropFiles(app, tx, storage_key);
    return rows.length > 0;
  });
  if (isDeleted) app.events.emit(member, 'changed', { what: 'voiceIntros' });
}
