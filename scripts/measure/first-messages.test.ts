import { expect, test } from 'vitest';
import { isTableStale, measureFirstMessages, sumOf } from './first-messages.ts';

const measured = measureFirstMessages();

test('the document has the figures of the present patterns', () => {
  expect(isTableStale(), 'run `node scripts/run.mjs scripts/measure/first-messages.ts`').toBe(false);
});

test.each(measured)('asks about most bad first messages and few harmless ones in $locale', ({ asked }) => {
  for (const kind of ['hurtful', 'sexual', 'scam'] as const)
    expect(asked[kind].asked / asked[kind].of, kind).toBeGreaterThan(0.7);
  expect(asked.harmless.asked).toBeLessThanOrEqual(1);
});

test('asks about at most one harmless first message in fifty over all languages', () => {
  const { of, asked } = sumOf(measured, 'harmless');
  expect(of).toBeGreaterThanOrEqual(200);
  expect(asked / of).toBeLessThan(0.02);
});
