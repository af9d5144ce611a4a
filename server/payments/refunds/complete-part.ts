import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import type { GatewayEvent } from '../gateways/gateway.ts';
import type { PaymentRow } from '../payment-row.ts';
import { completeRefund } from './complete-refund.ts';
import { refundsOf } from './refund-row.ts';

/**
 * Completes the manual refund of this amount. A gateway without an API for refunds reports the part that an
 * operator refunded there. Returns false if no refund of this amount waits.
 */
export async function completePart(
  app: App,
  tx: Tx,
  payment: PaymentRow,
  event: GatewayEvent,
): Promise<boolean> {
  const waiting = (await refundsOf(tx, payment.id)).find(
    ({ status, amount_cents }) =>
      (status === 'by_hand' || status === 'pending') && amount_cents === event.amountCents,
  );
  if (waiting && (await completeRefund(app, tx, waiting.id, null))) return true;
  app.log.warn(
    { payment: payment.id, cents: event.amountCents, alert: 'payments' },
    'a gateway reported a partial refund that was not requested here, or reported it twice',
  );
  return false;
}
