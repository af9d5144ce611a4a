import { sql } from 'kysely';
import type { Db } from '../platform/database/index.ts';
import { refuse } from '../platform/http/refusal.ts';

/** Where credits come from when a member gets them. */
export type GrantKind = 'signup' | 'purchase' | 'operator_grant' | 'demo_grant' | 'import';
/** Why credits go back to the house without a message. */
export type TakeBackKind = 'refund' | 'chargeback';

export interface Booking<K extends string> {
  member: number;
  kind: K;
  /** Whole credits, above 0. */
  credits: number;
  /** One booking a key and member, for ever: `purchase:<payment id>`. A repeat returns what the first did. */
  key: string;
  payment?: string;
}

export interface Booked {
  /** The balance afterwards. */
  credits: number;
  /** Charged back after being spent, still open. */
  creditDebt: number;
  paidUser: boolean;
  /** This key was booked before: nothing changed, tell nobody twice. */
  repeated: boolean;
}

/**
 * Gives credits to a member (docs/product.md 13.1); a purchase makes the member premium (docs/product.md 4) and pays an
 * open debt first. Call it in the transaction of whatever the credits are for, and emit `credits` after the commit.
 *
 * Refuses `not_found` for a member who is gone.
 */
export async function grantCredits(tx: Db, grant: Booking<GrantKind>): Promise<Booked> {
  return book(tx, grant, grant.credits, grant.kind === 'purchase' ? 'sales' : 'granted');
}

/** Takes unspent credits that the house gave, or gave too much of. Refuses `not_found`, and `conflict` beyond the balance. */
export async function takeGrantedCredits(tx: Db, taken: Omit<Booking<'operator_grant'>, 'kind' | 'payment'>): Promise<Booked> {
  return book(tx, { ...taken, kind: 'operator_grant' }, -taken.credits, 'granted');
}

/**
 * Takes credits back: a refund only those that are unspent, a chargeback all of them; what was spent of these becomes a
 * debt.
 *
 * Refuses `not_found`, and `conflict` for a refund beyond the balance.
 */
export async function takeBackCredits(tx: Db, takeBack: Booking<TakeBackKind>): Promise<Booked> {
  return book(tx, takeBack, -takeBack.credits, 'sales');
}

/**
 * Gives back what was spent on something that was never delivered. It counts as unspent in the month it was spent in, so
 * that the member's own cap has room for it again; after that month it is a gift of the house.
 */
export async function giveBackCredits(tx: Db, { spentAt, ...back }: Omit<Booking<'refund'>, 'kind' | 'payment'> & { spentAt: Date }): Promise<Booked> {
  const { rows } = await sql<{ this_month: boolean }>`
    select ${spentAt}::timestamptz >= date_trunc('month', app_now() at time zone 'UTC') at time zone 'UTC' as this_month`.execute(tx);
  const thisMonth = rows[0]!.this_month;
  const booked = await book(tx, { ...back, kind: 'refund' }, back.credits, thisMonth ? 'spent' : 'granted');
  if (thisMonth && !booked.repeated) {
    await sql`
      update members set spending_month_credits = greatest(0, spending_month_credits - ${back.credits}) where id = ${back.member}`.execute(tx);
  }
  return booked;
}

async function book(tx: Db, { member, kind, credits, key, payment }: Booking<string>, change: number, counter: string): Promise<Booked> {
  if (!Number.isSafeInteger(credits) || credits <= 0) throw new Error(`A booking of ${credits} credits: ${key}`);
  const { rows } = await sql<{ booked: boolean; repeated: boolean; credits: number; credit_debt: number; paid_user: boolean }>`
    select * from book_credits(${member}, ${kind}, ${change}, ${counter}, ${key}, ${payment ?? null}::uuid)`.execute(tx);
  const row = rows[0]!;
  if (!row.booked) throw refuse(change < 0 && (await exists(tx, member)) ? 'conflict' : 'not_found');
  return { credits: row.credits, creditDebt: row.credit_debt, paidUser: row.paid_user, repeated: row.repeated };
}

const exists = async (db: Db, member: number) => (await db.selectFrom('members').select('id').where('id', '=', member).executeTakeFirst()) !== undefined;
