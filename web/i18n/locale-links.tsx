import { useTranslation } from '#web/i18n/translate.tsx';
import { useLocation } from 'react-router';
import { isLocale, type Locale, localePath, locales } from '#contract/lists/locales.ts';

/** The page's language. */
export function useLocale(): Locale {
  const { i18n } = useTranslation();
  return isLocale(i18n.language) ? i18n.language : 'nl';
}

/**
 * The address of a path in the page's language, for places outside the router (`form action`, `location.assign`, copied links).
 * `<Link to>` and `navigate()` take the path itself: the router adds the prefix.
 */
export function useLocalePath() {
  const locale = useLocale();
  return (path: string) => localePath(locale, path);
}

/** The present page in each language, for the language menu and hreflang. */
export function usePageInLocales(): { locale: Locale; href: string }[] {
  const { pathname, search } = useLocation();
  return locales.map((locale) => ({ locale, href: localePath(locale, pathname) + search }));
}

/** Remembers the language for 365 days (docs/product.md 9). */
export function rememberLocale(locale: Locale) {
  document.cookie = `locale=${locale}; path=/; max-age=${365 * 86_400}; samesite=lax${location.protocol === 'https:' ? '; secure' : ''}`;
}
