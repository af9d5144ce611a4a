import { v5 as uuidV5 } from 'uuid';
import { takeBackCredits, unusedCreditsOf, type Booked } from '../../credits/index.ts';
import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import type { GatewayEvent } from '../gateways/gateway.ts';
import type { Payer } from '../payer.ts';
import type { PaymentRow } from '../payment-row.ts';
import { tellWebhooks } from '../tell-webhooks.ts';
import { creditNoteFor, receiptFor } from '../receipts/receipts.ts';
import { bookRefund } from './book-refund.ts';
import { refundableCents } from './refund-rules.ts';
import { refundedCentsOf, refundsOf } from './refund-row.ts';
import { completeRefund, declineRefunds } from './send-refunds.ts';

/**
 * Takes back what a payment brought, when its gateway tells that the money is gone: by a chargeback all credits that
 * refunds have left of the order, used or not; by a whole refund at the gateway those that are unused. The caller holds
 * the member's and the payment's row locked.
 */
export async function takeBackAll(app: App, tx: Tx, payment: PaymentRow, how: 'chargeback' | 'refund'): Promise<Booked | null> {
  const { id, member_id: member } = payment;
  const { kept, unused } = (await unusedCreditsOf(tx, member)).get(id) ?? { kept: 0, unused: 0 };
  if (how === 'chargeback') {
    await declineRefunds(tx, id, 'chargeback');
    return kept > 0 ? takeBackCredits(tx, { member, kind: 'chargeback', credits: kept, key: `chargeback:${id}`, payment: id }) : null;
  }
  const booked = unused > 0 ? await takeBackCredits(tx, { member, kind: 'refund', credits: unused, key: `refund:${id}`, payment: id }) : null;
  for (const refund of await refundsOf(tx, id)) await completeRefund(app, tx, refund.id, null);
  await noteRest(app, tx, payment, unused);
  return booked;
}

/** What was given back at the gateway without a refund of ours has its credit note too. */
async function noteRest(app: App, tx: Tx, payment: PaymentRow, credits: number): Promise<void> {
  const amountCents = payment.amount_cents - (await refundedCentsOf(tx, payment.id));
  if (amountCents <= 0) return;
  await receiptFor(app, tx, payment);
  const id = uuidV5('refund', payment.id);
  await creditNoteFor(app, tx, { id, payment, amountCents, credits });
  await tellWebhooks(app, tx, payment, { event: 'payment.refunded', refund: id, amountCents });
}

/**
 * A gateway without an interface for refunds tells of a part that an operator gave back there by hand: completes the
 * refund of that amount. Returns false when none waits for it.
 */
export async function completePart(app: App, tx: Tx, payment: PaymentRow, event: GatewayEvent): Promise<boolean> {
  const waiting = (await refundsOf(tx, payment.id)).find(
    ({ status, amount_cents }) => (status === 'by_hand' || status === 'pending') && amount_cents === event.amountCents,
  );
  if (waiting && (await completeRefund(app, tx, waiting.id, null))) return true;
  app.log.warn(
    { payment: payment.id, cents: event.amountCents, alert: 'payments' },
    'a gateway tells of a part refund that nobody here has asked for, or again of one',
  );
  return false;
}

/**
 * Gives back an order that was paid after its account had been closed, since nobody can use its credits, or after its
 * member had withdrawn from it. What of them paid an
 * old debt stays paid, or closing an account would be a way out of a chargeback. `payer` is null for a member who was
 * purged: no balance is left to book on, and the whole amount goes back.
 */
export async function refundArrival(app: App, tx: Tx, payment: PaymentRow, payer: Payer | null): Promise<Booked | null> {
  const { id, amount_cents: amountCents, credits, member_id: member } = payment;
  const unused = payer ? ((await unusedCreditsOf(tx, member)).get(id)?.unused ?? 0) : 0;
  const back = payer ? refundableCents({ amountCents, credits, unused, refundedCents: 0 }) : amountCents;
  if (back === 0) return null;
  return bookRefund(app, tx, {
    id: uuidV5('paid too late', id),
    payment,
    kind: payer && !payer.closed ? 'withdrawal' : 'deletion',
    credits: unused,
    amountCents: back,
  });
}
