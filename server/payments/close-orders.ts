import { sql } from 'kysely';
import type { App } from '../platform/app.ts';
import type { GatewayName } from './gateways/gateway.ts';

/** An order that shall no longer be paid, as its gateway knows it. */
export interface ClosedOrder {
  id: string;
  gateway: GatewayName;
  gateway_reference: string | null;
  amount_cents: number;
  currency: string;
}

/**
 * Closes orders at their gateways, after the commit that cancelled them. One that cannot be closed may have been paid a
 * moment before: the poller asks about it, and it is credited.
 */
export async function closeOrders(app: App, orders: ClosedOrder[]): Promise<void> {
  for (const { id, gateway, gateway_reference, amount_cents, currency } of orders) {
    try {
      const closed = await app.parts.gateways.all
        .find((one) => one.name === gateway)
        ?.cancel({ paymentId: id, reference: gateway_reference, amountCents: amount_cents, currency });
      if (closed) await forgetOrder(app, id);
    } catch (error) {
      app.log.warn({ err: error, payment: id, gateway }, 'an order could not be closed at its gateway');
    }
  }
}

/** An order that has ended here and can no longer be paid there: nobody asks about it any more. */
export async function forgetOrder(app: Pick<App, 'db'>, id: string): Promise<void> {
  await sql`update payments set next_poll_at = null where id = ${id} and status <> 'pending'`.execute(app.db);
}
