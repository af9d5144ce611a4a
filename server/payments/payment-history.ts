import { sql } from 'kysely';
import { money } from '#contract/money.ts';
import type { Payment, PaymentReceipt } from '#contract/payments/orders.ts';
import { isUuid } from '#contract/schema.ts';
import type { Db } from '../platform/database/index.ts';
import { nextPage } from '../platform/database/next-page.ts';
import type { PaymentRow } from './payment-row.ts';
import { receiptsOf } from './receipts/receipts.ts';

export function presentPayment(row: PaymentRow, receipts: PaymentReceipt[] = []): Payment {
  return {
    payment_id: row.id,
    status: row.status,
    credits: row.credits,
    amount: money(row.amount_cents, row.currency),
    method: row.method,
    transaction_costs: money(row.costs_cents, row.currency),
    package: row.package_id,
    recurring: row.recurring,
    created_at: row.created_at.toISOString(),
    return_to: row.return_to,
    redirect_url: row.status === 'pending' ? row.redirect_url : null,
    ...(row.charged_back_at
      ? { reversed: 'chargeback' as const }
      : row.refunded_at
        ? { reversed: 'refund' as const }
        : {}),
    receipts,
  };
}

export async function isFirstPurchase(db: Db, { id, member_id, status }: PaymentRow): Promise<boolean> {
  if (status !== 'completed') return false;
  const { rows } = await sql<{ first: string }>`
    select id as first from payments where member_id = ${member_id} and status = 'completed' order by settled_at, id limit 1`.execute(
    db,
  );
  return rows[0]?.first === id;
}

const HISTORY_PAGE = 20;

export async function paymentHistory(
  db: Db,
  memberId: number,
  cursor: string | undefined,
): Promise<{ payments: Payment[]; next: string | null }> {
  // Payment ids start with their time (UUID v7), so the id alone gives the order.
  const before = cursor && isUuid(cursor) ? cursor : null;
  const { rows } = await sql<PaymentRow>`
    select * from payments
    where member_id = ${memberId} and (${before}::uuid is null or id < ${before}::uuid)
    order by id desc limit ${HISTORY_PAGE + 1}`.execute(db);
  const page = rows.slice(0, HISTORY_PAGE);
  const receipts = await receiptsOf(
    db,
    page.map(({ id }) => id),
  );
  return {
    payments: page.map((row) => presentPayment(row, receipts.get(row.id))),
    next: nextPage(rows, HISTORY_PAGE, (last) => last.id),
  };
}
