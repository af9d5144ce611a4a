/** The date of an instant in a time zone, for example `2026-12-01`. */
export const dateIn = (instant: Date, timeZone: string): string =>
  // Swedish dates are in ISO form.
  new Intl.DateTimeFormat('sv', { timeZone }).format(instant);
