import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../platform/database/index.ts';

export type RefundKind = 'withdrawal' | 'deletion' | 'operator';
/** approval: a second operator decides; pending: the gateway is asked; by_hand: an operator gives it back at the gateway. */
export type RefundStatus = 'approval' | 'pending' | 'by_hand' | 'completed' | 'declined';

/** A refund as it is stored. */
export interface RefundRow {
  id: string;
  payment_id: string;
  member_id: number;
  kind: RefundKind;
  credits: number;
  amount_cents: number;
  currency: string;
  status: RefundStatus;
  reason: string | null;
  asked_by: number | null;
  decided_by: number | null;
  failure_reason: string | null;
  tries: number;
  created_at: Date;
  settled_at: Date | null;
}

/** Which refunds `r` count: their money went back or is promised. */
export const goesBack = sql`r.status in ('pending', 'by_hand', 'completed')`;

/** SQL: the cents that went back of a payment, or are promised. `payment` is the expression of its id. */
export const refundedCents = (payment: RawBuilder<unknown>) =>
  sql<number>`(select coalesce(sum(r.amount_cents), 0)::int from refunds r where r.payment_id = ${payment} and ${goesBack})`;

/** Refunds of a payment, oldest first. */
export async function refundsOf(db: Db, paymentId: string): Promise<RefundRow[]> {
  const { rows } = await sql<RefundRow>`select * from refunds where payment_id = ${paymentId} order by created_at, id`.execute(db);
  return rows;
}

/** What has gone back of a payment or is on its way, in cents. */
export async function refundedCentsOf(db: Db, paymentId: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`select ${refundedCents(sql`${paymentId}::uuid`)} as cents`.execute(db);
  return rows[0]!.cents;
}

/** A refund, locked until the transaction ends; null when there is none. */
export async function lockRefund(tx: Db, id: string): Promise<RefundRow | null> {
  const { rows } = await sql<RefundRow>`select * from refunds where id = ${id} for update`.execute(tx);
  return rows[0] ?? null;
}
