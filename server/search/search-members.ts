import { sql } from 'kysely';
import type { CallQuery } from '#contract/calls.ts';
import type { ProfileCard } from '#contract/profiles.ts';
import type { Traits } from '#contract/traits.ts';
import type { Db } from '../platform/database/index.ts';
import { cardColumnsFor, cardJoins, profileCards, toCard, type CardRow } from '../profiles/index.ts';
import { readCursor, writeCursor } from '../platform/http/cursor.ts';
import { countOf, MOST_COUNTED } from './count.ts';
import { filterKey, filtersOf, similarTo, type Filters } from './filters.ts';
import { nearestPage } from './nearest.ts';
import { rangesOf, START, type Position } from './ranges.ts';
import { scanTraits } from './scan.ts';

export const PAGE = 24;
/** Fewer matches than these are few: similar results are shown too. */
const FEW = 8;

export interface Found {
  results: ProfileCard[];
  num_results: number;
  next: string | null;
  similar_results: ProfileCard[];
  similar_num_results: number;
}

/** Who searches: a member's id and city centre; null and no place for a visitor. */
export interface Searcher {
  id: number | null;
  place: { lat: number; lon: number } | null;
  /** Whether the site shows resold cam listings. */
  resell: boolean;
  /** The interests and looks that are searched by, which the caller has allowed; null for none. */
  traits: Traits | null;
}

/**
 * GET /api/members.php: a keyset page of 24, the number of matches (counted to 1000) and, on the first page when few
 * match, similar results by wider filters. The searcher and all whom the visibility rule hides are left out of results
 * and counts alike.
 *
 * Refuses `bad_request` for a cursor of other filters.
 */
export async function searchMembers(db: Db, searcher: Searcher, query: NonNullable<CallQuery<'members'>>): Promise<Found> {
  const filters = filtersOf(query, searcher.place !== null, searcher.traits);
  const key = filterKey(filters, searcher.id);
  const position = readCursor(key, query.cursor, 3);
  if (filters.sort === 'nearest') return nearestFirst(db, searcher, filters, key, position);
  if (filters.traits) return byTraits(db, searcher, filters, key, position);

  const [page, counted] = await Promise.all([
    pageOf(db, searcher, filters, position ? { id: position[1]!, day: position[2]! } : START),
    position ? position[0]! : countOf(db, searcher, filters),
  ]);
  const last = page.rows.at(-1);
  return {
    results: page.rows.map((row) => toCard(row, searcher.id)),
    num_results: counted,
    next: page.more && last ? writeCursor(key, [counted, last.id, last.day]) : null,
    ...(await similarOnFirstPage(db, searcher, filters, page.rows, counted, position)),
  };
}

const NOTHING_SIMILAR = { similar_results: [] as ProfileCard[], similar_num_results: 0 };

/** What is like the results when few match; asked for once, with the first page. */
async function similarOnFirstPage(db: Db, searcher: Searcher, filters: Filters, rows: { id: number }[], counted: number, position: number[] | null) {
  if (position || counted >= FEW) return NOTHING_SIMILAR;
  const seen = rows.map(({ id }) => id);
  return similarResults(db, searcher, filters, seen);
}

/** The first page counts as it looks; a further one looks no farther than it must. */
async function byTraits(db: Db, searcher: Searcher, filters: Filters, key: string, position: number[] | null): Promise<Found> {
  const after = position ? { id: position[1]!, day: position[2]! } : START;
  const { found, seenTo } = await scanTraits(db, searcher, filters, after, position ? PAGE + 1 : MOST_COUNTED);
  const counted = position ? position[0]! : found.length;
  const shown = found.slice(0, PAGE);
  const results = await profileCards(
    db,
    searcher.id,
    shown.map(({ id }) => id),
  );
  const last = found.length > PAGE ? shown.at(-1)! : seenTo;
  return {
    results,
    num_results: counted,
    next: last && writeCursor(key, [counted, last.id, last.day]),
    ...(await similarOnFirstPage(db, searcher, filters, shown, counted, position)),
  };
}

async function nearestFirst(db: Db, searcher: Searcher, filters: Filters, key: string, position: number[] | null): Promise<Found> {
  const counted = position ? position[0]! : await countNearest(db, searcher, filters);
  const page = await nearestPage(db, searcher, filters, { band: position?.[1] ?? 0, id: position?.[2] || START.id }, PAGE, counted);
  return {
    results: page.rows.map((row) => toCard(row, searcher.id)),
    num_results: counted,
    next: page.next && writeCursor(key, [counted, page.next.band, page.next.id]),
    ...(await similarOnFirstPage(db, searcher, filters, page.rows, counted, position)),
  };
}

const countNearest = async (db: Db, searcher: Searcher, filters: Filters): Promise<number> =>
  filters.traits ? (await scanTraits(db, searcher, { ...filters, sort: 'newest' }, START, MOST_COUNTED)).found.length : countOf(db, searcher, filters);

type PageRow = CardRow & { day: number };

/** A page and whether more follow, hydrated in the same statement. */
async function pageOf(db: Db, { id: viewer, resell }: Searcher, filters: Filters, after: Position, except: number[] = []) {
  const active = filters.sort === 'active';
  const { rows } = await sql<PageRow>`
    with page as (
      select * from (${rangesOf({ filters, viewer, resell, after, limit: PAGE + 1, except })}) r
      order by ${active ? sql`active_on desc, id desc` : sql`id desc`} limit ${sql.lit(PAGE + 1)}
    )
    select ${cardColumnsFor(viewer, sql`array(select id from page)`)}, ${active ? sql`p.active_on - date '1970-01-01'` : sql`0`} as day
    from page join profiles p on p.id = page.id ${cardJoins}
    order by ${active ? sql`page.active_on desc, p.id desc` : sql`p.id desc`}`.execute(db);
  return { rows: rows.slice(0, PAGE), more: rows.length > PAGE };
}

async function similarResults(db: Db, searcher: Searcher, filters: Filters, shown: number[]) {
  for (const wider of similarTo(filters)) {
    const { rows } = await pageOf(db, searcher, wider, START, shown);
    if (rows.length < FEW && wider.countries.length === 1) continue;
    return { similar_results: rows.map((row) => toCard(row, searcher.id)), similar_num_results: await countOf(db, searcher, wider, shown) };
  }
  return NOTHING_SIMILAR;
}
