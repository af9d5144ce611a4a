import { sql } from 'kysely';
import { v5 as uuidV5 } from 'uuid';
import { grantCredits, takeBackCredits, unusedCreditsOf, type Booked } from '../credits/index.ts';
import type { App } from '../platform/app.ts';
import { inTransaction, type Tx } from '../platform/database/index.ts';
import { useDiscount } from './discounts/discount-uses.ts';
import { closeOrders, type ClosedOrder } from './close-orders.ts';
import type { GatewayEvent, GatewayName } from './gateways/gateway.ts';
import { lockPayer, type Payer } from './payer.ts';
import { lockPayment, ownerOf, type PaymentRow } from './payment-row.ts';
import { queueReceipt } from './receipts/receipt.ts';
import { creditNoteFor, receiptFor } from './receipts/receipts.ts';
import { changeOf, type Change } from './rules.ts';
import { completeRefund, declineRefunds } from './refunds/send-refunds.ts';
import { refundedCentsOf, refundsOf } from './refunds/refund-row.ts';

export type Settled =
  /** Nothing of ours, or nothing new. */
  | { result: 'unknown' | 'unchanged' }
  /** The gateway speaks of another amount, currency, member or reference than the intent has. */
  | { result: 'mismatch'; what: string }
  | { result: 'changed'; status: PaymentRow['status'] };

/**
 * Applies a gateway's verified word to its payment: any number of times, in any order, credited exactly once and
 * reversed at most once (payments.md). The first purchase makes the member premium for ever. Live events go out after
 * the commit; the receipt is queued in it.
 */
export async function settlePayment(app: App, gateway: GatewayName, event: GatewayEvent): Promise<Settled> {
  const memberId = await ownerOf(app.db, event.paymentId);
  if (memberId === null) return { result: 'unknown' };
  const done = await inTransaction(app.db, (tx) => settle(app, tx, memberId, gateway, event));
  if (done.result === 'mismatch')
    app.log.warn({ payment: event.paymentId, gateway, what: done.what, alert: 'payments' }, 'a notification does not match its payment');
  if (done.result !== 'changed') return done;
  await closeOrders(app, done.closed);
  if (done.booked) {
    const { credits, paidUser } = done.booked;
    app.events.emit(memberId, 'credits', { credits, paid_user: paidUser, reason: done.reason, ...(done.arrived ? { payment: done.arrived } : {}) });
  }
  app.events.emit(memberId, 'changed', { what: 'payments' });
  return { result: 'changed', status: done.status };
}

type Done =
  | Exclude<Settled, { result: 'changed' }>
  | {
      result: 'changed';
      status: PaymentRow['status'];
      booked: Booked | null;
      reason: string;
      closed: ClosedOrder[];
      arrived?: { id: string; credits: number };
    };

async function settle(app: App, tx: Tx, memberId: number, gateway: GatewayName, event: GatewayEvent): Promise<Done> {
  const payer = await lockPayer(tx, memberId);
  const payment = await lockPayment(tx, event.paymentId);
  if (!payment || payment.gateway !== gateway) return { result: 'unknown' };
  const what = mismatchOf(payment, event);
  if (what) return { result: 'mismatch', what };
  if (isPart(payment, event)) return completePart(app, tx, payment, event);

  const change = changeOf({ status: payment.status, chargedBack: payment.charged_back_at !== null, refunded: payment.refunded_at !== null }, event.outcome);
  const changed = change.status !== undefined || change.reverse !== undefined;
  await sql`
    insert into payment_notifications (payment_id, gateway, outcome, gateway_reference, amount_cents, currency, changed)
    values (${payment.id}, ${gateway}, ${event.outcome}, ${event.reference}, ${event.amountCents}, ${event.currency}, ${changed})`.execute(tx);
  if (!changed) return { result: 'unchanged' };

  await store(tx, payment, event, change);
  const booked = await book(app, tx, payment, change);
  const closed = change.credit ? await complete(app, tx, payment, payer, event, change) : [];
  const arrived = change.credit && !change.reverse ? { arrived: { id: payment.id, credits: payment.credits } } : {};
  return { result: 'changed', status: change.status ?? payment.status, booked, reason: change.reverse ?? 'purchase', closed, ...arrived };
}

/** What does not match the intent, or null. */
function mismatchOf(payment: PaymentRow, event: GatewayEvent): string | null {
  if (event.amountCents !== payment.amount_cents && !isPart(payment, event)) return 'amount';
  if (event.currency !== payment.currency) return 'currency';
  if (event.memberId !== null && event.memberId !== payment.member_id) return 'member';
  if (event.reference !== null && payment.gateway_reference !== null && event.reference !== payment.gateway_reference) return 'reference';
  return null;
}

