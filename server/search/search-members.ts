import { sql } from 'kysely';
import type { CallQuery } from '#contract/calls.ts';
import type { App } from '../platform/app.ts';
import type { Db } from '../platform/database/index.ts';
import { JsonText } from '../platform/http/context.ts';
import { readCursor, writeCursor } from '../platform/http/cursor.ts';
import { hydrate, skeletonColumns, type Shown } from '../profiles/index.ts';
import { listedFor } from '../visibility/index.ts';
import { traitsPager } from './by-traits.ts';
import { exactCountOf } from './count.ts';
import { filterKey, filtersOf, isScanned, similarTo, type Filters } from './filters.ts';
import { nearestPager } from './nearest.ts';
import { newestPager, pageOf } from './newest.ts';
import { START } from './ranges.ts';
import type { Page, Pager, Search, Searcher } from './search-context.ts';
import { readPlaceOf } from './searcher-place.ts';

const FEW = 8;

/**
 * GET /api/members.php: a keyset page of 24, the number of matches (capped at 1000) and, on the first page if
 * few profiles match, similar results from wider filters. Results and counts exclude the searcher and
 * everybody whom the visibility rule hides. Throws `bad_request` if the cursor belongs to other filters.
 */
export async function searchMembers(
  app: Pick<App, 'db' | 'parts' | 'replica'>,
  searcher: Searcher,
  query: NonNullable<CallQuery<'members'>>,
): Promise<JsonText> {
  const filters = filtersOf(query, searcher);
  const list = filterKey(filters, searcher.id);
  const search: Search = {
    known: app.parts.search,
    searcher,
    filters,
    position: readCursor(list, query.cursor, 3),
  };

  const found = await app.replica.read(async (db) => {
    const page = await pagerOf(filters)(db, search);
    return { page, similar: await similarOf(db, search, page) };
  });
  if (hasMoved(searcher, found.page)) {
    const moved = await readPlaceOf(app.db, searcher.id);
    return searchMembers(app, { ...searcher, ...moved }, query);
  }
  const { page, similar } = app.replica.separate ? await seenNow(app.db, searcher, found) : found;

  const people = await hydrate(app, searcher, [...page.rows, ...similar.rows]);
  const cards = (rows: Shown[]) =>
    rows
      .map((row) => people.text(row))
      .filter(Boolean)
      .join(',');
  const next = page.next ? `"${writeCursor(list, page.next)}"` : 'null';
  return new JsonText(
    `{"results":[${cards(page.rows)}],"num_results":${page.counted},"next":${next},"similar_results":[${cards(similar.rows)}],"similar_num_results":${similar.counted}}`,
  );
}

/** Whether the searcher's row has changed since the place of the search was cached. Without results it may have. */
const hasMoved = (searcher: Searcher, { rows }: Page): searcher is Searcher & { id: number } =>
  searcher.id !== null &&
  searcher.placeVersion !== undefined &&
  rows[0]?.my_version !== searcher.placeVersion;

function pagerOf(filters: Filters): Pager {
  if (filters.sort === 'nearest') return nearestPager;
  return isScanned(filters) ? traitsPager : newestPager;
}

type Similar = Pick<Page, 'rows' | 'counted'>;

const NOTHING_SIMILAR: Similar = { rows: [], counted: 0 };

/** Similar results from the first wider search that finds any. Only the first page has them. */
async function similarOf(
  db: Db,
  { known, searcher, filters, position }: Search,
  { rows: shown, counted }: Page,
): Promise<Similar> {
  if (position || counted >= FEW) return NOTHING_SIMILAR;
  const seen = shown.map(({ id }) => id);
  for (const wider of similarTo(filters)) {
    const { rows } = await pageOf(db, known, searcher, { filters: wider, after: START, except: seen });
    if (rows.length < FEW && wider.countries.length === 1) continue;
    return { rows, counted: await exactCountOf(db, searcher, wider, seen) };
  }
  return NOTHING_SIMILAR;
}

/**
 * Checks on the primary which of the profiles found on a replica are still visible, so that a recent block or
 * invisible mode applies.
 */
async function seenNow(db: Db, searcher: Searcher, { page, similar }: { page: Page; similar: Similar }) {
  const ids = [...page.rows, ...similar.rows].map(({ id }) => id);
  if (ids.length === 0) return { page, similar };
  const list = sql`${ids}::bigint[]`;
  const { rows } = await sql<Shown>`
    select ${skeletonColumns(searcher.id, list)} from profiles p where p.id = any(${list}) and ${listedFor(searcher)}`.execute(
    db,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const now = (was: Shown[]) => was.flatMap(({ id }) => byId.get(id) ?? []);
  return { page: { ...page, rows: now(page.rows) }, similar: { ...similar, rows: now(similar.rows) } };
}
