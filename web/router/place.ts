import { defaultLocale, type Locale, localePath } from '#contract/lists/locales.ts';

/** A place of the site: its path without the locale's prefix, and the data of its history entry. */
export interface Place {
  pathname: string;
  /** The query with its `?`, or empty. */
  search: string;
  /** The fragment with its `#`, or empty. */
  hash: string;
  state: unknown;
  /** Identifies the history entry. */
  key: string;
}

export type Parts = Pick<Place, 'pathname' | 'search' | 'hash'>;

/** A path such as `/members?page=2`, a part of one (`?page=2`), or its parts. The path stays if it is left out. */
export type To = string | Partial<Parts>;

function partsOf(path: string): Partial<Parts> {
  const [, pathname, search, hash] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(path) ?? [];
  return { ...(pathname && { pathname }), ...(search && { search }), ...(hash && { hash }) };
}

/** The place that a link leads to. */
export function resolved(to: To, from: Parts): Parts {
  const { pathname, search, hash } = typeof to === 'string' ? partsOf(to) : to;
  const keepsQuery = pathname === undefined && search === undefined && hash !== undefined;
  return {
    pathname: pathname ?? from.pathname,
    search: keepsQuery ? from.search : marked('?', search),
    hash: marked('#', hash),
  };
}

const marked = (mark: string, part = '') =>
  part === '' || part === mark ? '' : part.startsWith(mark) ? part : mark + part;

/** The address of the place that a link leads to, with the locale's prefix. */
export function addressOf(to: To, from: Parts, locale: Locale): string {
  const { pathname, search, hash } = resolved(to, from);
  return localePath(locale, pathname) + search + hash;
}

/** Returns whether a link leads to another site, or is for another program, such as `mailto:`. */
export const isElsewhere = (to: To): to is string =>
  typeof to === 'string' && /^(?:[a-z][a-z0-9+.-]*:|[/\\]{2})/i.test(to);

/** A path of the address bar as screens know it, without the locale's prefix. */
export const withoutLocale = (pathname: string, locale: Locale) =>
  locale === defaultLocale ? pathname : pathname.slice(localePath(locale, '/').length) || '/';
