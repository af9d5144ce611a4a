import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { compressed, type Encoding } from './compress.ts';

/** A page as every visitor meets it who asks for it in the same way. */
export interface PublicPage {
  headers: Record<string, string>;
  html: Buffer;
  /** Whom it shows, and how they stood when it was made; empty where it shows nobody. */
  people: People;
}

/** Members that a page shows to the visitors of a host. */
export interface People {
  host: string;
  ids: number[];
  /** What `standingOf` said of them. */
  standing: string;
}

interface Kept {
  people: People;
  bytes: number;
  answer: KeptPage;
}

/** What the cache may take of memory, and how long a page is believed: what changes it without a word to this process shows by then. */
const MOST_BYTES = 24 * 1024 * 1024;
const KEPT_MS = 5_000;

/** Pages for visitors, made once and answered from memory (docs/decisions/public-pages.md). */
export interface PageCache {
  /** False for a page that turned out to be none to keep a moment ago: nobody should wait for somebody else's. */
  keeps(key: string): boolean;
  /** The page that is kept under `key`, unless somebody on it stands otherwise by now. */
  find(key: string): Promise<KeptPage | null> | KeptPage | null;
  /** Makes the page, or waits for the one that is being made; `make` returns null where it is no page to keep. */
  make(key: string, make: () => Promise<PublicPage | null>): Promise<KeptPage | null>;
  /** Something that pages show has changed. */
  forget(): void;
}

/** The same object for each who gets the page as it is. */
export interface KeptPage {
  etag: string;
  headers: Record<string, string>;
  body(encoding: Encoding): Promise<Buffer> | Buffer;
}

/** `standingOf` says of members, in one text, which of them visitors of a host may see, in which version; it is asked for each answer. */
export function createPageCache(standingOf: (host: string, ids: number[]) => Promise<string>): PageCache {
  const pages = new LRUCache<string, Kept>({ maxSize: MOST_BYTES, sizeCalculation: ({ bytes }) => bytes * 2, ttl: KEPT_MS });
  const notKept = new LRUCache<string, true>({ max: 5_000, ttl: 2 * KEPT_MS });
  const making = new Map<string, Promise<KeptPage | null>>();
  const standing = together(standingOf);
  // Counts what was forgotten, so that a page of before is not kept after it.
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
 * One question at a time for the same members: whoever comes while it is being answered waits for the next, which begins after they came. So an
 * answer is never older than the request it is for, and many requests cost one question.
 */
function together(ask: (host: string, ids: number[]) => Promise<string>): (host: string, ids: number[]) => Promise<string> {
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
