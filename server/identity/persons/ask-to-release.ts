import { sql } from 'kysely';
import type { Tx } from '../../platform/database/index.ts';

/**
 * Stores who asks to release an account that a listed picture holds. Returns who had asked before, and null if nobody had; and
 * `not_needed` if one moderator is enough.
 */
export async function askToRelease(
  tx: Tx,
  { member, operator }: { member: number; operator: number },
): Promise<number | null | 'not_needed'> {
  await sql`select from members where id = ${member} for update`.execute(tx);
  const { rows } = await sql<{ asked_by: number | null }>`
    select release_asked_by as asked_by from account_holds
    where member_id = ${member} and decided_at is null and reason = 'listed_picture'`.execute(tx);
  if (!rows[0]) return 'not_needed';
  if (rows[0].asked_by !== null) return rows[0].asked_by;
  await sql`
    update account_holds set release_asked_by = ${operator}
    where member_id = ${member} and decided_at is null and reason = 'listed_picture'`.execute(tx);
  return null;
}
