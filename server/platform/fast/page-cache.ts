import { createHash } from 'node:crypto';
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
  });
  const notKept = new LRUCache<string, true>({ max: 5_000, ttl: 2 * KEPT_MS });
  const making = new Map<string, Promise<KeptPage | null>>();
  const standing = together(standingOf);
  // Incremented by `forget`, so that a rendering that began before it is not cached after it.
  let age = 0;
  const unchanged = async ({ people }: Kept) => (await standing(people.host, people.ids)) === people.standing;
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
          if (began === age) pages.set(key, { people: page.people, bytes: page.html.length, answer });
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

/**
 * Runs one query at a time for the same members. Requests that arrive in the meantime share the next query,
 * which starts after they arrived, so a result is never older than the request that uses it.
 */
function together(
  ask: (host: string, ids: number[]) => Promise<string>,
): (host: string, ids: number[]) => Promise<string> {
  const lanes = new Map<string, { now: Promise<unknown>; next: Promise<string> | null }>();
  return (host, ids) => {
    const key = `${host} ${ids.join()}`;
    const lane = lanes.get(key);
    if (!lane) {
      const now = ask(host, ids);
      const entry = { now, next: null };
      lanes.set(key, entry);
      void now.catch(() => {}).then(() => settle(key, now));
      return now;
    }
    lane.next ??= lane.now
      .catch(() => {})
      .then(() => {
        const now = ask(host, ids);
        lanes.set(key, { now, next: null });
        void now.catch(() => {}).then(() => settle(key, now));
        return now;
      });
    return lane.next;
  };

  function settle(key: string, now: Promise<unknown>) {
    const lane = lanes.get(key);
    if (lane?.now === now && lane.next === null) lanes.delete(key);
  }
}
