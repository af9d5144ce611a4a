import { sql } from 'kysely';
import { oneOrNone, type Db } from '../platform/database/index.ts';

export type SpendingRefusal = 'spending_paused' | 'spending_cap' | 'not_enough_credits';

/**
 * Why a member cannot spend an amount now, or null. Sending a message decides the same in its own statement. Lock the
 * member's row first if you act on the result.
 */
export async function spendingRefusal(
  db: Db,
  member: number,
  credits: number,
): Promise<SpendingRefusal | null> {
  if (credits === 0) return null;
  const row = await oneOrNone(
    sql<{ refusal: SpendingRefusal | null }>`
    select case
        when spending_paused_until > app_now() then 'spending_paused'
        when spending_cap is not null and ${credits} + spent_in(spending_month, spending_month_credits) > spending_cap then 'spending_cap'
        when ${credits} > credits then 'not_enough_credits'
      end as refusal
      from members where id = ${member}`.execute(db),
  );
  return row === null ? 'not_enough_credits' : row.refusal;
}
