import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import type { ClosedOrder } from '../close-orders.ts';
import type { PaymentRow } from '../payment-row.ts';
import { pollAfterSeconds } from '../rules.ts';
import { welcomeCodes } from './welcome-rules.ts';

const groupOf = (code: string): readonly string[] => (welcomeCodes.includes(code) ? welcomeCodes : [code]);

/**
 * Takes a discount for one order: cancels the member's other open orders that hold it, so that at most one can be paid
 * with it. Failed ones are among those to close, because some gateways let a payer try again. The member's row is locked
 * by the caller. Returns the orders to close at their gateways; the poller asks about those that it is not told of.
 */
export async function takeOverDiscount(tx: Tx, memberId: number, group: readonly string[], exceptPaymentId: string | null): Promise<ClosedOrder[]> {
  const { rows } = await sql<ClosedOrder>`
    update payments set
      failure_reason = case when status = 'pending' then 'superseded' else failure_reason end,
      status = case when status = 'pending' then 'cancelled' else status end,
      settled_at = coalesce(settled_at, app_now()),
      poll_tries = 0,
      next_poll_at = app_now() + ${pollAfterSeconds(0)} * interval '1 second'
    where member_id = ${memberId} and status <> 'completed' and discount_code = any(${[...group]}) and id is distinct from ${exceptPaymentId}::uuid
    returning id, gateway, gateway_reference, amount_cents, currency`.execute(tx);
  return rows;
}

/** Whether an open order of somebody else holds a code that is good for one order in all. */
export async function isHeldByAnother(tx: Tx, memberId: number, code: string): Promise<boolean> {
  const { rows } = await sql`
    select from payments where status = 'pending' and discount_code = ${code} and member_id <> ${memberId} limit 1`.execute(tx);
  return rows.length > 0;
}

/** Uses up the discount of a payment that arrived. Returns other open orders that held it, now cancelled. */
export async function useDiscount(app: App, tx: Tx, payment: PaymentRow): Promise<ClosedOrder[]> {
  const code = payment.discount_code!;
  const unlimited = await sql`select from discount_codes where code = ${code} and validity = 'unlimited'`.execute(tx);
  if (unlimited.rows.length > 0) return [];
  const { rows } = await sql`
    insert into discount_uses (member_id, code, payment_id) values (${payment.member_id}, ${code}, ${payment.id})
    on conflict do nothing returning code`.execute(tx);
  // Money that arrived at the agreed price is honoured, even through an order that its gateway could not close in time.
  if (rows.length === 0) app.log.warn({ payment: payment.id, code, alert: 'payments' }, 'a discount was paid with twice');
  await sql`update discount_codes set status = 'used' where code = ${code} and validity = 'once'`.execute(tx);
  return takeOverDiscount(tx, payment.member_id, groupOf(code), payment.id);
}
