import type { App } from '../platform/app.ts';
import type { GatewayName } from './gateway.ts';
import { gatewaysOf } from './gateways/index.ts';

/** An order that shall no longer be paid, as its gateway knows it. */
export interface ClosedOrder {
  id: string;
  gateway: GatewayName;
  gateway_reference: string | null;
  amount_cents: number;
  currency: string;
}

/** Closes orders at their gateways, after the commit that cancelled them. Best effort: one that is paid nevertheless is credited. */
export async function closeOrders(app: App, orders: ClosedOrder[]): Promise<void> {
  for (const { id, gateway, gateway_reference, amount_cents, currency } of orders) {
    try {
      await gatewaysOf(app)
        .all.find((one) => one.name === gateway)
        ?.cancel({ paymentId: id, reference: gateway_reference, amountCents: amount_cents, currency });
    } catch (error) {
      app.log.warn({ err: error, payment: id, gateway }, 'an order could not be closed at its gateway');
    }
  }
}
