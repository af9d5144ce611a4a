import { countries, type CountryCode } from './countries.ts';

/** The currencies that prices may be in: all have two decimals, as the gateways count them. */
export const currencies = [
  'EUR',
  'USD',
  'GBP',
  'CHF',
  'PLN',
  'DKK',
  'NOK',
  'SEK',
  'CAD',
  'AUD',
  'NZD',
  'AED',
  'BRL',
  'CZK',
  'HKD',
  'HUF',
  'ILS',
  'MXN',
  'MYR',
  'PHP',
  'RON',
  'SGD',
  'THB',
  'ZAR',
] as const;
export type Currency = (typeof currencies)[number];

/** What a country pays in: what its site says, else its own. */
export const currencyOf = (country: CountryCode, chosen: Partial<Record<string, string>>): string => chosen[country] ?? countries[country].currency;
