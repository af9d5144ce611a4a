import { sql } from 'kysely';
import type { Tx } from '../../platform/database/index.ts';
import type { ClosedOrder } from '../close-orders.ts';
import { pollAfterSeconds } from '../rules.ts';

/**
 * Reserves a discount for one order: cancels the member's other open orders with it, so that only one can be
 * paid with it. This includes failed orders, because some gateways let a payer try again. The caller must
 * hold the lock on the member's row. Returns the orders to close at their gateways; the poller handles those
 * that cannot be closed.
 */
export async function takeOverDiscount(
  tx: Tx,
  memberId: number,
  group: readonly string[],
  exceptPaymentId: string | null,
): Promise<ClosedOrder[]> {
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
