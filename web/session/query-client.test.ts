import { expect, test } from 'vitest';
import { ApiError } from '#web/api.ts';
import { retryWait, worthRetrying } from './query-client.ts';

const refused = (status: number, retryAfter: number | null = null) => new ApiError(status, {}, retryAfter);

test('retries network errors, 5xx and 429 up to 5 times, and no other error', () => {
  for (const status of [0, 500, 503, 429]) {
    expect(worthRetrying(4, refused(status))).toBe(true);
    expect(worthRetrying(5, refused(status))).toBe(false);
  }
  for (const status of [400, 401, 402, 403, 404, 409, 422])
    expect(worthRetrying(0, refused(status))).toBe(false);
  expect(worthRetrying(0, new TypeError('a bug'))).toBe(false);
});

test('doubles the delay between retries, or uses the delay that the server requests', () => {
  expect([0, 1, 2, 3, 4].map((failures) => retryWait(failures, refused(503)))).toEqual([
    1000, 2000, 4000, 8000, 16_000,
  ]);
  expect(retryWait(0, refused(429, 7))).toBe(7000);
});
