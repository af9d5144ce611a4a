/** The eleven languages (docs/product.md 1.2). URLs of the default, `nl`, have no prefix. */
export const locales = ['da', 'de', 'en', 'es', 'fi', 'fr', 'it', 'nb', 'nl', 'pl', 'sv'] as const;
export type Locale = (typeof locales)[number];
export const defaultLocale: Locale = 'nl';
export const isLocale = (value: unknown): value is Locale =>
  typeof value === 'string' && (locales as readonly string[]).includes(value);

export const localeNames: Record<Locale, string> = {
  da: 'Dansk',
  de: 'Deutsch',
  en: 'English',
  es: 'Español',
  fi: 'Suomi',
  fr: 'Français',
  it: 'Italiano',
  nb: 'Norsk bokmål',
  nl: 'Nederlands',
  pl: 'Polski',
  sv: 'Svenska',
};

/**
 * Beginnings of the names of the United States' time zones, whose readers write dates the American way. Short, because
 * every page loads them.
 */
const americanZone =
  /^(US|Pacific\/Hon|America\/(A(nc|da)|Boi|Chic|De[nt]|Fort_W|Indi|Jun|K[en]|Lo[su]|Me(no|t)|N(ew|om|ort)|Ph|S[hi]|Yak))/;

/**
 * The locale for dates, times and numbers. English texts are British, so `en` formats dates the British way, except
 * in the time zones of the United States.
 */
export function formatLocale(locale: string, timeZone?: string): string {
  if (locale !== 'en') return locale;
  return timeZone !== undefined && americanZone.test(timeZone) ? 'en-US' : 'en-GB';
}

/** The locale for amounts of money: Swiss francs are written as in Switzerland, with a point: `CHF 9.50`. */
export const moneyLocale = (locale: string, currency: string): string =>
  currency === 'CHF' && ['de', 'fr', 'it'].includes(locale) ? `${locale}-CH` : formatLocale(locale);

/**
 * The languages in which search engines find pages of a host. On a host of another language the URLs of the
 * default language, which have no prefix, redirect everybody who did not choose it.
 */
export const indexedLocales = (offered: readonly Locale[], own: Locale): Locale[] =>
  offered.filter((locale) => locale !== defaultLocale || own === defaultLocale);

export const localePath = (locale: Locale, path: string) =>
  locale === defaultLocale ? path : `/${locale}${path === '/' ? '' : path}`;
