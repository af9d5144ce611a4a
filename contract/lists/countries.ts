import type { Locale } from './locales.ts';

export const regionLabels = ['province', 'state', 'region', 'canton', 'county', 'voivodeship'] as const;
export type RegionLabel = (typeof regionLabels)[number];

interface Country {
  language: Locale;
  regionLabel: RegionLabel;
  currency: string;
}

export const countries = {
  US: { language: 'en', regionLabel: 'state', currency: 'USD' },
  NL: { language: 'nl', regionLabel: 'province', currency: 'EUR' },
  BE: { language: 'nl', regionLabel: 'province', currency: 'EUR' },
  FR: { language: 'fr', regionLabel: 'region', currency: 'EUR' },
  IT: { language: 'it', regionLabel: 'region', currency: 'EUR' },
  ES: { language: 'es', regionLabel: 'region', currency: 'EUR' },
  DE: { language: 'de', regionLabel: 'state', currency: 'EUR' },
  AT: { language: 'de', regionLabel: 'state', currency: 'EUR' },
  IE: { language: 'en', regionLabel: 'county', currency: 'EUR' },
  GB: { language: 'en', regionLabel: 'region', currency: 'GBP' },
  CA: { language: 'en', regionLabel: 'province', currency: 'CAD' },
  PL: { language: 'pl', regionLabel: 'voivodeship', currency: 'PLN' },
  AU: { language: 'en', regionLabel: 'state', currency: 'AUD' },
  NZ: { language: 'en', regionLabel: 'region', currency: 'NZD' },
  CH: { language: 'de', regionLabel: 'canton', currency: 'CHF' },
  DK: { language: 'da', regionLabel: 'region', currency: 'DKK' },
  FI: { language: 'fi', regionLabel: 'region', currency: 'EUR' },
  NO: { language: 'nb', regionLabel: 'county', currency: 'NOK' },
  SE: { language: 'sv', regionLabel: 'county', currency: 'SEK' },
} as const satisfies Record<string, Country>;

export type CountryCode = keyof typeof countries;
export const countryCodes = Object.keys(countries) as CountryCode[];
export const isCountry = (code: string): code is CountryCode => Object.hasOwn(countries, code);
