import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  EARLY_END_HOURS,
  pauseDays,
  pausedUntil,
  pauseEndsEarly,
  type Spend,
  unusualStreak,
} from './spending-rules.ts';

const HOUR = 3_600_000;
const now = new Date('2026-11-22T12:00:00Z');
const inHours = (hours: number) => new Date(now.getTime() + hours * HOUR);

test('extends a running pause and never shortens it', () => {
  expect(pausedUntil(null, 1, now)).toEqual(inHours(24));
  expect(pausedUntil(inHours(20), 7, now)).toEqual(inHours(7 * 24));
  expect(pausedUntil(inHours(20 * 24), 7, now)).toEqual(inHours(20 * 24));
  expect(pausedUntil(inHours(-5), 1, now)).toEqual(inHours(24));
});

test('ends a pause a day after the request, and never later than planned', () => {
  expect(pauseEndsEarly(inHours(30 * 24), now)).toEqual(inHours(EARLY_END_HOURS));
  expect(pauseEndsEarly(inHours(3), now)).toEqual(inHours(3));
});

test('ends a pause only on request and at least a day later, for any sequence of requests', () => {
  const act = fc.record({
    after: fc.integer({ min: 0, max: 400 }),
    days: fc.option(fc.constantFrom(...pauseDays)),
  });
  fc.assert(
    fc.property(fc.array(act, { maxLength: 20 }), (acts) => {
      let at = now;
      let until = null as Date | null;
      for (const { after, days } of acts) {
        at = new Date(at.getTime() + after * HOUR);
        const running: Date | null = until && until > at ? until : null;
        until = days === null ? running && pauseEndsEarly(running, at) : pausedUntil(running, days, at);
        if (running)
          expect(until!.getTime()).toBeGreaterThanOrEqual(
            Math.min(running.getTime(), at.getTime() + EARLY_END_HOURS * HOUR),
          );
        if (running && days !== null) expect(until!.getTime()).toBeGreaterThanOrEqual(running.getTime());
      }
    }),
  );
});

const spent = (hoursAgo: number, credits: number): Spend => [now.getTime() - hoursAgo * HOUR, credits];

test('reports spending far above the usual, but never below thirty credits an hour', () => {
  expect(unusualStreak([], now.getTime())).toBeNull();
  expect(unusualStreak([spent(0.1, 29)], now.getTime())).toBeNull();
  expect(unusualStreak([spent(0.1, 20), spent(0.5, 15)], now.getTime())).toBe(35);
  // This member usually spends thirty an hour, so ninety is unusual.
  const habit = [spent(30, 30), spent(55, 30), spent(200, 30)];
  expect(unusualStreak([...habit, spent(0.5, 60)], now.getTime())).toBeNull();
  expect(unusualStreak([...habit, spent(0.5, 95)], now.getTime())).toBe(95);
  // Spending of more than thirty days ago does not count.
  expect(unusualStreak([spent(31 * 24, 500), spent(0.5, 40)], now.getTime())).toBe(40);
});

test('does not report usual spending, however high', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 2, max: 20 }), (credits, days) => {
      const habit = Array.from({ length: days }, (_, day) => spent((day + 1) * 24, credits));
      expect(unusualStreak([...habit, spent(0.2, credits)], now.getTime())).toBe(null);
    }),
    { examples: [[30, 2]] },
  );
});
