import { sql } from 'kysely';
import type { Db } from '../platform/database/index.ts';

export interface OrderCredits {
  kept: number;
  unused: number;
}

/**
 * The unused credits of a member's orders, by payment. The oldest credits are used first, from any source, so
 * the balance consists of the newest ones (docs/decisions/0019-refunds.md). Credits returned for a message
 * count as never used. Messages, the most numerous entries, need not be read. Lock the member's row first if
 * you act on the result; every charge waits for that lock.
 */
export async function unusedCreditsOf(db: Db, member: number): Promise<Map<string, OrderCredits>> {
  const { rows } = await sql<{ payment_id: string; kept: number; unused: number }>`
    with bookings as (
      select id, payment_id, kind, credits, idempotency_key from entries_of(${member}) where kind not in ('message', 'image', 'gift', 'video_call')
    ), came_in as (
      select min(id) as id, payment_id, greatest(0, sum(credits))::int as kept
        from bookings where payment_id is not null and kind in ('purchase', 'refund', 'chargeback') group by payment_id
      union all
      select id, null, credits from bookings where credits > 0 and kind not in ('debt', 'refund', 'referral') and (payment_id is null or kind <> 'purchase')
      union all
      -- A reward that was taken back was not used.
      select min(id), null, greatest(0, sum(credits))::int from bookings where kind = 'referral'
        group by replace(idempotency_key, 'referral-back:', 'referral:')
    ), later as (
      select payment_id, kept, coalesce(sum(kept) over (order by id desc rows between unbounded preceding and 1 preceding), 0) as newer from came_in
    )
    select payment_id, kept, greatest(0, least(kept, m.credits - newer))::int as unused
      from later join members m on m.id = ${member} where payment_id is not null`.execute(db);
  return new Map(rows.map(({ payment_id, kept, unused }) => [payment_id, { kept, unused }]));
}
