import { sql } from 'kysely';
import type { App } from '../platform/app.ts';
import { inTransaction } from '../platform/database/index.ts';
import { lockContacts } from './pairs.ts';
import { queueSettling } from './queue-settling.ts';
import { undoLimit } from './undo-limit.ts';

/** PUT /api/acquaintances.php: undoes a removal until `forgetRemoved` has deleted the lists. */
export async function restoreAcquaintances(
  app: Pick<App, 'db' | 'jobs'>,
  member: number,
  imports: readonly number[],
): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    await lockContacts(tx, member);
    await sql`
      update acquaintance_imports set removed_at = null
      where member_id = ${member} and id = any(${[...imports]}::bigint[]) and removed_at > ${undoLimit}`.execute(
      tx,
    );
    await queueSettling(app, tx, member);
  });
}
