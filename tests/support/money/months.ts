/**
 * Seconds from now to noon in the middle of the month, for `shiftClock`. Tests of monthly figures use it, because they fail if a
 * month ends between two of their steps.
 */
export function secondsToMidMonth(): number {
  const now = new Date();
  return (Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 15, 12) - now.getTime()) / 1000;
}

/** The current month (`2026-11`) in the default time zone of sites, for requests of monthly figures. */
export const currentMonth = (): string =>
  new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Amsterdam' }).format().slice(0, 7);
