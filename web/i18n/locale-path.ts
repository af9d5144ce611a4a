import { isLocale, type Locale } from '#contract/lists/locales.ts';

/** Splits `/en/members` into its locale and the route path. `locale` is null if there is no prefix. */
export function splitLocale(pathname: string): { locale: Locale | null; path: string } {
  const [, first = '', ...rest] = pathname.split('/');
  return isLocale(first) ? { locale: first, path: `/${rest.join('/')}` } : { locale: null, path: pathname };
}

/**
 * Validates the target of a redirect after login: a path of this site, without its locale prefix. Null for
 * anything else.
 */
export function safePath(path: string | null): string | null {
  if (!path || !path.startsWith('/') || /^\/[/\\]/.test(path) || !URL.canParse(path, 'http://site.invalid'))
    return null;
  const url = new URL(path, 'http://site.invalid');
  if (url.host !== 'site.invalid') return null;
  // Without its prefix, the rest must not start with two slashes, which would name another host.
  return splitLocale(url.pathname.replace(/\/{2,}/g, '/')).path + url.search;
}
