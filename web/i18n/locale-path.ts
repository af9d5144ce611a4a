import { defaultLocale, isLocale, type Locale } from '#contract/lists/locales.ts';

/** The locale prefix of an address as the router's basename: `/` for Dutch, `/en` … for the others. */
export const basenameOf = (locale: Locale) => (locale === defaultLocale ? '/' : `/${locale}`);

/** Splits `/en/members` into its locale and the path that routes know. `locale` is null without a prefix. */
export function splitLocale(pathname: string): { locale: Locale | null; path: string } {
  const [, first = '', ...rest] = pathname.split('/');
  return isLocale(first) ? { locale: first, path: `/${rest.join('/')}` } : { locale: null, path: pathname };
}

/** Where a visitor may be sent after login: a path of this site, without its locale prefix. Anything else is refused (null). */
export function safePath(path: string | null): string | null {
  if (!path || !path.startsWith('/') || /^\/[/\\]/.test(path) || !URL.canParse(path, 'http://site.invalid')) return null;
  const url = new URL(path, 'http://site.invalid');
  if (url.host !== 'site.invalid') return null;
  // What is left without the prefix must not begin with two slashes, which name another site.
  return splitLocale(url.pathname.replace(/\/{2,}/g, '/')).path + url.search;
}
