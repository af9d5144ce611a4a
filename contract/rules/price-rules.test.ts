import { expect, test } from 'vitest';
import { choicesOf } from '../lists/payment-methods.ts';
import { packagePrice } from './price-rules.ts';

test('a package costs its price, with a discount so much less, rounded to the cent, and a message its share of the credits', () => {
  expect(packagePrice({ cents: 1999, credits: 50 }, null, 1)).toEqual({ cents: 1999, perMessageCents: 40, oldCents: null, percentage: 0, belowMinimum: false });
  expect(packagePrice({ cents: 1999, credits: 50 }, { percentage: 25, minimumCents: 0 }, 2)).toEqual({
    cents: 1499,
    perMessageCents: 60,
    oldCents: 1999,
    percentage: 25,
    belowMinimum: false,
  });
});

test('a discount that asks for a larger order takes nothing off', () => {
  const price = packagePrice({ cents: 1999, credits: 50 }, { percentage: 25, minimumCents: 2000 }, 1);
  expect(price).toMatchObject({ cents: 1999, oldCents: null, percentage: 0, belowMinimum: true });
});

test('a message that costs more than the package holds still has a price', () => {
  expect(packagePrice({ cents: 999, credits: 20 }, null, 50).perMessageCents).toBe(999);
});

test('cards of one form are one choice with their brands, in the place of the first', () => {
  expect(choicesOf(['ideal', 'visa', 'paypal', 'creditcard', 'maestro', 'dankort'])).toEqual([
    { method: 'ideal', brands: [] },
    { method: 'creditcard', brands: ['visa', 'maestro'] },
    { method: 'paypal', brands: [] },
    { method: 'dankort', brands: [] },
  ]);
  expect(choicesOf(['visa'])).toEqual([{ method: 'visa', brands: [] }]);
});
