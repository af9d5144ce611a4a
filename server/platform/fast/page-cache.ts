import { createHash } from 'node:crypto';
import { setImmediate as untilRead } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { compressed, type Encoding } from '../ssr/compress.ts';

export interface PublicPage {
  headers: Record<string, string>;
  html: Buffer;
  people: People;
}

export interface People {
  host: string;
  ids: number[];
  standing: string;
}

interface Kept {
  people: People;
  /** The same for pages that show the same people. */
  who: string;
  bytes: number;
  answer: KeptPage;
}

/**
 * Memory limit of the cache, and the lifetime of an entry. A change that publishes no event becomes visible
 * only after that time.
 */
const MOST_BYTES = 24 * 1024 * 1024;
const KEPT_MS = 5_000;

/** Rendered pages for visitors, stored in memory (docs/decisions/0013-public-page-cache.md). */
export interface PageCache {
  /** False if the page recently proved uncacheable, so that requests do not queue for one rendering. */
  keeps(key: string): boolean;
  /** The cached page, unless a member on it has changed or may no longer be shown. */
  find(key: string): Promise<KeptPage | null> | KeptPage | null;
  /** Renders the page, or waits for a rendering in progress. `make` returns null for an uncacheable page. */
  make(key: string, make: () => Promise<PublicPage | null>): Promise<KeptPage | null>;
  /** Empties the cache. Call it after every change of content that pages show. */
  forget(): void;
}

/** A cached page. The object's identity is stable, so callers can attach prepared responses to it. */
export interface KeptPage {
  etag: string;
  headers: Record<string, string>;
  body(encoding: Encoding): Promise<Buffer> | Buffer;
}

/**
 * `standingOf` returns which of these members visitors of a host may see, and their versions. It is queried
 * for every response.
 */
export function createPageCache(standingOf: (host: string, ids: number[]) => Promise<string>): PageCache {
  const pages = new LRUCache<string, Kept>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ bytes }) => bytes * 2,
    ttl: KEPT_MS,
    // Otherwise it reads the clock every millisecond.
    ttlResolution: 50,
  });
  const notKept = new LRUCache<string, true>({ max: 5_000, ttl: 2 * KEPT_MS });
  const making = new Map<string, Promise<KeptPage | null>>();
  const standing = together(({ host, ids }) => standingOf(host, ids));
  // Incremented by `forget`, so that a rendering that began before it is not cached after it.
  let age = 0;
  const unchanged = async ({ people, who }: Kept) => (await standing(people, who)) === people.standing;
  return {
    keeps: (key) => !notKept.has(key),
    find(key) {
      const page = pages.get(key);
      if (!page) return null;
      if (page.people.ids.length === 0) return page.answer;
      return unchanged(page).then((same) => {
        if (same) return page.answer;
        pages.delete(key);
        return null;
      });
    },
    make(key, make) {
      const underWay = making.get(key);
      if (underWay) return underWay;
      const began = age;
      const made = make()
        .then((page) => {
          if (!page) {
            notKept.set(key, true);
            return null;
          }
          const answer = answerOf(page);
          const { people, html } = page;
          const who = `${people.host} ${people.ids.join()}`;
          if (began === age) pages.set(key, { people, who, bytes: html.length, answer });
          return answer;
        })
        .finally(() => making.delete(key));
      making.set(key, made);
      return made;
    },
    forget() {
      age++;
      pages.clear();
      making.clear();
      notKept.clear();
    },
  };
}

function answerOf({ headers, html }: PublicPage): KeptPage {
  const encoded = new Map<Encoding, Promise<Buffer>>();
  return {
    etag: `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`,
    headers,
    body(encoding) {
      if (encoding === 'identity') return html;
      let found = encoded.get(encoding);
      if (!found) encoded.set(encoding, (found = compressed(html, encoding)));
      return found;
    },
  };
}

/** With two, the database works on one query while this process handles the result of the other. */
const MAX_CONCURRENT_QUERIES = 2;

/**
 * Runs at most two queries at a time for the same members. Requests that arrive in the meantime share the next query, which
 * starts after they arrived, so a result is never older than the request that uses it. A query waits until all requests of
 * the same event-loop turn have been read.
 */
function together(
  ask: (people: People) => Promise<string>,
): (people: People, key: string) => Promise<string> {
  const running = new Map<string, Set<Promise<unknown>>>();
  const waiting = new Map<string, Promise<string>>();

  async function askNext(people: People, key: string): Promise<string> {
    const others = running.get(key) ?? new Set();
    running.set(key, others);
    if (others.size >= MAX_CONCURRENT_QUERIES) await Promise.race(others).catch(() => {});
    await untilRead();
    waiting.delete(key);
    const now = ask(people);
    others.add(now);
    try {
      return await now;
    } finally {
      others.delete(now);
      if (others.size === 0 && !waiting.has(key)) running.delete(key);
    }
  }

  return (people, key) => {
    let next = waiting.get(key);
    if (!next) waiting.set(key, (next = askNext(people, key)));
    return next;
  };
}
