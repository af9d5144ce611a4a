import type { Locale } from '#contract/lists/locales.ts';
import { textsOf } from '#mail/texts.ts';

/**
 * Says in a main clause which law applies: that of the company's country, or else of its seat, which is its
 * city and country. In Britain, the United States, Canada and Australia the law depends on the place, so
 * `governing_law.json` does not list them.
 */
export function governingLaw(language: Locale, country: string, seat: string): string {
  const t = textsOf('governing_law').getFixedT(language, 'governing_law');
  return isOneLawCountry(country)
    ? t('clause', { law: t(`laws.${country}`) })
    : t('clause_of_seat', { seat });
}

const isOneLawCountry = (code: string): boolean =>
  Object.hasOwn(textsOf('governing_law').getResource('en', 'governing_law', 'laws'), code);
