import { sql } from 'kysely';
import { dropFiles } from '../../photos/index.ts';
import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';

/** Deletes the approved introduction that `id` replaces. The caller holds the lock of their owner. */
export async function dropOtherActive(
  app: Pick<App, 'jobs'>,
  tx: Tx,
  member: number,
  id: number,
): Promise<void> {
  const { rows } = await sql<{ storage_key: string }>`
    delete from voice_intros where member_id = ${member} and status = 'active' and id <> ${id} returning storage_key`.execute(
    tx,
  );
  for (const { storage_key } of rows) await dropFiles(app, tx, storage_key);
}
