import { sql } from 'kysely';
import type { Db } from '../platform/database/index.ts';
import { filterKey, type Filters } from './filters.ts';
import { rangesOf, START } from './ranges.ts';
import type { Known, Searcher } from './search.ts';

/** `num_results` counts no further: an exact number would read every match. */
export const MOST_COUNTED = 1000;
/** How many match, counted to `MOST_COUNTED`, by the same ranges as the page itself. */
export async function countOf(db: Db, { crowded }: Known, { id: viewer, resell }: Searcher, filters: Filters, except: number[] = []): Promise<number> {
  const key = `${resell} ${filterKey({ ...filters, sort: 'newest' }, null)}`;
  if (crowded.has(key)) return MOST_COUNTED;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from (${rangesOf({ filters: { ...filters, sort: 'newest' }, viewer, resell, after: START, limit: MOST_COUNTED, except })}) r limit ${sql.lit(MOST_COUNTED)}
    ) found`.execute(db);
  const count = rows[0]!.count;
  if (count === MOST_COUNTED) crowded.set(key, true);
  return count;
}
