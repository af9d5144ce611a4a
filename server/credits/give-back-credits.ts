import { sql } from 'kysely';
import { one, type Db } from '../platform/database/index.ts';
import { type Booked, bookCredits } from './book-credits.ts';

/**
 * Returns one charge, once per key. It counts as unspent in the month in which it was spent, so that the member's
 * monthly limit has room for it again; after that month it counts as a grant.
 */
export async function giveBackCredits(
  tx: Db,
  member: number,
  { credits, key, spentAt }: { credits: number; key: string; spentAt: Date },
): Promise<Booked> {
  const { this_month: thisMonth } = await one(
    sql<{ this_month: boolean }>`
    select ${spentAt}::timestamptz >= date_trunc('month', app_now() at time zone 'UTC') at time zone 'UTC' as this_month`.execute(
      tx,
    ),
  );
  const counter = thisMonth ? 'spent' : 'granted';
  const booked = await bookCredits(
    tx,
    { member, kind: 'refund', credits, key: `returned:${key}` },
    credits,
    counter,
  );
  if (thisMonth && !booked.repeated) {
    await sql`
      update members set spending_month_credits = greatest(0, spending_month_credits - ${credits}) where id = ${member}`.execute(
      tx,
    );
  }
  return booked;
}
