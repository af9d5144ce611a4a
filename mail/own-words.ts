import i18next, { type TFunction } from 'i18next';
import type { Locale } from '#contract/lists/locales.ts';
import type { TemplateName } from './index.ts';
import { textsOf } from './texts.ts';

/**
 * The parts of a mail that an operator may reword. Reasons, legal sentences and labels of profiles are fixed.
 */
const PARTS = /^(?:subject|preview|title|text|button)(?:_(?:zero|one|two|few|many|other))?$/;

const sectionOf = (template: TemplateName) => template.replaceAll('-', '_');

export function wordsOf(template: TemplateName, locale: Locale): Record<string, string> {
  const section =
    (textsOf('mail').getResourceBundle(locale, 'mail') as Record<string, Record<string, unknown>>)[
      sectionOf(template)
    ] ?? {};
  return Object.fromEntries(
    Object.entries(section).filter(
      (entry): entry is [string, string] => PARTS.test(entry[0]) && typeof entry[1] === 'string',
    ),
  );
}

export function translatorOf(
  template: TemplateName,
  locale: Locale,
  words: Record<string, string> = {},
): TFunction {
  const standard = textsOf('mail');
  if (Object.keys(words).length === 0) return standard.getFixedT(locale, 'mail');
  const bundle = standard.getResourceBundle(locale, 'mail') as Record<string, object>;
  const section = sectionOf(template);
  const texts = i18next.createInstance();
  void texts.init({
    ...standard.options,
    lng: locale,
    resources: { [locale]: { mail: { ...bundle, [section]: { ...bundle[section], ...words } } } },
  });
  return texts.getFixedT(locale, 'mail');
}
