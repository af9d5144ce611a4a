import { LRUCache } from 'lru-cache';
import { distanceBands } from '#contract/enums.ts';
import type { Db } from '../platform/database/index.ts';
import type { Shown } from '../profiles/index.ts';
import type { Viewer } from '../visibility/index.ts';
import type { Filters } from './filters.ts';
import type { Traits } from '#contract/traits.ts';

/** Upper ends of the bands around a place: within one, the newest come first, so that no finer distance can be read from the order. */
export const BANDS_KM = [...distanceBands, Infinity];

/** The towns of one band, as two lists side by side. */
export interface Towns {
  regions: string[];
  cities: string[];
}

/** What a process remembers for all searchers. */
export interface Known {
  /** How many match, by the filters. */
  counts: LRUCache<string, number>;
  /** Searches by age for which too few of the newest are of that age (`newest.ts`). */
  thin: LRUCache<string, true>;
  /** The towns of a country by band around a city centre. */
  bands: LRUCache<string, Towns[]>;
}

declare module '../platform/app.ts' {
  interface Parts {
    search: Known;
  }
}

const THIN_MS = 60_000;

export const createKnown = (): Known => ({
  counts: new LRUCache({ max: 5000 }),
  thin: new LRUCache({ max: 5000, ttl: THIN_MS }),
  bands: new LRUCache({ max: 2000 }),
});

/** Who searches: a member with the centre of the member's town, or a visitor. */
export interface Searcher extends Viewer {
  place: { lat: number; lon: number } | null;
  /** The interests and looks that are searched by, which the caller has allowed; null for none. */
  traits: Traits | null;
}

/** One page of a search, as it is asked for. */
export interface Search {
  known: Known;
  searcher: Searcher;
  filters: Filters;
  /** Where the page before ended, as its pager wrote it; null for the first page. */
  position: number[] | null;
}

/** What a pager finds: the skeleton of a page. */
export interface Page {
  rows: Shown[];
  /** Matches, counted to `MOST_COUNTED`. */
  counted: number;
  /** Where the next page begins, for the same pager; null after the last. */
  next: number[] | null;
}

/** One way of paging through a search: by time, by traits or by distance. */
export type Pager = (db: Db, search: Search) => Promise<Page>;

export const PAGE = 24;
