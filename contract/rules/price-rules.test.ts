import { expect, test } from 'vitest';
import { choicesOf } from '../lists/payment-methods.ts';
import { packagePrice } from './price-rules.ts';

test('subtracts the discount rounded to the cent, and derives the price per message', () => {
  expect(packagePrice({ cents: 1999, credits: 50 }, null, 1)).toEqual({
    cents: 1999,
    perMessageCents: 40,
    oldCents: null,
    percentage: 0,
    belowMinimum: false,
  });
  expect(packagePrice({ cents: 1999, credits: 50 }, { percentage: 25, minimumCents: 0 }, 2)).toEqual({
    cents: 1499,
    perMessageCents: 60,
    oldCents: 1999,
    percentage: 25,
    belowMinimum: false,
  });
});

test('ignores a discount if the order is below its minimum', () => {
  const price = packagePrice({ cents: 1999, credits: 50 }, { percentage: 25, minimumCents: 2000 }, 1);
  expect(price).toMatchObject({ cents: 1999, oldCents: null, percentage: 0, belowMinimum: true });
});

test('computes a price per message even if the package holds fewer credits than a message costs', () => {
  expect(packagePrice({ cents: 999, credits: 20 }, null, 50).perMessageCents).toBe(999);
});

test('merges card brands into one choice at the position of the first', () => {
  expect(choicesOf(['ideal', 'visa', 'paypal', 'creditcard', 'maestro', 'dankort'])).toEqual([
    { method: 'ideal', brands: [] },
    { method: 'creditcard', brands: ['visa', 'maestro'] },
    { method: 'paypal', brands: [] },
    { method: 'dankort', brands: [] },
  ]);
  expect(choicesOf(['visa'])).toEqual([{ method: 'visa', brands: [] }]);
});