async function store(tx: Tx, payment: PaymentRow, event: GatewayEvent, change: Change): Promise<void> {
  await sql`
    update payments set
      status = ${change.status ?? payment.status},
      gateway_reference = coalesce(gateway_reference, ${event.reference}),
      settled_at = case when ${change.status !== undefined} then app_now() else settled_at end,
      failure_reason = case when ${change.status === 'completed'} then null else coalesce(${event.reason ?? null}, failure_reason) end,
      charged_back_at = case when ${change.reverse === 'chargeback'} then app_now() else charged_back_at end,
      refunded_at = case when ${change.reverse === 'refund'} then app_now() else refunded_at end,
      next_poll_at = null
    where id = ${payment.id}`.execute(tx);
}

async function book(app: App, tx: Tx, payment: PaymentRow, change: Change): Promise<Booked | null> {
  const { id, member_id: member, credits } = payment;
  let booked: Booked | null = null;
  if (change.credit) booked = await grantCredits(tx, { member, kind: 'purchase', credits, key: `purchase:${id}`, payment: id });
  if (!change.reverse) return booked;
  const { kept, unused } = (await unusedCreditsOf(tx, member)).get(id) ?? { kept: 0, unused: 0 };
  // A chargeback takes all that refunds have left of the order, used or not; a whole refund at the gateway what is unused.
  if (change.reverse === 'chargeback') {
    await declineRefunds(tx, id, 'chargeback');
    if (kept > 0) booked = await takeBackCredits(tx, { member, kind: 'chargeback', credits: kept, key: `chargeback:${id}`, payment: id });
    return booked;
  }
  if (unused > 0) booked = await takeBackCredits(tx, { member, kind: 'refund', credits: unused, key: `refund:${id}`, payment: id });
  for (const refund of await refundsOf(tx, id)) await completeRefund(app, tx, refund.id, null);
  await noteRest(app, tx, payment, unused);
  return booked;
}

/** What was given back at the gateway without a refund of ours has its credit note too. */
async function noteRest(app: App, tx: Tx, payment: PaymentRow, credits: number): Promise<void> {
  const amountCents = payment.amount_cents - (await refundedCentsOf(tx, payment.id));
  if (amountCents <= 0) return;
  await receiptFor(app, tx, payment);
  await creditNoteFor(app, tx, { id: uuidV5('refund', payment.id), payment, amountCents, credits });
}

/** A gateway without an interface for refunds tells of the part that an operator gave back there by hand. */
const isPart = (payment: PaymentRow, event: GatewayEvent) =>
  event.outcome === 'refunded' && payment.status === 'completed' && event.amountCents > 0 && event.amountCents < payment.amount_cents;

async function completePart(app: App, tx: Tx, payment: PaymentRow, event: GatewayEvent): Promise<Done> {
  const waiting = (await refundsOf(tx, payment.id)).find(
    ({ status, amount_cents }) => (status === 'by_hand' || status === 'pending') && amount_cents === event.amountCents,
  );
  const changed = waiting !== undefined && (await completeRefund(app, tx, waiting.id, null));
  await sql`
    insert into payment_notifications (payment_id, gateway, outcome, gateway_reference, amount_cents, currency, changed)
    values (${payment.id}, ${payment.gateway}, 'refunded', ${event.reference}, ${event.amountCents}, ${event.currency}, ${changed})`.execute(tx);
  if (changed) return { result: 'changed', status: payment.status, booked: null, reason: 'refund', closed: [] };
  app.log.warn(
    { payment: payment.id, cents: event.amountCents, alert: 'payments' },
    'a gateway tells of a part refund that nobody here has asked for, or again of one',
  );
  return { result: 'unchanged' };
}

/** What a payment that arrived brings besides credits. Returns other open orders that held the same discount. */
async function complete(app: App, tx: Tx, payment: PaymentRow, payer: Payer | null, event: GatewayEvent, change: Change): Promise<ClosedOrder[]> {
  if (event.card && payment.save_card) await storeCard(tx, payment, event.card);
  const closed = payment.discount_code === null ? [] : await useDiscount(app, tx, payment);
  const { number } = await receiptFor(app, tx, payment);
  if (payer && !change.reverse) await queueReceipt(app, tx, payment, payer, number);
  return closed;
}

async function storeCard(tx: Tx, payment: PaymentRow, card: NonNullable<GatewayEvent['card']>): Promise<void> {
  await sql`delete from stored_cards where member_id = ${payment.member_id}`.execute(tx);
  await sql`
    insert into stored_cards (member_id, gateway, token, brand, last4)
    values (${payment.member_id}, ${payment.gateway}, ${card.token}, ${card.brand}, ${card.last4})`.execute(tx);
}
