import type { DisputeResult } from '#contract/payments/disputes.ts';
import type { GatewayDispute } from '../gateways/gateway.ts';
import type { PaymentRow } from '../payment-row.ts';

type Disputed = Pick<PaymentRow, 'status' | 'charged_back_at' | 'refunded_at' | 'amount_cents' | 'currency'>;

/**
 * What a dispute does to a payment by what is stored here. `taken_back` still needs the gateway's confirmation, if its
 * status shows chargebacks. A dispute over a part of the payment is left to an operator.
 */
export function resultBefore(
  payment: Disputed,
  { amountCents, currency, reversedAt }: Pick<GatewayDispute, 'amountCents' | 'currency' | 'reversedAt'>,
): DisputeResult {
  if (payment.charged_back_at) return 'known';
  if (currency !== payment.currency) return 'currency';
  if (amountCents !== payment.amount_cents) return 'amount';
  if (payment.status !== 'completed') return 'not_paid';
  if (payment.refunded_at) return 'refunded';
  return reversedAt ? 'reversed' : 'taken_back';
}
