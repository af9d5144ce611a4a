import { sql } from 'kysely';
import { must } from '#contract/must.ts';
import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import type { ClosedOrder } from '../close-orders.ts';
import type { PaymentRow } from '../payment-row.ts';
import { groupOf } from './discount-left.ts';
import { takeOverDiscount } from './take-over-discount.ts';

/**
 * Marks the discount of a completed payment as used. Returns other open orders that held it, now cancelled.
 */
export async function useDiscount(app: App, tx: Tx, payment: PaymentRow): Promise<ClosedOrder[]> {
  const code = must(payment.discount_code, 'discount code of the payment');
  const unlimited =
    await sql`select from discount_codes where code = ${code} and validity = 'unlimited'`.execute(tx);
  if (unlimited.rows.length > 0) return [];
  const { rows } = await sql`
    insert into discount_uses (member_id, code, payment_id) values (${payment.member_id}, ${code}, ${payment.id})
    on conflict do nothing returning code`.execute(tx);
  // Another order of this member used the code: both were opened before either was paid.
  if (rows.length === 0)
    app.log.warn({ payment: payment.id, code, alert: 'payments' }, 'a discount was used by two paid orders');
  await sql`update discount_codes set status = 'used' where code = ${code} and validity = 'once'`.execute(tx);
  return takeOverDiscount(tx, payment.member_id, groupOf(code), payment.id);
}
