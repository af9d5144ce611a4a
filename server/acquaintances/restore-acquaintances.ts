import { sql } from 'kysely';
import type { App } from '../platform/app.ts';
import { inTransaction } from '../platform/database/index.ts';
import { lockContacts, SETTLE_ACQUAINTANCES } from './pairs.ts';

/** PUT /api/acquaintances.php: undoes a removal until `forgetRemoved` has deleted the lists. */
export async function restoreAcquaintances(
  { db, jobs }: Pick<App, 'db' | 'jobs'>,
  member: number,
  imports: readonly number[],
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockContacts(tx, member);
    await sql`
      update acquaintance_imports set removed_at = null
      where member_id = ${member} and id = any(${[...imports]}::bigint[]) and removed_at > app_now() - interval '1 hour'`.execute(
      tx,
    );
    await jobs.add(tx, SETTLE_ACQUAINTANCES, { member }, { member });
  });
}
