import { sql } from 'kysely';
import type { App } from '../platform/app.ts';
import { inTransaction } from '../platform/database/index.ts';
import { dropPairs } from './drop-pairs.ts';
import { lockContacts } from './pairs.ts';
import { queueSettling } from './queue-settling.ts';

/**
 * DELETE /api/acquaintances.php: removes the given lists, or all. Contacts that are also in another list stay blocked.
 * Returns the removed lists, which can be restored for an hour.
 */
export async function removeAcquaintances(
  app: Pick<App, 'db' | 'jobs'>,
  member: number,
  imports: readonly number[] | undefined,
): Promise<number[]> {
  return inTransaction(app.db, async (tx) => {
    await lockContacts(tx, member);
    const { rows } = await sql<{ id: number }>`
      update acquaintance_imports set removed_at = app_now()
      where member_id = ${member} and removed_at is null and ${imports ? sql`id = any(${[...imports]}::bigint[])` : sql`true`}
      returning id`.execute(tx);
    await dropPairs(tx, 'owner_id', member);
    await queueSettling(app, tx, member);
    return rows.map(({ id }) => id);
  });
}
