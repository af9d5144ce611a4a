import { sql } from 'kysely';
import type { App } from '../platform/app.ts';
import { inTransaction } from '../platform/database/index.ts';
import { dropPairsOfOwner } from './drop-pairs-of-owner.ts';
import { lockContacts, SETTLE_ACQUAINTANCES } from './pairs.ts';

/**
 * DELETE /api/acquaintances.php: removes the given lists, or all. Contacts that are also in another list stay blocked.
 * Returns the removed lists, which can be restored for an hour.
 */
export async function removeAcquaintances(
  { db, jobs }: Pick<App, 'db' | 'jobs'>,
  member: number,
  imports: readonly number[] | undefined,
): Promise<number[]> {
  return inTransaction(db, async (tx) => {
    await lockContacts(tx, member);
    const { rows } = await sql<{ id: number }>`
      update acquaintance_imports set removed_at = app_now()
      where member_id = ${member} and removed_at is null and ${imports ? sql`id = any(${[...imports]}::bigint[])` : sql`true`}
      returning id`.execute(tx);
    await dropPairsOfOwner(tx, member);
    await jobs.add(tx, SETTLE_ACQUAINTANCES, { member }, { member });
    return rows.map(({ id }) => id);
  });
}
