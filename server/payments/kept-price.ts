import { discountedCents } from '#contract/rules/price-rules.ts';
import type { App } from '../platform/app.ts';
import type { Tx } from '../platform/database/index.ts';
import { databaseNow } from '../platform/database/now.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { isDiscountLeft } from './discounts/discount-left.ts';
import { discountOf, fits, type Discount } from './discounts/discounts.ts';
import { packagesIn } from './packages.ts';
import type { Payer } from './payer.ts';
import type { PaymentRow } from './payment-row.ts';
import { openForSeconds } from './rules.ts';

/**
 * Returns whether money that arrives still buys the goods of its order.
 *
 * - An open order has its price.
 * - An ended order (superseded, expired, failed) has it while its method may still be paid, if no other order
 *   has used its discount in the meantime.
 * - After that, the money must be enough for today's price.
 *
 * The caller refunds money that buys nothing. Otherwise a gateway that cannot close orders would sell at an
 * old price, or with a used discount, indefinitely.
 *
 * Call it with the payer and the payment both locked, and in their state before the settlement.
 */
export async function isPriceKept(app: App, tx: Tx, payment: PaymentRow, payer: Payer): Promise<boolean> {
  if (payment.status === 'pending') return true;
  const age = ((await databaseNow(tx)).getTime() - payment.created_at.getTime()) / 1000;
  if (age < openForSeconds(payment.method)) return isDiscountLeft(tx, payment, payer);
  const goods = payment.amount_cents - payment.costs_cents;
  const today = (await packagesIn(tx, payment.currency)).find(({ credits }) => credits === payment.credits);
  if (!today) return false;
  if (goods >= today.price_cents) return true;
  const discount = await discountOfToday(app, tx, payment, payer);
  const { country, currency, method } = payment;
  return (
    discount !== null &&
    fits(discount, { country, currency, method, priceCents: today.price_cents }) &&
    goods >= discountedCents(today.price_cents, discount.percentage)
  );
}

async function discountOfToday(
  app: App,
  tx: Tx,
  { discount_code: code }: PaymentRow,
  payer: Payer,
): Promise<Discount | null> {
  if (code === null) return null;
  try {
    return await discountOf(app, tx, code, payer);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
