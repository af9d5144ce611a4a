import type { Formats } from '#web/i18n/format.ts';

/** A VAT rate in the page's language, with decimals only if needed: `21%`, `25,5%`. */
export const vatText = (formats: Formats, percentage: number) =>
  Number.isInteger(percentage)
    ? formats.percent(percentage)
    : formats.percent(0).replace(/0/, formats.number(percentage));
