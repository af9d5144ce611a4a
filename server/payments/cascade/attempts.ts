import { sql } from 'kysely';
import type { GatewayName } from '#contract/lists/gateways.ts';
import type { Db, Tx } from '../../platform/database/index.ts';
import type { ClosedOrder } from '../close-orders.ts';
import type { PaymentRow } from '../payment-row.ts';
import { supersedeOrders } from '../supersede-orders.ts';

type Attempt = Pick<PaymentRow, 'id' | 'first_attempt'>;

/** SQL condition for the other attempts at the order of a payment. */
const othersOf = ({ id, first_attempt }: Attempt) =>
  sql`(id = ${first_attempt ?? id} or first_attempt = ${first_attempt ?? id}) and id <> ${id}`;

export async function otherAttempts(
  db: Db,
  attempt: Attempt,
): Promise<{ gateway: GatewayName; status: PaymentRow['status']; isLater: boolean }[]> {
  const { rows } = await sql<{ gateway: GatewayName; status: PaymentRow['status']; isLater: boolean }>`
    select gateway, status, id > ${attempt.id}::uuid as "isLater" from payments where ${othersOf(attempt)}`.execute(
    db,
  );
  return rows;
}

/** Cancels the other attempts at an order that was paid. Returns those to close at their gateways. */
export const supersedeAttempts = (tx: Tx, paid: PaymentRow): Promise<ClosedOrder[]> =>
  supersedeOrders(tx, othersOf(paid));

/**
 * Returns whether another attempt at the order was paid and its goods were delivered, even if they were returned
 * afterwards. Money that arrived too late for its own attempt delivered nothing. The caller must hold the lock on the
 * member's row.
 */
export async function isPaidElsewhere(tx: Tx, attempt: Attempt): Promise<boolean> {
  const { rows } = await sql`
    select from payments p where ${othersOf(attempt)} and status = 'completed'
      and not exists (select from refunds r where r.payment_id = p.id and r.kind in ('late', 'duplicate')) limit 1`.execute(
    tx,
  );
  return rows.length > 0;
}
