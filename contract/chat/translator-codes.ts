import type { Locale } from '../lists/locales.ts';

/** The code of a language for translators and language detectors, which know Norwegian but not Bokmål. */
export const translatorCode = (locale: Locale): string => (locale === 'nb' ? 'no' : locale);
