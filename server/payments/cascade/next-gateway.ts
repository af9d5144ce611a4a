import { sql } from 'kysely';
import { needsMandate } from '#contract/lists/payment-methods.ts';
import type { NextAttempt } from '#contract/payments/orders.ts';
import { isSpendingPaused } from '../../credits/index.ts';
import type { App } from '../../platform/app.ts';
import type { Db } from '../../platform/database/index.ts';
import { databaseNow } from '../../platform/database/now.ts';
import { methodsIn } from '../catalogue/methods-of.ts';
import { isDiscountLeft } from '../discounts/discount-left.ts';
import type { PaymentGateway } from '../gateways/gateway.ts';
import { gatewaysFor } from '../gateways/index.ts';
import { packagesIn } from '../packages.ts';
import { payerOf } from '../payer.ts';
import type { PaymentRow } from '../payment-row.ts';
import { otherAttempts } from './attempts.ts';

/** How long after the first attempt its price, discount and consent still stand. */
const RETRY_SECONDS = 3600;

/**
 * The gateway at which a member can pay an order again that its own gateway declined, or whose gateway is down. Null if
 * no other gateway takes it, if it is no longer on sale at its price, or if the member may not buy now. Stored cards and
 * mandates belong to one gateway.
 */
export async function nextGateway(
  app: App,
  payment: PaymentRow,
): Promise<{ gateway: PaymentGateway; why: NextAttempt } | null> {
  if (payment.recurring || needsMandate(payment.method)) return null;
  const why = await reasonOf(app.db, payment);
  if (!why || !(await isStillOpen(app, payment))) return null;
  const others = await otherAttempts(app.db, payment);
  if (others.some(({ status, isLater }) => isLater || status === 'completed')) return null;
  const tried = new Set([payment.gateway, ...others.map(({ gateway }) => gateway)]);
  const { method, currency } = payment;
  const country = payment.payment_country ?? payment.country;
  const isOffered = (await methodsIn(app, country, currency)).some((offered) => offered.method === method);
  const gateways = isOffered ? await gatewaysFor(app, method, country, currency) : [];
  const gateway = gateways.find(({ name }) => !tried.has(name));
  return gateway ? { gateway, why } : null;
}

/** A pending payment counts as stuck if its gateway has not answered since it was ordered. */
async function reasonOf(db: Db, { status, gateway, created_at }: PaymentRow): Promise<NextAttempt | null> {
  if (status === 'failed') return 'declined';
  if (status !== 'pending') return null;
  const { rows } = await sql`
    select from gateway_contacts where gateway = ${gateway} and failures > 0 and failed_at >= ${created_at}`.execute(
    db,
  );
  return rows.length > 0 ? 'down' : null;
}

/** Returns whether the order could be placed again now with the same goods, price, discount and consent. */
async function isStillOpen(app: App, payment: PaymentRow): Promise<boolean> {
  const first = payment.consent_at ?? payment.created_at;
  if ((await databaseNow(app.db)).getTime() - first.getTime() > RETRY_SECONDS * 1000) return false;
  const payer = await payerOf(app.db, payment.member_id);
  if (!payer || payer.unconfirmed || payer.closed || (await isSpendingPaused(app.db, payer.id))) return false;
  const onSale = (await packagesIn(app.db, payment.currency)).find(({ id }) => id === payment.package_id);
  return (
    onSale !== undefined &&
    onSale.credits === payment.credits &&
    onSale.price_cents === payment.amount_cents - payment.costs_cents + payment.discount_cents &&
    (await isDiscountLeft(app.db, payment, payer))
  );
}
