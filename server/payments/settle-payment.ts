import { sql } from 'kysely';
import type { GatewayName } from '#contract/lists/gateways.ts';
import { grantCredits, type Booked } from '../credits/index.ts';
import { noteMark } from '../identity/index.ts';
import type { App } from '../platform/app.ts';
import { inTransaction, type Tx } from '../platform/database/index.ts';
import { queueConversion } from '../traffic/index.ts';
import { isPaidElsewhere, supersedeAttempts } from './cascade/attempts.ts';
import { closeOrders, type ClosedOrder } from './close-orders.ts';
import { useDiscount } from './discounts/use-discount.ts';
import type { GatewayEvent } from './gateways/gateway.ts';
import { isPriceKept } from './kept-price.ts';
import { lockPayer, type Payer } from './payer.ts';
import { lockPayment, paymentOf, type PaymentRow } from './payment-row.ts';
import { queueReceipt } from './receipts/queue-receipt.ts';
import { receiptFor } from './receipts/receipts.ts';
import { completePart } from './refunds/complete-part.ts';
import { refundArrival } from './refunds/refund-arrival.ts';
import { takeBackAll } from './refunds/take-back-all.ts';
import { changeOf, isPart, mismatchOf, stateOf, type Change } from './rules.ts';
import { tellWebhooks } from './tell-webhooks.ts';
import { isWithdrawn } from './withdrawals/is-withdrawn.ts';

/** Interval at which an ended order is asked about whose money may still arrive. */
const LATE_POLL_SECONDS = 900;

export type Settled =
  | { result: 'unknown' | 'unchanged' }
  | { result: 'mismatch'; what: string }
  | { result: 'changed'; status: PaymentRow['status'] };

/**
 * Applies a gateway's verified event to its payment. It is safe in any order and number: credits are given
 * exactly once and reversed at most once. Money that arrives for a closed account, a withdrawn order, or an
 * ended order whose price is no longer valid is refunded automatically. The receipt is queued in the
 * transaction; live events follow the commit.
 */
