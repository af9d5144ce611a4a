import { money } from '#contract/money.ts';
import type { App } from '../platform/app.ts';
import type { Tx } from '../platform/database/index.ts';
import { queueEvent } from '../webhooks/index.ts';
import type { PaymentRow } from './payment-row.ts';

/**
 * A change of a payment that webhooks receive. `amountCents` is the amount of the refund, which may be
 * partial.
 */
type Change =
  | { event: 'payment.completed' }
  | { event: 'payment.charged_back' }
  | { event: 'payment.refunded'; refund: string; amountCents: number };

export const tellWebhooks = (
  app: Pick<App, 'jobs'>,
  tx: Tx,
  payment: PaymentRow,
  change: Change,
): Promise<void> =>
  queueEvent(app, tx, {
    event: change.event,
    member: payment.member_id,
    site: payment.host,
    data: {
      payment: payment.id,
      member: payment.member_id,
      ...money('amountCents' in change ? change.amountCents : payment.amount_cents, payment.currency),
      country: payment.country,
      vat_percentage: Number(payment.vat_percentage),
      credits: payment.credits,
      method: payment.method,
      ...('refund' in change && { refund: change.refund }),
    },
  });
