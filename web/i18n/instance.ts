import i18next, { type i18n } from 'i18next';
import type { Locale } from '#contract/locales.ts';

export type Resources = Record<string, Record<string, unknown>>;

/**
 * A translator for one language with the namespaces given; `fetchNamespace` loads others on demand.
 * One per request on the server, one per page in the browser: the language of a page never changes.
 */
export function createTranslator(locale: Locale, resources: Resources, fetchNamespace?: (namespace: string) => Promise<Record<string, unknown>>): i18n {
  const translator = i18next.createInstance();
  if (fetchNamespace) {
    translator.use({
      type: 'backend',
      init() {},
      read(_language: string, namespace: string, done: (error: unknown, found: unknown) => void) {
        fetchNamespace(namespace).then(
          (found) => done(null, found),
          (error) => done(error, false),
        );
      },
    });
  }
  void translator.init({
    lng: locale,
    fallbackLng: false,
    ns: Object.keys(resources),
    defaultNS: 'common',
    resources: { [locale]: resources },
    partialBundledLanguages: true,
    initAsync: false,
    interpolation: { prefix: '{', suffix: '}', escapeValue: false },
    returnNull: false,
    react: { useSuspense: true },
    showSupportNotice: false,
  } as Parameters<typeof translator.init>[0]);
  return translator;
}
