import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../platform/database/index.ts';
import { keptFrom, listedFor } from '../visibility/index.ts';
import { everybodysKey, type Filters } from './filters.ts';
import { bornBetween, rangesOf, START } from './ranges.ts';
import type { Known, Searcher } from './search.ts';

/** `num_results` counts no further: an exact number would read every match. */
export const MOST_COUNTED = 1000;
/** How long a number is believed, and how long "a thousand or more" is. */
const BELIEVED_MS = 10_000;
const CROWDED_MS = 60_000;

/**
 * How many match whoever searches, counted to `MOST_COUNTED` by the same ranges as the page itself, and believed for some
 * seconds. Only for lists that go on beyond their page: what fits on a page is counted by the page. The searcher takes away `keptCount`.
 */
export async function countOf(db: Db, { counts }: Known, { resell }: Searcher, filters: Filters): Promise<number> {
  const key = everybodysKey({ resell }, { ...filters, sort: 'newest' });
  const known = counts.get(key);
  if (known !== undefined) return known;
  const count = await countRanges(db, { id: null, resell }, filters);
  counts.set(key, count, { ttl: count === MOST_COUNTED ? CROWDED_MS : BELIEVED_MS });
  return count;
}

/** How many match for this searcher, without those in `except`, asked each time. */
export const exactCountOf = (db: Db, { id, resell }: Searcher, filters: Filters, except: number[]): Promise<number> =>
  countRanges(db, { id, resell }, filters, except);

async function countRanges(db: Db, { id: viewer, resell }: Pick<Searcher, 'id' | 'resell'>, filters: Filters, except: number[] = []): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from (${rangesOf({ filters: { ...filters, sort: 'newest' }, viewer, resell, after: START, limit: MOST_COUNTED, except })}) r limit ${sql.lit(MOST_COUNTED)}
    ) found`.execute(db);
  return rows[0]!.count;
}

/** How many of the matches are the searcher or blocked, as a column: some look-ups by primary key. */
export const keptCount = ({ id, resell }: Searcher, { genders, countries, region, ages, verified }: Filters): RawBuilder<number> =>
  id === null
    ? sql`0`
    : sql`(select count(*)::int from profiles p where ${keptFrom(id)} and ${listedFor({ id: null, resell })}
        and p.gender = any(${genders}::text[]) and p.country = any(${countries}::text[]) ${region === null ? sql`` : sql`and p.region = ${region}`}
        ${ages ? sql`and ${bornBetween(ages)}` : sql``} ${verified ? sql`and p.verified` : sql``})`;
