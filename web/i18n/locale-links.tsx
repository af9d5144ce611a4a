import { isLocale, type Locale, localePath, locales } from '#contract/lists/locales.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useLocation } from '#web/router/hooks.ts';

export function useLocale(): Locale {
  const { i18n } = useTranslation();
  return isLocale(i18n.language) ? i18n.language : 'nl';
}

/**
 * Adds the locale to a path for use outside the router (`form action`, `location.assign`, copied links).
 * `<Link to>` and `navigate()` take the plain path, because the router adds the prefix.
 */
export function useLocalePath() {
  const locale = useLocale();
  return (path: string) => localePath(locale, path);
}

export function usePageInLocales(): { locale: Locale; href: string }[] {
  const { pathname, search } = useLocation();
  return locales.map((locale) => ({ locale, href: localePath(locale, pathname) + search }));
}

/** Stores the language for 365 days (docs/product.md 9.3). */
export function rememberLocale(locale: Locale) {
  document.cookie = `locale=${locale}; path=/; max-age=${365 * 86_400}; samesite=lax${location.protocol === 'https:' ? '; secure' : ''}`;
}
