import { expect, test } from 'vitest';
import type { DiscountCode } from '#contract/payments/discounts.ts';
import type { CreditPackage } from '#contract/payments/orders.ts';
import { difference, isZero, priceOf, saving, sum } from './price-of.ts';

const euros = (amount: string) => ({ amount, currency: 'EUR' });
const pack = (credits: number, amount: string, discount: CreditPackage['discount'] = null) =>
  ({
    id: credits,
    credits,
    price: euros(amount),
    price_per_message: euros('0.00'),
    popular: false,
    discount,
  }) satisfies CreditPackage;
const code = (percentage: number, minimum: string | null = null) =>
  ({
    value_percentage: percentage,
    minimum_order_value: minimum === null ? null : euros(minimum),
  }) as DiscountCode;

test('returns the full price without a discount, and the price per message', () => {
  expect(priceOf(pack(50, '39.95'), null, 1)).toEqual({
    price: euros('39.95'),
    perMessage: euros('0.80'),
    old: null,
    percentage: 0,
    belowMinimum: false,
  });
  // Fifty credits buy sixteen messages at three credits each.
  expect(priceOf(pack(50, '39.95'), null, 3).perMessage).toEqual(euros('2.50'));
});

test("subtracts a code's percentage from the full price, not from a discounted one", () => {
  const discounted = pack(50, '29.96', { percentage: 25, old_price: euros('39.95'), code: null });
  expect(priceOf(discounted, null, 1)).toMatchObject({
    price: euros('29.96'),
    old: euros('39.95'),
    percentage: 25,
  });
  expect(priceOf(discounted, code(10), 1)).toMatchObject({
    price: euros('35.96'),
    old: euros('39.95'),
    percentage: 10,
  });
});

test('ignores a code below its minimum order and reports that', () => {
  expect(priceOf(pack(20, '17.95'), code(50, '20.00'), 1)).toMatchObject({
    price: euros('17.95'),
    old: null,
    percentage: 0,
    belowMinimum: true,
  });
  expect(priceOf(pack(20, '20.00'), code(50, '20.00'), 1)).toMatchObject({
    price: euros('10.00'),
    belowMinimum: false,
  });
});

test('computes savings relative to the most expensive credit', () => {
  const [small, large] = [pack(10, '10.00'), pack(100, '60.00')];
  expect(saving(large, [small, large])).toBe(40);
  expect(saving(small, [small, large])).toBe(0);
});

test('adds amounts in cents', () => {
  expect(sum(euros('0.10'), euros('0.20'))).toEqual(euros('0.30'));
  expect(difference(euros('1.00'), euros('0.01'))).toEqual(euros('0.99'));
  expect(isZero(difference(euros('5.00'), euros('5.00')))).toBe(true);
});
