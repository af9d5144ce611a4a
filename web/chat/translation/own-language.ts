import { detect } from 'tinyld/light';
import type { Locale } from '#contract/lists/locales.ts';

/**
 * The languages of the site that the small model of `tinyld` knows. It lacks Danish, so that Danish members have their
 * messages translated without this look at them.
 */
const codes: Partial<Record<Locale, string>> = {
  en: 'en',
  nl: 'nl',
  de: 'de',
  fr: 'fr',
  it: 'it',
  es: 'es',
  pl: 'pl',
  sv: 'sv',
  nb: 'no',
  fi: 'fi',
};

const known = Object.values(codes);

/**
 * Whether a text is probably in the member's own language, found out on their device, so that texts which need no
 * translation go nowhere (docs/decisions/0076-translation-of-messages.md has how often it is right).
 */
export function isInOwnLanguage(text: string, locale: Locale): boolean {
  const code = codes[locale];
  return code !== undefined && detect(text, { only: known }) === code;
}
