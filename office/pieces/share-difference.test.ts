import { expect, test } from 'vitest';
import { shareDifference } from './share-difference.ts';

test('compares two shares with limits, and says nothing about few people', () => {
  expect(shareDifference({ many: 10, of: 49 }, { many: 10, of: 500 })).toBeNull();
  const equal = shareDifference({ many: 50, of: 500 }, { many: 50, of: 500 })!;
  expect(equal.points).toBe(0);
  expect(equal.low).toBeLessThan(0);
  expect(equal.high).toBeGreaterThan(0);
  const better = shareDifference({ many: 300, of: 1000 }, { many: 200, of: 1000 })!;
  expect(better.points).toBeCloseTo(10);
  expect(better.low).toBeCloseTo(6.2, 0);
  expect(better.high).toBeCloseTo(13.8, 0);
});
