import type { App } from '../../platform/app.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { GatewayRefused, GatewayUnavailable } from '../gateways/gateway.ts';
import { gatewayNamed } from '../gateways/index.ts';
import { ownPayment, type PaymentRow } from '../payment-row.ts';
import { settleByStatus } from '../poll-payments.ts';

/**
 * POST /api/payment-check.php: asks the gateway about an open payment now, for a member who is back from its page. Some
 * gateways report no declines, and the poller leaves a new order alone for two minutes. A gateway that is down changes
 * nothing but its note, so that the member is offered another one. Throws `not_found` for another member's payment.
 */
export async function checkPayment(
  app: App,
  memberId: number,
  paymentId: string,
): Promise<{ status: PaymentRow['status'] }> {
  const payment = await ownPayment(app.db, memberId, paymentId);
  if (!payment) throw refuse('not_found');
  if (payment.status !== 'pending' || !payment.redirect_url) return { status: payment.status };
  const { gateway_reference: reference, amount_cents: amountCents, currency } = payment;
  try {
    await settleByStatus(app, gatewayNamed(app, payment.gateway), {
      paymentId,
      reference,
      amountCents,
      currency,
    });
  } catch (error) {
    if (!(error instanceof GatewayUnavailable) && !(error instanceof GatewayRefused)) throw error;
    app.log.warn(
      { err: error, payment: paymentId, gateway: payment.gateway },
      'could not ask a gateway about a payment',
    );
  }
  return { status: (await ownPayment(app.db, memberId, paymentId))?.status ?? payment.status };
}
