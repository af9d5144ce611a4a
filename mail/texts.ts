import { readFileSync } from 'node:fs';
import i18next, { type i18n } from 'i18next';
import { locales, type Locale } from '#contract/lists/locales.ts';

const loaded = new Map<string, i18n>();

/**
 * All languages of one namespace, for texts outside pages: mails, pushes, documents. Loaded once. A key that
 * is missing in every language is a bug and throws.
 */
export function textsOf(namespace: string): i18n {
  const known = loaded.get(namespace);
  if (known) return known;
  const texts = i18next.createInstance();
  void texts.init({
    ns: namespace,
    defaultNS: namespace,
    fallbackLng: 'en',
    initAsync: false,
    resources: Object.fromEntries(
      locales.map((locale) => [locale, { [namespace]: read(locale, namespace) }]),
    ),
    // React escapes the text that it renders; subjects and plain text are not HTML.
    interpolation: { prefix: '{', suffix: '}', escapeValue: false },
    saveMissing: true,
    missingKeyHandler: (_languages, missing, key) => {
      throw new Error(`The text ${missing}:${key} is missing.`);
    },
  });
  loaded.set(namespace, texts);
  return texts;
}

const read = (locale: Locale, namespace: string) =>
  JSON.parse(
    readFileSync(new URL(`../locales/${locale}/${namespace}.json`, import.meta.url), 'utf8'),
  ) as Record<string, unknown>;
