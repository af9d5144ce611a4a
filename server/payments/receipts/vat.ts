import type { CountryCode } from '#contract/countries.ts';

/**
 * Standard rate of VAT or GST on electronic services for consumers, by country, in percent (November 2026). Prices
 * include it. Canada: the federal GST; the United States tax by state and are left to the operator's own advice.
 */
export const vatPercentages: Record<CountryCode, number> = {
  NL: 21,
  BE: 21,
  FR: 20,
  IT: 22,
  ES: 21,
  DE: 19,
  AT: 20,
  IE: 23,
  PL: 23,
  DK: 25,
  FI: 25.5,
  SE: 25,
  GB: 20,
  NO: 25,
  CH: 8.1,
  AU: 10,
  NZ: 15,
  CA: 5,
  US: 0,
};

/** The VAT that an amount includes, rounded to the cent. */
export const vatOf = (amountCents: number, percentage: number): number => Math.round((amountCents * percentage) / (100 + percentage));
