import type { Db } from '../platform/database/index.ts';
import type { Shown } from '../profiles/index.ts';
import type { Viewer } from '../visibility/index.ts';
import type { Filters } from './filters.ts';
import type { Traits } from '#contract/traits.ts';

/** Who searches: a member with the centre of the member's town, or a visitor. */
export interface Searcher extends Viewer {
  place: { lat: number; lon: number } | null;
  /** The interests and looks that are searched by, which the caller has allowed; null for none. */
  traits: Traits | null;
}

/** One page of a search, as it is asked for. */
export interface Search {
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
