import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../platform/database/index.ts';
import type { ClosedOrder } from './close-orders.ts';
import { pollAfterSeconds } from './rules.ts';

/**
 * Cancels the unpaid orders of a condition in favour of another order. This includes failed orders, because some
 * gateways let a payer try again. The caller must hold the lock on the member's row. Returns the orders to close at
 * their gateways; the poller asks about those that cannot be closed.
 */
export async function supersedeOrders(tx: Tx, condition: RawBuilder<unknown>): Promise<ClosedOrder[]> {
  const { rows } = await sql<ClosedOrder>`
    update payments set
      failure_reason = case when status = 'pending' then 'superseded' else failure_reason end,
      status = case when status = 'pending' then 'cancelled' else status end,
      settled_at = coalesce(settled_at, app_now()),
      poll_tries = 0,
      next_poll_at = app_now() + ${pollAfterSeconds(0)} * interval '1 second'
    where status <> 'completed' and ${condition}
    returning id, gateway, gateway_reference, amount_cents, currency`.execute(tx);
  return rows;
}
