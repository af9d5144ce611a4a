import { sql } from 'kysely';
import type { Tx } from '../../platform/database/index.ts';
import type { ClosedOrder } from '../close-orders.ts';
import { supersedeOrders } from '../supersede-orders.ts';

/**
 * Reserves a discount for one order: cancels the member's other open orders with it, so that only one can be
 * paid with it. The caller must hold the lock on the member's row. Returns the orders to close at their gateways.
 */
export const takeOverDiscount = (
  tx: Tx,
  memberId: number,
  group: readonly string[],
  exceptPaymentId: string | null,
): Promise<ClosedOrder[]> =>
  supersedeOrders(
    tx,
    sql`member_id = ${memberId} and discount_code = any(${[...group]}) and id is distinct from ${exceptPaymentId}::uuid`,
  );
