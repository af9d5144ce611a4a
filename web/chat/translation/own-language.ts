import { detect } from 'tinyld/light';
import { translatorCode } from '#contract/chat/translator-codes.ts';
import { locales, type Locale } from '#contract/lists/locales.ts';

/**
 * The small model of `tinyld` does not know Danish, so Danish members have their messages translated without this look
 * at them.
 */
const isKnown = (locale: Locale): boolean => locale !== 'da';

const codes = locales.filter(isKnown).map(translatorCode);

/**
 * Whether a text is probably in the member's own language, found out on their device, so that texts which need no
 * translation go nowhere (docs/decisions/0076-translation-of-messages.md has how often it is right).
 */
export const isInOwnLanguage = (text: string, locale: Locale): boolean =>
  isKnown(locale) && detect(text, { only: codes }) === translatorCode(locale);
