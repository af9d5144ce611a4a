import { describe, expect, test } from 'vitest';
import { easterSunday } from './public-holidays.ts';
import { refundableCents, withdrawalEnds } from './refund-rules.ts';

describe('the rules of a refund', () => {
  test('refund everything or a share, rounded in the payer’s favour, never more than is left', () => {
    const order = { amountCents: 1999, credits: 50, refundedCents: 0 };
    expect(refundableCents({ ...order, unused: 50 })).toBe(1999);
    expect(refundableCents({ ...order, unused: 1 })).toBe(40);
    expect(refundableCents({ ...order, unused: 0 })).toBe(0);
    expect(refundableCents({ ...order, unused: 50, refundedCents: 1500 })).toBe(499);
  });

  test('count days in the site’s time zone, across clock changes', () => {
    expect(withdrawalEnds(new Date('2026-11-08T23:30:00Z'), 14, 'Europe/Amsterdam', 'NL').toISOString()).toBe(
      '2026-11-23T23:00:00.000Z',
    );
    expect(withdrawalEnds(new Date('2026-10-20T12:00:00Z'), 14, 'Europe/Amsterdam', 'NL').toISOString()).toBe(
      '2026-11-03T23:00:00.000Z',
    );
    expect(withdrawalEnds(new Date('2026-03-20T12:00:00Z'), 14, 'Europe/Amsterdam', 'NL').toISOString()).toBe(
      '2026-04-03T22:00:00.000Z',
    );
    // The fourteenth day is a Saturday, and the following Monday is Whit Monday in some countries.
    expect(withdrawalEnds(new Date('2026-05-09T12:00:00Z'), 14, 'Europe/Amsterdam', 'NL').toISOString()).toBe(
      '2026-05-26T22:00:00.000Z',
    );
    expect(withdrawalEnds(new Date('2026-05-09T12:00:00Z'), 14, 'Europe/Rome', 'IT').toISOString()).toBe(
      '2026-05-25T22:00:00.000Z',
    );
    // Christmas Day is a Friday in 2026; Sunday 3 January moves to Monday.
    expect(withdrawalEnds(new Date('2026-12-11T12:00:00Z'), 14, 'Europe/Berlin', 'DE').toISOString()).toBe(
      '2026-12-28T23:00:00.000Z',
    );
    expect(withdrawalEnds(new Date('2026-12-20T12:00:00Z'), 14, 'Europe/Warsaw', 'PL').toISOString()).toBe(
      '2027-01-04T23:00:00.000Z',
    );
  });
});

test('calculates the published dates of Easter', () => {
  for (const day of ['2024-03-31', '2025-04-20', '2026-04-05', '2027-03-28', '2038-04-25'])
    expect(new Date(easterSunday(Number(day.slice(0, 4)))).toISOString().slice(0, 10)).toBe(day);
});
