import { sql, type RawBuilder } from 'kysely';
import type { refundStatuses } from '#contract/payments/refunds.ts';
import { one, type Db } from '../../platform/database/index.ts';

/**
 * `late` refunds money for an order that had ended and whose price is no longer valid; `closing` refunds
 * because the site closed the account; `duplicate` refunds the second payment of an order that two gateways took.
 */
export type RefundKind = 'withdrawal' | 'deletion' | 'operator' | 'late' | 'closing' | 'duplicate';
/**
 * `approval` waits for a second operator, `pending` for the gateway, `claimable` for the member, who claims the
 * money at the gateway; with `by_hand` an operator refunds it there.
 */
export type RefundStatus = (typeof refundStatuses)[number];

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
  claim_reference: string | null;
  claim_url: string | null;
  created_at: Date;
  settled_at: Date | null;
}

export const goesBack = sql`r.status in ('pending', 'claimable', 'by_hand', 'completed')`;

/** SQL for the refunded cents of a payment, including those due. `payment` is the expression of its id. */
export const refundedCents = (payment: RawBuilder<unknown>) =>
  sql<number>`(select coalesce(sum(r.amount_cents), 0)::int from refunds r where r.payment_id = ${payment} and ${goesBack})`;

export async function refundsOf(db: Db, paymentId: string): Promise<RefundRow[]> {
  const { rows } =
    await sql<RefundRow>`select * from refunds where payment_id = ${paymentId} order by created_at, id`.execute(
      db,
    );
  return rows;
}

export async function refundedCentsOf(db: Db, paymentId: string): Promise<number> {
  const { cents } = await one(
    sql<{
      cents: number;
    }>`select ${refundedCents(sql`${paymentId}::uuid`)} as cents`.execute(db),
  );
  return cents;
}

export async function lockRefund(tx: Db, id: string): Promise<RefundRow | null> {
  const { rows } = await sql<RefundRow>`select * from refunds where id = ${id} for update`.execute(tx);
  return rows[0] ?? null;
}
