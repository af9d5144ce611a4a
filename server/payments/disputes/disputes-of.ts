import { sql } from 'kysely';
import { money } from '#contract/money.ts';
import type { DisputeResult } from '#contract/payments/disputes.ts';
import type { AdminPaymentDetail } from '#contract/payments/office-payments.ts';
import type { Db } from '../../platform/database/index.ts';

/** The disputes of a payment by their number at the gateway, oldest first. */
export async function disputesOf(db: Db, paymentId: string): Promise<AdminPaymentDetail['disputes']> {
  const { rows } = await sql<{
    reference: string;
    amount_cents: number;
    currency: string;
    reason: string | null;
    source: 'gateway' | 'file';
    result: DisputeResult;
    opened_at: Date | null;
    reversed_at: Date | null;
  }>`
    select reference, amount_cents, currency, reason, source, result, opened_at, reversed_at
    from gateway_disputes where payment_id = ${paymentId} order by created_at, reference`.execute(db);
  return rows.map(({ amount_cents, currency, opened_at, reversed_at, ...rest }) => ({
    ...rest,
    amount: money(amount_cents, currency),
    opened_at: opened_at?.toISOString() ?? null,
    reversed_at: reversed_at?.toISOString() ?? null,
  }));
}
