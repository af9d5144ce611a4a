import { sql } from 'kysely';
import { grantCredits, type Booked } from '../credits/index.ts';
import type { App } from '../platform/app.ts';
import { inTransaction, type Tx } from '../platform/database/index.ts';
import { useDiscount } from './discounts/discount-uses.ts';
import { closeOrders, type ClosedOrder } from './close-orders.ts';
import type { GatewayEvent, GatewayName } from './gateways/gateway.ts';
import { lockPayer, type Payer } from './payer.ts';
import { lockPayment, paymentOf, type PaymentRow } from './payment-row.ts';
import { queueReceipt } from './receipts/receipt.ts';
import { receiptFor } from './receipts/receipts.ts';
import { changeOf, isPart, mismatchOf, stateOf, type Change } from './rules.ts';
import { completePart, refundArrival, takeBackAll } from './refunds/settle-refunds.ts';
import { isWithdrawn } from './refunds/withdraw.ts';
import { tellWebhooks } from './tell-webhooks.ts';

export type Settled =
  /** Nothing of ours, or nothing new. */
  | { result: 'unknown' | 'unchanged' }
  /** The gateway speaks of another amount, currency, member or reference than the intent has. */
  | { result: 'mismatch'; what: string }
  | { result: 'changed'; status: PaymentRow['status'] };

/**
 * Applies a gateway's verified word to its payment: any number of times, in any order, credited exactly once and
 * reversed at most once. The first purchase makes the member premium for ever. What arrives for an account that was
 * closed meanwhile, or for an order that was withdrawn from, goes back by itself. Live events go out after the commit; the receipt is queued in it.
 */
export async function settlePayment(app: App, gateway: GatewayName, event: GatewayEvent): Promise<Settled> {
  const memberId = (await paymentOf(app.db, event.paymentId))?.member_id;
  if (memberId === undefined) return { result: 'unknown' };
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
  if (isPart(payment, event)) {
    const known = await completePart(app, tx, payment, event);
    await note(tx, payment, event, known);
    return known ? { result: 'changed', status: payment.status, booked: null, reason: 'refund', closed: [] } : { result: 'unchanged' };
  }

  const change = changeOf(stateOf(payment), event.outcome);
  const changed = change.status !== undefined || change.reverse !== undefined;
  await note(tx, payment, event, changed);
  if (!changed) return { result: 'unchanged' };

  await store(tx, payment, event, change);
  if (change.reverse === 'chargeback') await tellWebhooks(app, tx, payment, { event: 'payment.charged_back' });
  let booked = await book(app, tx, payment, payer, change);
  const closed = change.credit ? await complete(app, tx, payment, payer, event, change) : [];
  const status = change.status ?? payment.status;
  if (change.credit && !change.reverse && (!payer || payer.closed || (await isWithdrawn(tx, payment)))) {
    booked = (await refundArrival(app, tx, payment, payer)) ?? booked;
    return { result: 'changed', status, booked, reason: 'refund', closed };
  }
  const arrived = change.credit && !change.reverse ? { arrived: { id: payment.id, credits: payment.credits } } : {};
  return { result: 'changed', status, booked, reason: change.reverse ?? 'purchase', closed, ...arrived };
}

/** Keeps what a gateway said, also where it changed nothing. */
async function note(tx: Tx, payment: PaymentRow, event: GatewayEvent, changed: boolean): Promise<void> {
  await sql`
    insert into payment_notifications (payment_id, gateway, outcome, gateway_reference, amount_cents, currency, changed)
    values (${payment.id}, ${payment.gateway}, ${event.outcome}, ${event.reference}, ${event.amountCents}, ${event.currency}, ${changed})`.execute(tx);
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
  // Somebody has to answer the bank.
  if (change.reverse === 'chargeback') await sql`insert into disputes (payment_id) values (${payment.id}) on conflict do nothing`.execute(tx);
}

/** Books the credits. A member who is gone has no balance: only the money is settled then. */
async function book(app: App, tx: Tx, payment: PaymentRow, payer: Payer | null, change: Change): Promise<Booked | null> {
  const { id, member_id: member, credits } = payment;
  const granted = change.credit && payer ? await grantCredits(tx, { member, kind: 'purchase', credits, key: `purchase:${id}`, payment: id }) : null;
  return (change.reverse ? await takeBackAll(app, tx, payment, change.reverse) : null) ?? granted;
}

/** What a payment that arrived brings besides credits. Returns other open orders that held the same discount. */
async function complete(app: App, tx: Tx, payment: PaymentRow, payer: Payer | null, event: GatewayEvent, change: Change): Promise<ClosedOrder[]> {
  if (event.card && payment.save_card && payer && !payer.closed) await storeCard(tx, payment, event.card);
  const closed = payment.discount_code === null || !payer ? [] : await useDiscount(app, tx, payment);
  const { number } = await receiptFor(app, tx, payment);
  if (payer && !change.reverse) await queueReceipt(app, tx, payment, payer, number);
  await tellWebhooks(app, tx, payment, { event: 'payment.completed' });
  // Partners are told of the first purchase: the module that books it stands above, so the job goes by its name.
  await app.jobs.add(tx, 'conversion', { member: payment.member_id, event: 'first_purchase' });
  return closed;
}

async function storeCard(tx: Tx, payment: PaymentRow, card: NonNullable<GatewayEvent['card']>): Promise<void> {
  await sql`delete from stored_cards where member_id = ${payment.member_id}`.execute(tx);
  await sql`
    insert into stored_cards (member_id, gateway, token, brand, last4)
    values (${payment.member_id}, ${payment.gateway}, ${card.token}, ${card.brand}, ${card.last4})`.execute(tx);
}
