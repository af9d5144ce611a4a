import { centsIn, money } from '#contract/money.ts';
import type { DiscountCode } from '#contract/payments/discounts.ts';
import type { CreditPackage } from '#contract/payments/orders.ts';
import { packagePrice } from '#contract/rules/price-rules.ts';
import type { Money } from '#contract/schema.ts';

export interface Price {
  price: Money;
  perMessage: Money;
  old: Money | null;
  percentage: number;
  belowMinimum: boolean;
}

export function priceOf(one: CreditPackage, code: DiscountCode | null, messageCredits: number): Price {
  const full = one.discount?.old_price ?? one.price;
  const reduction = code
    ? {
        percentage: code.value_percentage,
        minimumCents: code.minimum_order_value ? centsIn(code.minimum_order_value) : 0,
      }
    : one.discount && { percentage: one.discount.percentage, minimumCents: 0 };
  const { cents, perMessageCents, oldCents, percentage, belowMinimum } = packagePrice(
    { cents: centsIn(full), credits: one.credits },
    reduction,
    messageCredits,
  );
  const shown = (value: number) => money(value, full.currency);
  return {
    price: shown(cents),
    perMessage: shown(perMessageCents),
    old: oldCents === null ? null : shown(oldCents),
    percentage,
    belowMinimum,
  };
}

export const discountCodeOf = (one: CreditPackage, code: DiscountCode | null, belowMinimum: boolean) =>
  code && !belowMinimum ? code.code : one.discount?.code;

export const sum = (a: Money, b: Money): Money => money(centsIn(a) + centsIn(b), a.currency);
export const difference = (a: Money, b: Money): Money => money(centsIn(a) - centsIn(b), a.currency);
export const isZero = (value: Money) => centsIn(value) === 0;

export function saving(one: CreditPackage, all: CreditPackage[]): number {
  const dearest = Math.max(...all.map(({ price, credits }) => centsIn(price) / credits));
  return Math.round((1 - centsIn(one.price) / one.credits / dearest) * 100);
}
