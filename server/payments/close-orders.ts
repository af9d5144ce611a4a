import type { GatewayName } from '#contract/lists/gateways.ts';
import type { App } from '../platform/app.ts';
import { forgetOrder } from './forget-order.ts';

export interface ClosedOrder {
  id: string;
  gateway: GatewayName;
  gateway_reference: string | null;
  amount_cents: number;
  currency: string;
}

/**
 * Closes orders at their gateways, after the commit that cancelled them. An order that cannot be closed may
 * just have been paid; in that case the poller fetches its status and credits it.
 */
export async function closeOrders(app: App, orders: ClosedOrder[]): Promise<void> {
  for (const { id, gateway, gateway_reference, amount_cents, currency } of orders) {
    try {
      const closed = await app.parts.gateways.all
        .find((one) => one.name === gateway)
        ?.cancel({ paymentId: id, reference: gateway_reference, amountCents: amount_cents, currency });
      if (closed) await forgetOrder(app, id);
    } catch (error) {
      app.log.warn({ err: error, payment: id, gateway }, 'could not close an order at its gateway');
    }
  }
}
