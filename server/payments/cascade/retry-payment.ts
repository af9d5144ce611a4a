import { sql } from 'kysely';
import { v5 as uuidV5, v7 as uuidV7 } from 'uuid';
import { must } from '#contract/must.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction, type Tx } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { closeOrders, type ClosedOrder } from '../close-orders.ts';
import { groupOf, isDiscountLeft } from '../discounts/discount-left.ts';
import { takeOverDiscount } from '../discounts/take-over-discount.ts';
import type { PaymentGateway } from '../gateways/gateway.ts';
import { gatewayNamed } from '../gateways/index.ts';
import type { PaymentStarted } from '../open-at-gateway.ts';
import { lockPayer } from '../payer.ts';
import { lockPayment, ownPayment, paymentOfKey, type PaymentRow } from '../payment-row.ts';
import { settleByStatus } from '../poll-payments.ts';
import { pollAfterSeconds } from '../rules.ts';
import { supersedeOrders } from '../supersede-orders.ts';
import { nextGateway } from './next-gateway.ts';
import { openOrOffer } from './open-or-offer.ts';

/** One later attempt per attempt: repeats and parallel calls find the same one. */
const keyOfRetry = (paymentId: string) => uuidV5('next gateway', paymentId);

/**
 * POST /api/payment-retry.php: pays the same order at the next gateway, after its own gateway declined it or while that
 * is down. Package, price, discount, method and consent stay. The earlier attempt is closed at its gateway; the poller
 * asks about one that cannot be closed, and money that arrives for both is refunded once. Returns the earlier attempt if
 * its gateway now says that it was paid. Throws `not_found` for another member's payment, and `conflict` if no other
 * gateway can take the order.
 */
export async function retryPayment(app: App, memberId: number, paymentId: string): Promise<PaymentStarted> {
  const earlier = await ownPayment(app.db, memberId, paymentId);
  if (!earlier) throw refuse('not_found');
  const known = await paymentOfKey(app.db, memberId, keyOfRetry(paymentId));
  if (known) return openOrOffer(app, known);
  const next = await nextGateway(app, earlier);
  if (!next) {
    // A parallel request may just have stored the attempt.
    const stored = await paymentOfKey(app.db, memberId, keyOfRetry(paymentId));
    if (stored) return openOrOffer(app, stored);
    throw refuse('conflict');
  }
  if (next.why === 'down' && (await isPaidAfterAll(app, earlier)))
    return { payment_id: earlier.id, status: 'completed' };
  const { attempt, closed } = await inTransaction(app.db, (tx) =>
    storeAttempt(tx, memberId, paymentId, next.gateway),
  );
  await closeOrders(app, closed);
  return openOrOffer(app, attempt);
}

/** Asks a gateway that was down once more. If it still is, the order goes on elsewhere. */
async function isPaidAfterAll(app: App, earlier: PaymentRow): Promise<boolean> {
  const { id, gateway_reference: reference, amount_cents: amountCents, currency } = earlier;
  try {
    await settleByStatus(app, gatewayNamed(app, earlier.gateway), {
      paymentId: id,
      reference,
      amountCents,
      currency,
    });
  } catch (error) {
    app.log.warn({ err: error, payment: id, gateway: earlier.gateway }, 'a gateway is still unavailable');
  }
  return (await ownPayment(app.db, earlier.member_id, id))?.status === 'completed';
}

async function storeAttempt(
  tx: Tx,
  memberId: number,
  paymentId: string,
  gateway: PaymentGateway,
): Promise<{ attempt: PaymentRow; closed: ClosedOrder[] }> {
  const payer = await lockPayer(tx, memberId);
  if (!payer) throw refuse('authentication_required');
  const key = keyOfRetry(paymentId);
  const repeated = await paymentOfKey(tx, memberId, key);
  if (repeated) return { attempt: repeated, closed: [] };
  const earlier = must(await lockPayment(tx, paymentId), 'payment of the earlier attempt');
  // It may have been paid, or its discount used, while the next gateway was looked up.
  if (
    (earlier.status !== 'failed' && earlier.status !== 'pending') ||
    !(await isDiscountLeft(tx, earlier, payer))
  )
    throw refuse('conflict');
  const closed = [
    ...(earlier.discount_code === null || (await isUnlimited(tx, earlier.discount_code))
      ? []
      : await takeOverDiscount(tx, memberId, groupOf(earlier.discount_code), earlier.id)),
    ...(await supersedeOrders(tx, sql`id = ${earlier.id}`)),
  ];
  const id = uuidV7();
  await sql`
    insert into payments (id, member_id, package_id, credits, amount_cents, costs_cents, currency, country, payment_country, vat_percentage,
      discount_code, discount_cents, method, gateway, recurring, save_card, status, idempotency_key, return_to, consent_at, locale, host,
      first_attempt, created_at, next_poll_at)
    select ${id}, member_id, package_id, credits, amount_cents, costs_cents, currency, country, payment_country, vat_percentage,
      discount_code, discount_cents, method, ${gateway.name}, false, save_card, 'pending', ${key}, return_to, consent_at, locale, host,
      coalesce(first_attempt, id), app_now(), app_now() + ${pollAfterSeconds(0)} * interval '1 second'
    from payments where id = ${earlier.id}`.execute(tx);
  return { attempt: must(await ownPayment(tx, memberId, id), 'payment that was just stored'), closed };
}

async function isUnlimited(tx: Tx, code: string): Promise<boolean> {
  const { rows } =
    await sql`select from discount_codes where code = ${code} and validity = 'unlimited'`.execute(tx);
  return rows.length > 0;
}
