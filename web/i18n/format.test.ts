import { expect, test, vi } from 'vitest';
import { formatsOf } from './format.ts';
import { knownTimeZone } from './time-zone.ts';

const at = '2026-11-22T23:30:00Z';

test("formats times and days in the given zone, regardless of the machine's zone", () => {
  const [utc, amsterdam, auckland] = ['UTC', 'Europe/Amsterdam', 'Pacific/Auckland'].map((zone) =>
    formatsOf('nl', zone),
  ) as [ReturnType<typeof formatsOf>, ReturnType<typeof formatsOf>, ReturnType<typeof formatsOf>];
  expect([utc.time(at), amsterdam.time(at), auckland.time(at)]).toEqual(['23:30', '00:30', '12:30']);
  expect([utc.dayAndMonth(at), amsterdam.dayAndMonth(at)]).toEqual(['22 nov', '23 nov']);
  expect(utc.sameDay(at, '2026-11-23T00:30:00Z')).toBe(false);
  expect(amsterdam.sameDay(at, '2026-11-23T00:30:00Z')).toBe(true);
});

test("says today and yesterday by the reader's calendar, even when clocks change", () => {
  vi.useFakeTimers({ now: new Date('2026-10-25T12:00:00Z') });
  try {
    const { day, isToday } = formatsOf('en', 'Europe/Amsterdam');
    expect(day('2026-10-24T23:30:00Z')).toBe('Today');
    expect(isToday('2026-10-24T23:30:00Z')).toBe(true);
    expect(day('2026-10-24T21:30:00Z')).toBe('Yesterday');
    expect(day('2026-10-23T12:00:00Z')).toBe('Friday 23 October');
  } finally {
    vi.useRealTimers();
  }
});

test('accepts a time zone from a cookie only if it is a valid IANA name', () => {
  expect(knownTimeZone('europe/amsterdam')).toBe('Europe/Amsterdam');
  for (const zone of ['+05:30', 'Mars/Base', '<script>', '', null, undefined])
    expect(knownTimeZone(zone), String(zone)).toBeNull();
});
