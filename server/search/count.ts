import { sql } from 'kysely';
import type { Db } from '../platform/database/index.ts';
import { filterKey, type Filters } from './filters.ts';
import { rangesOf, START } from './ranges.ts';
import type { Searcher } from './search.ts';

/** `num_results` counts no further: an exact number would read every match. */
export const MOST_COUNTED = 1000;
/** How long "a thousand or more" is believed. Smaller numbers are counted again each time, so that nobody who left is included. */
const BELIEVED_MS = 60_000;
const MOST_KNOWN = 5000;

/** Searches with at least `MOST_COUNTED` matches, until when that is believed. The same for all searchers. */
const many = new Map<string, number>();

/** How many match, counted to `MOST_COUNTED`, by the same ranges as the page itself. */
export async function countOf(db: Db, { id: viewer, resell }: Searcher, filters: Filters, except: number[] = []): Promise<number> {
  const key = `${resell} ${filterKey({ ...filters, sort: 'newest' }, null)}`;
  if ((many.get(key) ?? 0) > Date.now()) return MOST_COUNTED;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from (${rangesOf({ filters: { ...filters, sort: 'newest' }, viewer, resell, after: START, limit: MOST_COUNTED, except })}) r limit ${sql.lit(MOST_COUNTED)}
    ) found`.execute(db);
  const count = rows[0]!.count;
  if (count === MOST_COUNTED) {
    if (many.size >= MOST_KNOWN) many.clear();
    many.set(key, Date.now() + BELIEVED_MS);
  }
  return count;
}
