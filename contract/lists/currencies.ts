import { countries, type CountryCode } from './countries.ts';

/** Currencies of prices. All have two decimals at the gateways. */
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

export const currencyOf = (country: CountryCode, chosen: Partial<Record<string, string>>): string =>
  chosen[country] ?? countries[country].currency;
