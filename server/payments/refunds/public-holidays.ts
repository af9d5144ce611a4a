import type { CountryCode } from '#contract/lists/countries.ts';

/**
 * Nationwide public holidays, as `MM-DD`, as days after Easter Sunday, or as the first or last Monday of a month
 * (`first 05`). Regional holidays, and substitute
 * days for holidays on a weekend, are omitted.
 */
const holidays: Record<CountryCode, (string | number)[]> = {
  NL: ['01-01', 1, '04-27', '05-05', 39, 50, '12-25', '12-26'],
  BE: ['01-01', 1, '05-01', 39, 50, '07-21', '08-15', '11-01', '11-11', '12-25'],
  FR: ['01-01', 1, '05-01', '05-08', 39, 50, '07-14', '08-15', '11-01', '11-11', '12-25'],
  IT: ['01-01', '01-06', 1, '04-25', '05-01', '06-02', '08-15', '10-04', '11-01', '12-08', '12-25', '12-26'],
  ES: ['01-01', '01-06', -2, '05-01', '08-15', '10-12', '11-01', '12-06', '12-08', '12-25'],
  DE: ['01-01', -2, 1, '05-01', 39, 50, '10-03', '12-25', '12-26'],
  AT: ['01-01', '01-06', 1, '05-01', 39, 50, 60, '08-15', '10-26', '11-01', '12-08', '12-25', '12-26'],
  IE: ['01-01', 'first 02', '03-17', 1, 'first 05', 'first 06', 'first 08', 'last 10', '12-25', '12-26'],
  GB: ['01-01', -2, 1, 'first 05', 'last 05', '12-25', '12-26'],
  PL: ['01-01', '01-06', 1, '05-01', '05-03', 60, '08-15', '11-01', '11-11', '12-24', '12-25', '12-26'],
  CH: ['01-01', 39, '08-01', '12-25'],
  DK: ['01-01', -3, -2, 1, 39, 50, '12-25', '12-26'],
  FI: ['01-01', '01-06', -2, 1, '05-01', 39, '12-06', '12-25', '12-26'],
  NO: ['01-01', -3, -2, 1, '05-01', '05-17', 39, 50, '12-25', '12-26'],
  SE: ['01-01', '01-06', -2, 1, '05-01', 39, '06-06', '12-25', '12-26'],
  US: ['01-01', '06-19', '07-04', '11-11', '12-25'],
  CA: ['01-01', -2, '07-01', '12-25'],
  AU: ['01-01', '01-26', -2, 1, '04-25', '12-25', '12-26'],
  NZ: ['01-01', '01-02', '02-06', -2, 1, '04-25', '12-25', '12-26'],
};

const DAY = 86_400_000;

/** Returns whether a day is a weekend or a public holiday. `day` is midnight UTC of the calendar day. */
export function isNoWorkingDay(day: number, country: CountryCode): boolean {
  const date = new Date(day);
  if ([0, 6].includes(date.getUTCDay())) return true;
  const monthDay = date.toISOString().slice(5, 10);
  const afterEaster = Math.round((day - easterSunday(date.getUTCFullYear())) / DAY);
  const monday = date.getUTCDay() === 1 ? mondayOf(day) : [];
  return holidays[country].some(
    (holiday) => holiday === monthDay || holiday === afterEaster || monday.some((name) => name === holiday),
  );
}

function mondayOf(day: number): string[] {
  const month = (at: number) => new Date(at).toISOString().slice(5, 7);
  const own = month(day);
  return [
    ...(month(day - 7 * DAY) === own ? [] : [`first ${own}`]),
    ...(month(day + 7 * DAY) === own ? [] : [`last ${own}`]),
  ];
}

/** Midnight UTC of Easter Sunday in the Gregorian calendar (algorithm of Meeus, Jones and Butcher). */
export function easterSunday(year: number): number {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7;
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114;
  return Date.UTC(year, Math.floor(f / 31) - 1, (f % 31) + 1);
}
