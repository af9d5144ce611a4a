import { sql } from 'kysely';
import type { Db } from '../platform/database/index.ts';
import { skeletonColumns, type Shown } from '../profiles/index.ts';
import { countOf } from './count.ts';
import type { Filters } from './filters.ts';
import { rangesOf, START, type Position } from './ranges.ts';
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

/** A page without those in `except`, and whether more follow. */
export async function pageOf(db: Db, { id: viewer, resell }: Searcher, filters: Filters, after: Position, except: number[] = []) {
  const active = filters.sort === 'active';
  const { rows } = await sql<Shown & { day: number }>`
    with page as (
      select * from (${rangesOf({ filters, viewer, resell, after, limit: PAGE + 1, except })}) r
      order by ${active ? sql`active_on desc, id desc` : sql`id desc`} limit ${sql.lit(PAGE + 1)}
    )
    select ${skeletonColumns(viewer, sql`array(select id from page)`)}, ${active ? sql`page.active_on - date '1970-01-01'` : sql`0`} as day
    from page join profiles p on p.id = page.id
    order by ${active ? sql`page.active_on desc, p.id desc` : sql`p.id desc`}`.execute(db);
  return { rows: rows.slice(0, PAGE), more: rows.length > PAGE };
}
