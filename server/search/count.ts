import { sql, type RawBuilder } from 'kysely';
import { MOST_COUNTED } from '#contract/rules/search-rules.ts';
import { one, type Db } from '../platform/database/index.ts';
import { keptFrom, listedFor } from '../visibility/index.ts';
import { flagsOf, narrowing } from './conditions.ts';
import { everybodysKey, isScanned, readsActive, type Filters, type Terms } from './filters.ts';
import { bornBetween, rangesOf, START, type RangesViewer } from './ranges.ts';
import { scanTraits } from './scan.ts';
import { PAGE, type Known, type Searcher } from './search-context.ts';
import { havingTraits } from './traits.ts';

/**
 * How long a count is cached. A count at the maximum ("a thousand or more") hardly changes, so it is cached
 * longer.
 */
const BELIEVED_MS = 10_000;
const CROWDED_MS = 60_000;

/**
 * Number of matches for any searcher, capped at `MOST_COUNTED` and cached for some seconds. It reads the same
 * index ranges as the page. Use it only for lists longer than one page; count shorter ones from the page
 * itself. Subtract `keptCount` for one searcher's own count.
 */
export async function countOf(
  db: Db,
  { counts }: Known,
  searcher: Searcher,
  filters: Filters,
): Promise<number> {
  const key = everybodysKey(searcher, { ...filters, sort: countedBy(filters) });
  const known = counts.get(key);
  if (known !== undefined) return known;
  const anybody = { ...searcher, id: null };
  const count = isScanned(filters)
    ? (await scanTraits(db, anybody, filters, START, MOST_COUNTED)).found.length
    : await countRanges(db, anybody, filters);
  counts.set(key, count, { ttl: count === MOST_COUNTED ? CROWDED_MS : BELIEVED_MS });
  return count;
}

/**
 * Number of matches of a list longer than one page. A count at the cap stays there even if the searcher may not see
 * some of the matches. A lower count is reduced by those hidden from the searcher (`kept`, read if not given), but
 * never below one more than the page shows.
 */
export async function numberOf(
  db: Db,
  known: Known,
  searcher: Searcher,
  filters: Filters,
  kept?: number,
): Promise<number> {
  const count = await countOf(db, known, searcher, filters);
  if (count === MOST_COUNTED) return count;
  const hidden =
    kept ??
    (await one(sql<{ kept: number }>`select ${keptCount(searcher, filters)} as kept`.execute(db))).kept;
  return Math.max(PAGE + 1, count - hidden);
}

export const exactCountOf = (
  db: Db,
  searcher: Searcher,
  filters: Filters,
  except: number[],
): Promise<number> => countRanges(db, searcher, filters, except);

/** A count reads the newest matches, or the most recently active ones where the filter is a range of activity. */
const countedBy = (filters: Filters) => (readsActive(filters) ? 'active' : 'newest');

async function countRanges(
  db: Db,
  viewer: Pick<Searcher, 'id' | 'pool' | 'resell'>,
  filters: Filters,
  except: number[] = [],
): Promise<number> {
  const { count } = await one(
    sql<{ count: number }>`
    select count(*)::int as count from (
      select from (${rangesOf({ filters: { ...filters, sort: countedBy(filters) }, viewer, after: START, limit: MOST_COUNTED, except })}) r limit ${sql.lit(MOST_COUNTED)}
    ) found`.execute(db),
  );
  return count;
}

/**
 * SQL column with the number of matches that this searcher may not see: the searcher, and blocks in either
 * direction. It costs a few look-ups by primary key.
 */
export const keptCount = (
  { id, pool, resell, leftOut }: RangesViewer,
  filters: Omit<Terms, 'everywhere'>,
): RawBuilder<number> =>
  id === null
    ? sql`0`
    : sql`(select count(*)::int from profiles p where ${keptFrom(id, leftOut)} and ${listedFor({ id: null, pool, resell })}
        and p.gender = any(${filters.genders}::text[]) and p.country = any(${filters.countries}::text[]) ${filters.region === null ? sql`` : sql`and p.region = ${filters.region}`}
        ${filters.ages ? sql`and ${bornBetween(filters.ages)}` : sql``} ${flagsOf(filters)} ${narrowing(filters)} ${isScanned(filters) && filters.traits ? sql`and ${havingTraits(filters.traits)}` : sql``})`;
