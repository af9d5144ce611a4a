import { type CountryCode, countries, isCountry } from '#contract/lists/countries.ts';
import type { Locale } from '#contract/lists/locales.ts';

/** Data protection authorities of companies. The United States have none. */
const privacyAuthorities: Record<CountryCode, string | null> = {
  US: null,
  NL: 'Autoriteit Persoonsgegevens',
  BE: 'Gegevensbeschermingsautoriteit / Autorité de protection des données',
  FR: 'Commission nationale de l’informatique et des libertés (CNIL)',
  IT: 'Garante per la protezione dei dati personali',
  ES: 'Agencia Española de Protección de Datos (AEPD)',
  // Each federal state has its own.
  DE: 'Datenschutzaufsichtsbehörde unseres Bundeslandes',
  AT: 'Datenschutzbehörde',
  IE: 'Data Protection Commission (DPC)',
  GB: 'Information Commissioner’s Office (ICO)',
  CA: 'Office of the Privacy Commissioner of Canada',
  PL: 'Prezes Urzędu Ochrony Danych Osobowych (UODO)',
  AU: 'Office of the Australian Information Commissioner (OAIC)',
  NZ: 'Office of the Privacy Commissioner',
  CH: 'Eidgenössischer Datenschutz- und Öffentlichkeitsbeauftragter (EDÖB)',
  DK: 'Datatilsynet',
  FI: 'Tietosuojavaltuutetun toimisto',
  NO: 'Datatilsynet',
  SE: 'Integritetsskyddsmyndigheten (IMY)',
};

/** Years that a company keeps its books for the tax authority. Unlisted countries state no number. */
const taxYears: Partial<Record<CountryCode, number>> = { NL: 7 };

/** The authority of a company's country, with the country's name unless its own language is read. */
export function privacyAuthority(language: Locale, country: string, countryName: string): string {
  const authority = isCountry(country) ? privacyAuthorities[country] : null;
  if (!authority || !isCountry(country)) return '';
  return countries[country].language === language ? authority : `${authority}, ${countryName}`;
}

export const taxYearsOf = (country: string): string =>
  isCountry(country) ? String(taxYears[country] ?? '') : '';
