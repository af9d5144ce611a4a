import { expect, test } from 'vitest';
import type { CreditPackage, DiscountCode } from '#contract/payments.ts';
import { difference, isZero, priceOf, saving, sum } from './price-of.ts';

const euros = (amount: string) => ({ amount, currency: 'EUR' });
const pack = (credits: number, amount: string, discount: CreditPackage['discount'] = null) =>
  ({ id: credits, credits, price: euros(amount), price_per_message: euros('0.00'), popular: false, discount }) satisfies CreditPackage;
const code = (percentage: number, minimum: string | null = null) =>
  ({ value_percentage: percentage, minimum_order_value: minimum === null ? null : euros(minimum) }) as DiscountCode;

test('without a discount the price is as it is, and a message costs its share', () => {
  expect(priceOf(pack(50, '39.95'), null, 1)).toEqual({ price: euros('39.95'), perMessage: euros('0.80'), old: null, percentage: 0, belowMinimum: false });
  // Fifty credits are sixteen messages of three.
  expect(priceOf(pack(50, '39.95'), null, 3).perMessage).toEqual(euros('2.50'));
});

test('a code takes its percentage off the full price, not off a price that is discounted already', () => {
  const discounted = pack(50, '29.96', { percentage: 25, old_price: euros('39.95'), code: null });
  expect(priceOf(discounted, null, 1)).toMatchObject({ price: euros('29.96'), old: euros('39.95'), percentage: 25 });
  expect(priceOf(discounted, code(10), 1)).toMatchObject({ price: euros('35.96'), old: euros('39.95'), percentage: 10 });
});

test('a code below its minimum order changes nothing and says so', () => {
  expect(priceOf(pack(20, '17.95'), code(50, '20.00'), 1)).toMatchObject({ price: euros('17.95'), old: null, percentage: 0, belowMinimum: true });
  expect(priceOf(pack(20, '20.00'), code(50, '20.00'), 1)).toMatchObject({ price: euros('10.00'), belowMinimum: false });
});

test('what a package saves is told against the dearest credit', () => {
  const [small, large] = [pack(10, '10.00'), pack(100, '60.00')];
  expect(saving(large, [small, large])).toBe(40);
  expect(saving(small, [small, large])).toBe(0);
});

test('amounts add up in cents', () => {
  expect(sum(euros('0.10'), euros('0.20'))).toEqual(euros('0.30'));
  expect(difference(euros('1.00'), euros('0.01'))).toEqual(euros('0.99'));
  expect(isZero(difference(euros('5.00'), euros('5.00')))).toBe(true);
});