export async function settlePayment(app: App, gateway: GatewayName, event: GatewayEvent): Promise<Settled> {
  const memberId = (await paymentOf(app.db, event.paymentId))?.member_id;
  if (memberId === undefined) return { result: 'unknown' };
  const done = await inTransaction(app.db, (tx) => settle(app, tx, memberId, gateway, event));
  if (done.result === 'mismatch')
    app.log.warn(
      { payment: event.paymentId, gateway, what: done.what, alert: 'payments' },
      'a notification does not match its payment',
    );
  if (done.result !== 'changed') return done;
  await closeOrders(app, done.closed);
  if (done.booked) {
    const { credits, paidUser } = done.booked;
    app.events.emit(memberId, 'credits', {
      credits,
      paid_user: paidUser,
      reason: done.reason,
      ...(done.arrived ? { payment: done.arrived } : {}),
    });
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

async function settle(
  app: App,
  tx: Tx,
  memberId: number,
  gateway: GatewayName,
  event: GatewayEvent,
): Promise<Done> {
  const payer = await lockPayer(tx, memberId);
  const payment = await lockPayment(tx, event.paymentId);
  if (!payment || payment.gateway !== gateway) return { result: 'unknown' };
  const what = mismatchOf(payment, event);
  if (what) return { result: 'mismatch', what };
  return isPart(payment, event)
    ? settlePart(app, tx, payment, event)
    : settleWhole(app, tx, payment, payer, event);
}

async function settlePart(app: App, tx: Tx, payment: PaymentRow, event: GatewayEvent): Promise<Done> {
  const known = await completePart(app, tx, payment, event);
  await note(tx, payment, event, known);
  return known
    ? { result: 'changed', status: payment.status, booked: null, reason: 'refund', closed: [] }
    : { result: 'unchanged' };
}

async function settleWhole(
  app: App,
  tx: Tx,
  payment: PaymentRow,
  payer: Payer | null,
  event: GatewayEvent,
): Promise<Done> {
  const change = changeOf(stateOf(payment), event.outcome);
  const changed = change.status !== undefined || change.reverse !== undefined;
  await note(tx, payment, event, changed);
  if (event.attention)
    app.log.warn(
      { payment: payment.id, what: event.attention, alert: 'payments' },
      'a payment needs an operator at the gateway',
    );
  if (!changed) return { result: 'unchanged' };

  const buysNothing = change.credit ? await whyBuysNothing(app, tx, payment, payer) : null;
  await store(tx, payment, event, change);
  if (change.reverse === 'chargeback')
    await tellWebhooks(app, tx, payment, { event: 'payment.charged_back' });
  const booked = await book(app, tx, payment, payer, change);
  const closed = change.credit
    ? await complete(app, tx, payment, payer, { event, change, kept: !buysNothing })
    : [];
  const done = { result: 'changed' as const, status: change.status ?? payment.status, closed };
  if (!change.credit || change.reverse) return { ...done, booked, reason: change.reverse ?? 'purchase' };
  const returned = buysNothing ?? ((await mayKeepMoney(tx, payment, payer)) ? null : 'withdrawal');
  if (returned) {
    const refunded = await refundArrival(app, tx, payment, payer, returned);
    return { ...done, booked: refunded ?? booked, reason: 'refund' };
  }
  return { ...done, booked, reason: 'purchase', arrived: { id: payment.id, credits: payment.credits } };
}

/**
 * Returns whether the site keeps an arrived payment: the account is open, and the member did not withdraw.
 */
const mayKeepMoney = async (tx: Tx, payment: PaymentRow, payer: Payer | null): Promise<boolean> =>
  payer !== null && !payer.closed && !(await isWithdrawn(tx, payment));

/** The reason why money that arrives buys nothing, or null if it buys its credits. */
async function whyBuysNothing(
  app: App,
  tx: Tx,
  payment: PaymentRow,
  payer: Payer | null,
): Promise<'duplicate' | 'late' | null> {
  const { id, gateway, discount_code: code } = payment;
  if (await isPaidElsewhere(tx, payment)) {
    app.log.warn(
      { payment: id, gateway, alert: 'payments' },
      'refunded the second payment of an order that was paid at two gateways',
    );
    return 'duplicate';
  }
  if (!payer || (await isPriceKept(app, tx, payment, payer))) return null;
  app.log.warn(
    { payment: id, code, alert: 'payments' },
    'refunded a payment for an ended order whose price is no longer valid',
  );
  return 'late';
}

async function note(tx: Tx, payment: PaymentRow, event: GatewayEvent, changed: boolean): Promise<void> {
  await sql`
    insert into payment_notifications (payment_id, gateway, outcome, gateway_reference, amount_cents, currency, changed)
    values (${payment.id}, ${payment.gateway}, ${event.outcome}, ${event.reference}, ${event.amountCents}, ${event.currency}, ${changed})`.execute(
    tx,
  );
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
      next_poll_at = case when ${event.mayStillArrive ?? false} then app_now() + ${LATE_POLL_SECONDS} * interval '1 second' end
    where id = ${payment.id}`.execute(tx);
  if (change.reverse === 'chargeback')
    await sql`insert into disputes (payment_id) values (${payment.id}) on conflict do nothing`.execute(tx);
}

/** Books the credits. A purged member has no balance, so only the money is settled. */
async function book(
  app: App,
  tx: Tx,
  payment: PaymentRow,
  payer: Payer | null,
  change: Change,
): Promise<Booked | null> {
  const { id, member_id: member, credits } = payment;
  const granted =
    change.credit && payer
      ? await grantCredits(tx, { member, kind: 'purchase', credits, key: `purchase:${id}`, payment: id })
      : null;
  return (change.reverse ? await takeBackAll(app, tx, payment, change.reverse) : null) ?? granted;
}

async function complete(
  app: App,
  tx: Tx,
  payment: PaymentRow,
  payer: Payer | null,
  { event, change, kept }: { event: GatewayEvent; change: Change; kept: boolean },
): Promise<ClosedOrder[]> {
  if (event.card && payment.save_card && payer && !payer.closed)
    await storeCard(app, tx, payment, event.card);
  const closed = payment.discount_code === null || !payer || !kept ? [] : await useDiscount(app, tx, payment);
  if (kept && !change.reverse) closed.push(...(await supersedeAttempts(tx, payment)));
  const receipt = await receiptFor(app, tx, payment);
  if (payer && !change.reverse) await queueReceipt(app, tx, payment, payer, receipt);
  await tellWebhooks(app, tx, payment, { event: 'payment.completed' });
  // Conversions are booked once per member and event, so only the first purchase counts.
  await queueConversion(app, tx, { member: payment.member_id, event: 'first_purchase' });
  return closed;
}

async function storeCard(
  app: App,
  tx: Tx,
  payment: PaymentRow,
  card: NonNullable<GatewayEvent['card']>,
): Promise<void> {
  await sql`delete from stored_cards where member_id = ${payment.member_id}`.execute(tx);
  await sql`
    insert into stored_cards (member_id, gateway, token, brand, last4)
    values (${payment.member_id}, ${payment.gateway}, ${card.token}, ${card.brand}, ${card.last4})`.execute(
    tx,
  );
  if (card.fingerprint)
    await noteMark(app, tx, payment.member_id, {
      kind: 'card',
      value: `${payment.gateway}:${card.fingerprint}`,
    });
}
