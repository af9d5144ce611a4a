import type { IncomingHttpHeaders } from 'node:http';
import type { Caller, Ready, ReadyAnswer } from '../http/front.ts';
import { encodingFor, type Encoding } from './compress.ts';
import type { KeptPage, PageCache } from './page-cache.ts';
import { readCookies, type Answered } from './request.ts';

/** What pages for visitors go by, and whom they show. */
export interface Visitors {
  /** What visitors' pages show apart from each other by, in a word: the country of their address, whether a partner sent them. */
  audienceOf(ip: string, cookies: Record<string, string>): string;
  /** The members that an answer of the API shows; null where the answer is not the same for all of an audience. */
  shownBy(answered: Answered): number[] | null;
  /** Which of these members visitors of a host may see now, and in which version. */
  standingOf(host: string, ids: number[]): Promise<string>;
  /** Is given what makes the process forget its pages. */
  whenChanged(forget: () => void): void;
}

/** The address alone may be so long: who makes up longer ones shall not fill the memory with them. */
const LONGEST_KEPT = 300;

/** What a visitor's page goes by; null for members and whatever is not read by its address. */
export function keyOf(
  visitors: Pick<Visitors, 'audienceOf'>,
  { host, url, ip }: Pick<Caller, 'host' | 'url' | 'ip'>,
  cookies: Record<string, string>,
  https: boolean,
): string | null {
  if (cookies['auth'] !== undefined || url.length > LONGEST_KEPT) return null;
  // A log-in that knows its member's mail address.
  if (/@|%40/.test(url)) return null;
  const { theme = '', locale = '', site_entry } = cookies;
  // No part can hold what is between them.
  return `${https}\n${host}\n${url}\n${theme}\n${locale}\n${site_entry !== undefined}\n${visitors.audienceOf(ip, cookies)}`;
}

/** Whether the reader has the page as it is now. */
export const isFresh = (headers: IncomingHttpHeaders, { etag }: KeptPage): boolean => headers['if-none-match']?.includes(etag) === true;

/** Kept pages as answers that are ready before routing. Pages are made and kept behind the routes; here they are only found. */
export function keptAnswers(cache: Pick<PageCache, 'find'>, visitors: Pick<Visitors, 'audienceOf'>, siteIsHttps: boolean): Ready {
  const written = new WeakMap<KeptPage, Map<Encoding | 'fresh', ReadyAnswer>>();

  const answerWith = (page: KeptPage, headers: IncomingHttpHeaders): Promise<ReadyAnswer> | ReadyAnswer => {
    const kind = isFresh(headers, page) ? 'fresh' : encodingFor(headers['accept-encoding'] as string | undefined, Infinity);
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
    const key = keyOf(visitors, { host, url, ip }, headers.cookie === undefined ? none : readCookies(headers.cookie), https || siteIsHttps);
    if (key === null) return null;
    const page = cache.find(key);
    if (page === null) return null;
    return page instanceof Promise ? page.then((found) => found && answerWith(found, headers)) : answerWith(page, headers);
  };
}

const none = {};

function linesOf(page: KeptPage, kind: Encoding | 'fresh', body: Buffer | null): string[] {
  const encoding = kind === 'br' || kind === 'gzip' ? { 'content-encoding': kind } : {};
  return Object.entries({ ...page.headers, etag: page.etag, ...encoding, ...(body && { 'content-length': String(body.length) }) }).flat();
}
