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

test('writes English dates the British way, and the American way in the United States', () => {
  const british = formatsOf('en', 'Europe/London');
  const american = formatsOf('en', 'America/Los_Angeles');
  expect([british.date(at), british.time(at)]).toEqual(['22 November 2026', '23:30']);
  expect(american.date(at)).toBe('November 22, 2026');
  expect(american.time(at).replace(/\s/, ' ')).toBe('3:30 PM');
  const zones = Intl.supportedValuesOf('timeZone').filter(
    (zone) => formatsOf('en', zone).date('2026-11-22T12:00:00Z') === 'November 22, 2026',
  );
  expect(
    zones
      .map((zone) => zone.replace(/^America\//, ''))
      .sort()
      .join(' '),
  ).toBe(
    'Adak Anchorage Boise Chicago Denver Detroit Indiana/Knox Indiana/Marengo Indiana/Petersburg Indiana/Tell_City Indiana/Vevay Indiana/Vincennes Indiana/Winamac Indianapolis Juneau Kentucky/Monticello Los_Angeles Louisville Menominee Metlakatla New_York Nome North_Dakota/Beulah North_Dakota/Center North_Dakota/New_Salem Pacific/Honolulu Phoenix Sitka Yakutat',
  );
  expect(formatsOf('de', 'America/New_York').date(at)).toBe('22. November 2026');
});

test('writes Swiss francs as in Switzerland, and other money as in the language', () => {
  const money = (language: string, currency: string) =>
    formatsOf(language, 'UTC').money({ amount: '9.50', currency }).replace(/\s/g, ' ');
  expect(money('de', 'CHF')).toBe('CHF 9.50');
  expect(money('fr', 'CHF')).toBe('9.50 CHF');
  expect(money('it', 'CHF')).toBe('CHF 9.50');
  expect(money('de', 'EUR')).toBe('9,50 €');
});

test('accepts a time zone from a cookie only if it is a valid IANA name', () => {
  expect(knownTimeZone('europe/amsterdam')).toBe('Europe/Amsterdam');
  for (const zone of ['+05:30', 'Mars/Base', '<script>', '', null, undefined])
    expect(knownTimeZone(zone), String(zone)).toBeNull();
});
