import type { CreditPackage, DiscountCode } from '#contract/payments.ts';
import type { Money } from '#contract/schema.ts';

const cents = ({ amount }: Money) => Math.round(Number(amount) * 100);
const moneyOf = (value: number, currency: string): Money => ({ amount: (value / 100).toFixed(2), currency });

/** What a package costs with a discount code, as the server will compute it. */
export interface Price {
  price: Money;
  perMessage: Money;
  /** The price without discount; null when there is none. */
  old: Money | null;
  percentage: number;
  /** The code does not reach its minimum order here. */
  belowMinimum: boolean;
}

/** The price of a package: with the code given, else with the active discount that the package already carries. */
export function priceOf(one: CreditPackage, code: DiscountCode | null): Price {
  if (!code)
    return {
      price: one.price,
      perMessage: one.price_per_message,
      old: one.discount?.old_price ?? null,
      percentage: one.discount?.percentage ?? 0,
      belowMinimum: false,
    };
  const full = one.discount?.old_price ?? one.price;
  const { currency } = full;
  const belowMinimum = code.minimum_order_value !== null && cents(full) < cents(code.minimum_order_value);
  if (belowMinimum) return { price: full, perMessage: scale(one, full), old: null, percentage: 0, belowMinimum };
  const price = moneyOf(Math.round((cents(full) * (100 - code.value_percentage)) / 100), currency);
  return { price, perMessage: scale(one, price), old: full, percentage: code.value_percentage, belowMinimum };
}

/** The price per message goes with the price. */
const scale = (one: CreditPackage, price: Money) =>
  moneyOf(Math.round((cents(one.price_per_message) * cents(price)) / Math.max(1, cents(one.price))), price.currency);

/** Two amounts of one currency together. */
export const sum = (a: Money, b: Money): Money => moneyOf(cents(a) + cents(b), a.currency);
export const difference = (a: Money, b: Money): Money => moneyOf(cents(a) - cents(b), a.currency);
export const isZero = (value: Money) => cents(value) === 0;

/** How much less a message costs than in the dearest package, in whole percent. */
export function saving(one: CreditPackage, all: CreditPackage[]): number {
  const dearest = Math.max(...all.map(({ price, credits }) => cents(price) / credits));
  return Math.round((1 - cents(one.price) / one.credits / dearest) * 100);
}
