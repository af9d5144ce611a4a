import { sql } from 'kysely';
import type { Db } from '../platform/database/index.ts';
import { skeletonColumns, type Shown } from '../profiles/index.ts';
import { countOf } from './count.ts';
import type { Filters } from './filters.ts';
import { countRanges, rangesOf, START, type Position } from './ranges.ts';
import { PAGE, type Pager, type Searcher } from './search.ts';

/** Pages by time of signing up or by activity, along the ranges of an index. A position is the count, the last id and its day. */
export const newestPager: Pager = async (db, { known, searcher, filters, position }) => {
  const [page, counted] = await Promise.all([
    pageOf(db, searcher, filters, position ? { id: position[1]!, day: position[2]! } : START),
    position ? position[0]! : countOf(db, known, searcher, filters),
  ]);
  const last = page.rows.at(-1);
  return { rows: page.rows, counted, next: page.more && last ? [counted, last.id, last.day] : null };
};

/**
 * How deep each of so many ranges is read at first. A page is made of all of them in about equal shares, and seldom takes
 * more than this of one (in one of a hundred searches or fewer, were it by chance).
 */
const depthOf = (ranges: number) => (ranges >= 30 ? 6 : ranges >= 12 ? 9 : ranges >= 5 ? 13 : PAGE + 1);

/** A page without those in `except`, and whether more follow. */
export async function pageOf(db: Db, searcher: Searcher, filters: Filters, after: Position, except: number[] = []) {
  const depth = depthOf(countRanges(filters));
  let rows = await mergedPage(db, searcher, { filters, after, except, limit: depth });
  // A range that gave all that was read of it may have had more for the page.
  if (depth <= PAGE && mostOfOne(rows) >= depth) rows = await mergedPage(db, searcher, { filters, after, except, limit: PAGE + 1 });
  return { rows: rows.slice(0, PAGE), more: rows.length > PAGE };
}

type Row = Shown & { day: number; range: number };

function mostOfOne(rows: readonly Row[]): number {
  const taken = new Map<number, number>();
  for (const { range } of rows) taken.set(range, (taken.get(range) ?? 0) + 1);
  return Math.max(0, ...taken.values());
}

interface Merged {
  filters: Filters;
  after: Position;
  except: number[];
  /** Rows read of each range. */
  limit: number;
}

/** The first of all ranges together, one more than a page. */
async function mergedPage(db: Db, { id: viewer, resell }: Searcher, { filters, after, except, limit }: Merged): Promise<Row[]> {
  const active = filters.sort === 'active';
  const { rows } = await sql<Row>`
    with page as (
      select * from (${rangesOf({ filters, viewer, resell, after, limit, except })}) r
      order by ${active ? sql`active_on desc, id desc` : sql`id desc`} limit ${sql.lit(PAGE + 1)}
    )
    select ${skeletonColumns(viewer, sql`array(select id from page)`)}, ${active ? sql`page.active_on - date '1970-01-01'` : sql`0`} as day, page.range::int as range
    from page join profiles p on p.id = page.id
    order by ${active ? sql`page.active_on desc, p.id desc` : sql`p.id desc`}`.execute(db);
  return rows;
}
