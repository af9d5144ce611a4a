import { sql } from 'kysely';
import { one, type Db } from '../platform/database/index.ts';
import { refuse } from '../platform/http/refusal.ts';

export type GrantKind = 'signup' | 'purchase' | 'operator_grant' | 'demo_grant' | 'import' | 'referral';

export type TakeBackKind = 'refund' | 'chargeback';

export interface Booking<K extends string> {
  member: number;
  kind: K;
  credits: number;
  /**
   * Each key of a member is booked only once (`purchase:<payment id>`). A repeat returns the first result.
   */
  key: string;
  payment?: string;
}

export interface Booked {
  credits: number;
  creditDebt: number;
  paidUser: boolean;
  /** This key was booked before. Nothing changed, so do not send a notification again. */
  repeated: boolean;
}

export async function bookCredits(
  tx: Db,
  { member, kind, credits, key, payment }: Booking<string>,
  change: number,
  counter: string,
): Promise<Booked> {
  if (!Number.isSafeInteger(credits) || credits <= 0)
    throw new Error(`Invalid booking of ${credits} credits: ${key}`);
  const row = await one(
    sql<{
      booked: boolean;
      repeated: boolean;
      credits: number;
      credit_debt: number;
      paid_user: boolean;
    }>`
    select * from book_credits(${member}, ${kind}, ${change}, ${counter}, ${key}, ${payment ?? null}::uuid)`.execute(
      tx,
    ),
  );
  if (!row.booked) throw refuse(change < 0 && (await exists(tx, member)) ? 'conflict' : 'not_found');
  return {
    credits: row.credits,
    creditDebt: row.credit_debt,
    paidUser: row.paid_user,
    repeated: row.repeated,
  };
}

const exists = async (db: Db, member: number) =>
  (await db.selectFrom('members').select('id').where('id', '=', member).executeTakeFirst()) !== undefined;
