import { v5 as uuidV5 } from 'uuid';
import { takeBackCredits, unusedCreditsOf, type Booked } from '../../credits/index.ts';
import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import type { PaymentRow } from '../payment-row.ts';
import { creditNoteFor, receiptFor } from '../receipts/receipts.ts';
import { tellWebhooks } from '../tell-webhooks.ts';
import { completeRefund } from './complete-refund.ts';
import { declineRefunds } from './decline-refunds.ts';
import { refundedCentsOf, refundsOf } from './refund-row.ts';

/**
 * Takes back a payment's credits when its gateway reports a reversal: after a chargeback all credits of the
 * order that refunds have left, used or not; after a full refund at the gateway only the unused ones. The
 * caller must hold the locks on the member's and the payment's rows.
 */
export async function takeBackAll(
  app: App,
  tx: Tx,
  payment: PaymentRow,
  how: 'chargeback' | 'refund',
): Promise<Booked | null> {
  const { id, member_id: member } = payment;
  const { kept, unused } = (await unusedCreditsOf(tx, member)).get(id) ?? { kept: 0, unused: 0 };
  if (how === 'chargeback') {
    await declineRefunds(tx, id, 'chargeback');
    return kept > 0
      ? takeBackCredits(tx, {
          member,
          kind: 'chargeback',
          credits: kept,
          key: `chargeback:${id}`,
          payment: id,
        })
      : null;
  }
  const booked =
    unused > 0
      ? await takeBackCredits(tx, {
          member,
          kind: 'refund',
          credits: unused,
          key: `refund:${id}`,
          payment: id,
        })
      : null;
  for (const refund of await refundsOf(tx, id)) await completeRefund(app, tx, refund.id, null);
  await noteRest(app, tx, payment, unused);
  return booked;
}

/** A refund made at the gateway without our request gets a credit note too. */
async function noteRest(app: App, tx: Tx, payment: PaymentRow, credits: number): Promise<void> {
  const amountCents = payment.amount_cents - (await refundedCentsOf(tx, payment.id));
  if (amountCents <= 0) return;
  await receiptFor(app, tx, payment);
  const id = uuidV5('refund', payment.id);
  await creditNoteFor(app, tx, { id, payment, amountCents, credits });
  await tellWebhooks(app, tx, payment, { event: 'payment.refunded', refund: id, amountCents });
}
