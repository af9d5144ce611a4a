import type { Formats } from '#web/i18n/format.ts';

/** A VAT rate as the language writes it, with its decimal where it has one: `21%`, `25,5%`. */
export const vatText = (formats: Formats, percentage: number) =>
  Number.isInteger(percentage) ? formats.percent(percentage) : formats.percent(0).replace(/0/, formats.number(percentage));
