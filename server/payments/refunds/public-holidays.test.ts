import { expect, test } from 'vitest';
import { isNoWorkingDay } from './public-holidays.ts';

test('knows the bank holidays of Ireland and the United Kingdom that move with their Monday', () => {
  const isFree = (day: string, country: 'IE' | 'GB') => isNoWorkingDay(Date.parse(day), country);
  for (const day of ['2026-02-02', '2026-05-04', '2026-06-01', '2026-08-03', '2026-10-26'])
    expect([day, isFree(day, 'IE')]).toEqual([day, true]);
  for (const day of ['2026-02-09', '2026-05-11', '2026-06-08', '2026-08-10', '2026-10-19'])
    expect([day, isFree(day, 'IE')]).toEqual([day, false]);
  expect([isFree('2026-05-04', 'GB'), isFree('2026-05-25', 'GB'), isFree('2026-06-01', 'GB')]).toEqual([
    true,
    true,
    false,
  ]);
});
