import { LRUCache } from 'lru-cache';
import type { Gender } from '#contract/lists/genders.ts';
import { distanceBands } from '#contract/rules/search-rules.ts';
import type { Traits } from '#contract/traits.ts';
import type { Db } from '../platform/database/index.ts';
import type { Shown } from '../profiles/index.ts';
import type { Viewer } from '../visibility/index.ts';
import type { Filters } from './filters.ts';

/**
 * Upper bounds of the distance bands in km. Within a band the newest come first, so that the order reveals no
 * finer distance.
 */
export const BANDS_KM = [...distanceBands, Infinity];

export interface Band {
  regions: string[];
  cities: string[];
}

export interface Known {
  counts: LRUCache<string, number>;
  /** Searches whose matches are too rare among the newest members or in the towns nearby to fill a page from them. */
  thin: LRUCache<string, true>;
  bands: LRUCache<string, Band[]>;
  /** The genders of each pool's members. */
  genders: LRUCache<number, Gender[]>;
}

declare module '../platform/app.ts' {
  interface Parts {
    search: Known;
  }
}

const THIN_MS = 60_000;
const GENDERS_MS = 60_000;

export const createKnown = (): Known => ({
  counts: new LRUCache({ max: 5000 }),
  thin: new LRUCache({ max: 5000, ttl: THIN_MS }),
  bands: new LRUCache({ max: 2000 }),
  genders: new LRUCache({ max: 1000, ttl: GENDERS_MS }),
});

export interface Searcher extends Viewer {
  place: { lat: number; lon: number } | null;
  /** Row version of the cached card that `place` was read from; undefined if it was read from the database. */
  placeVersion?: string | undefined;
  /** Interests and looks to search by. The caller has checked that the searcher is premium. */
  traits: Traits | null;
  /** The genders of a search for everyone. */
  everyone: readonly Gender[];
}

/** The number of matches, and two numbers whose meaning depends on the pager. */
export type PagePosition = readonly [counted: number, number, number];

export interface Search {
  known: Known;
  searcher: Searcher;
  filters: Filters;
  /** The position after the previous page, in its pager's own format. Null for the first page. */
  position: PagePosition | null;
}

export interface Page {
  rows: Shown[];
  counted: number;
  /** The position at which the next page begins, for the same pager. Null after the last page. */
  next: PagePosition | null;
}

export type Pager = (db: Db, search: Search) => Promise<Page>;

export const PAGE = 24;
