import type { IncomingHttpHeaders } from 'node:http';
import { sessionCookie } from '../http/cookies.ts';
import { encodingFor, type Encoding } from '../ssr/compress.ts';
import { readCookies, type Answered } from '../ssr/request.ts';
import type { Caller, Ready, ReadyAnswer } from './front.ts';
import type { KeptPage, PageCache } from './page-cache.ts';

export interface Visitors {
  /**
   * The audience segment of a visitor: the country of the IP address, and whether a partner sent the visitor.
   */
  audienceOf(ip: string, cookies: Record<string, string>): string;
  /** The members shown by an API response. Null if the response is not the same for the whole segment. */
  shownBy(answered: Answered): number[] | null;
  /** The members among these that visitors of a host may see now, and their versions. */
  standingOf(host: string, ids: number[]): Promise<string>;
  whenChanged(forget: () => void): void;
}

/** Longest URL that is cached, so that made-up URLs cannot fill the memory. */
const LONGEST_KEPT = 300;

/** The cache key of a request. Null for members and for URLs that must not be cached. */
export function keyOf(
  visitors: Pick<Visitors, 'audienceOf'>,
  { host, url, ip }: Pick<Caller, 'host' | 'url' | 'ip'>,
  cookies: Record<string, string>,
  https: boolean,
): string | null {
  if (sessionCookie(cookies) !== undefined || url.length > LONGEST_KEPT) return null;
  // A login link that contains the member's mail address.
  if (/@|%40/.test(url)) return null;
  const { theme = '', locale = '', site_entry } = cookies;
  // No part can contain a line break.
  return `${https}\n${host}\n${url}\n${theme}\n${locale}\n${site_entry !== undefined}\n${visitors.audienceOf(ip, cookies)}`;
}

export const isFresh = (headers: IncomingHttpHeaders, { etag }: KeptPage): boolean =>
  headers['if-none-match']?.includes(etag) === true;

export function keptAnswers(
  cache: Pick<PageCache, 'find'>,
  visitors: Pick<Visitors, 'audienceOf'>,
  siteIsHttps: boolean,
): Ready {
  const written = new WeakMap<KeptPage, Map<Encoding | 'fresh', ReadyAnswer>>();

  const answerWith = (page: KeptPage, headers: IncomingHttpHeaders): Promise<ReadyAnswer> | ReadyAnswer => {
    const kind = isFresh(headers, page)
      ? 'fresh'
      : encodingFor(headers['accept-encoding'] as string | undefined, Infinity);
    let answers = written.get(page);
    if (!answers) written.set(page, (answers = new Map()));
    const ready = answers.get(kind);
    if (ready) return ready;
    const keep = (body: Buffer | null): ReadyAnswer => {
      const answer = { status: body ? 200 : 304, headers: linesOf(page, kind, body), body };
      answers.set(kind, answer);
      return answer;
    };
    if (kind === 'fresh') return keep(null);
    const body = page.body(kind);
    return body instanceof Promise ? body.then(keep) : keep(body);
  };

  return ({ method, url, headers, host, ip, https }) => {
    if (method !== 'GET' && method !== 'HEAD') return null;
    const key = keyOf(
      visitors,
      { host, url, ip },
      headers.cookie === undefined ? none : readCookies(headers.cookie),
      https || siteIsHttps,
    );
    if (key === null) return null;
    const page = cache.find(key);
    if (page === null) return null;
    return page instanceof Promise
      ? page.then((found) => found && answerWith(found, headers))
      : answerWith(page, headers);
  };
}

const none = {};

function linesOf(page: KeptPage, kind: Encoding | 'fresh', body: Buffer | null): string[] {
  const encoding = kind === 'br' || kind === 'gzip' ? { 'content-encoding': kind } : {};
  return Object.entries({
    ...page.headers,
    etag: page.etag,
    ...encoding,
    ...(body && { 'content-length': String(body.length) }),
  }).flat();
}
