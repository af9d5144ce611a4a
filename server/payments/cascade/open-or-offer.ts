import type { App } from '../../platform/app.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { openAtGateway, type PaymentStarted } from '../open-at-gateway.ts';
import { ownPayment, type PaymentRow } from '../payment-row.ts';
import { nextGateway } from './next-gateway.ts';

/**
 * Opens an order at its gateway. If the gateway is down or refuses it, and another one can take the order, returns the
 * payment without an address to pay at: its page offers the next gateway.
 */
export async function openOrOffer(app: App, intent: PaymentRow): Promise<PaymentStarted> {
  try {
    return await openAtGateway(app, intent);
  } catch (error) {
    if (!(error instanceof Refusal) || !['unavailable', 'payment_failed'].includes(error.code)) throw error;
    const now = await ownPayment(app.db, intent.member_id, intent.id);
    if (!now || !(await nextGateway(app, now))) throw error;
    return { payment_id: now.id, status: now.status };
  }
}
