import { sql, type RawBuilder } from 'kysely';
import type { Param } from '../platform/fast/prepared.ts';
import { listedFor, type ListViewer } from '../visibility/index.ts';
import { flagsOf, narrowing, unnestTowns } from './conditions.ts';
import { isScanned, type AgeTerms, type Filters, type Terms } from './filters.ts';
import { havingTraits } from './traits.ts';

/**
 * The last profile of a page, after which the list continues. `day` is the profile's last active day since
 * 1970, used when sorted by activity.
 */
export interface Position {
  id: number;
  day: number;
}

/** Position before the first row: larger than any id or day. */
export const START: Position = { id: Number.MAX_SAFE_INTEGER, day: 1_000_000 };

/** A `Position` whose parts may be placeholders. */
export interface After {
  id: Param<number>;
  day: Param<number>;
}

export type RangesViewer = ListViewer<Param<number> | null>;

interface Ranges<F = Filters> {
  filters: F;
  viewer: RangesViewer;
  after: After;
  /**
   * Rows read from each range, and also the most returned in total. It is inlined into the query so that the
   * planner knows how little is read, so use only a few constants.
   */
  limit: number;
  except?: Param<number[]>;
  /**
   * Only profiles with a higher id. They are few, so traits are checked for each profile, where other searches scan
   * an index. Requires the order of signup.
   */
  since?: number;
}

/**
 * The ids (and activity days) of a search as one index range for each country, gender and birth year, each
 * read at most `limit` rows deep in list order. The caller merges them. So a search costs the same whether
 * many match or none, and on a large site as on a small one (docs/product.md 15.2).
 *
 * A name has one range for each country and gender, except that couples have one in all, and towns have one each, unless the order is by activity; then they
 * are asked of each row that was read.
 *
 * The text depends only on the shape of the search (`filter-shape.ts`), so each shape is planned once.
 *
 * explain (analyze, buffers), generic plan, PostgreSQL 18, 1,000,000 members, women in a province aged 25 to
 * 35:
 *   Limit (rows=25)  Buffers: shared hit=43
 *     Sort (top-N heapsort) of 300 rows
 *       Nested Loop over 12 birth years
 *         Limit (rows=25 loops=12)
 *           Index Only Scan using profiles_search_region (rows=25 loops=12)  Heap Fetches: 0  Index Searches: 12
 * plus 100 blocks each to hydrate 25 cards from profiles, presence and photos by primary key. Median times of
 * whole searches on two busy cores: this one 1.2 ms, ages 18 to 75 in a country 2.7, all ages 0.6, one age
 * 1.1, no match (with similar results) 3.8, everywhere 18 to 60 2.7, by activity 1.5, nearest 1.0.
 */
export function rangesOf(ranges: Ranges): RawBuilder<unknown> {
  const { genders, name } = ranges.filters;
  if (name === null || !genders.includes('couple')) return singlesIn(ranges);
  const singles = genders.filter((gender) => gender !== 'couple');
  const couples = couplesNamed(ranges);
  return singles.length === 0
    ? couples
    : sql`${singlesIn({ ...ranges, filters: { ...ranges.filters, genders: singles } })} union all ${couples}`;
}

const singlesIn = ({ filters, ...rest }: Ranges): RawBuilder<unknown> =>
  rangesByTerms({ ...rest, filters: { ...filters, everywhere: filters.countries.length > 1 } });

/** Couples by name have one range in an index of their own, because each has two names. It is sorted to find the newest. */
function couplesNamed({ filters, viewer, after, limit, except = [], since }: Ranges): RawBuilder<unknown> {
  const { countries, region, ages } = filters;
  const { further, order } = newestFirst(after);
  return sql`(
    select p.id from profiles p
    where p.gender = 'couple' and p.country = any(${countries}::text[]) ${inRegion(region)}
      ${ages === null ? sql`` : sql`and ${bornBetween(ages)}`} and ${further} ${since === undefined ? sql`` : newerThan(since, filters)}
      and ${listedFor(viewer)} ${flagsOf(filters)} ${narrowing(filters, { who: 'couple' })} ${withoutThese(except)}
    order by ${order} limit ${sql.lit(limit)})`;
}

export const inRegion = (region: Param<string> | null): RawBuilder<unknown> =>
  region === null ? sql`` : sql`and p.region = ${region}`;
export const withoutThese = (except: Param<number[]>) =>
  Array.isArray(except) && except.length === 0 ? sql`` : sql`and p.id <> all(${except}::bigint[])`;

/** Like `rangesOf`, but a search by name does not find couples by one of their two names. */
export function rangesByTerms({
  filters,
  viewer,
  after,
  limit,
  except = [],
  since,
}: Ranges<Terms>): RawBuilder<unknown> {
  const { genders, countries, everywhere, region, ages, sort, name, towns } = filters;
  const rangePerTown = towns !== null && name === null && sort !== 'active';
  const narrow = name !== null || rangePerTown;
  const { years, born } = yearsOf(ages, narrow);
  // An age range across all countries has an index of its own. Without an age filter, one range per country
  // is enough.
  const anywhere = everywhere && ages !== null && sort !== 'active' && !narrow;
  const { within, country } = rangePerTown
    ? {
        within: sql`${unnestTowns(towns)} t (country, region, city)`,
        country: sql`p.country = t.country and p.region = t.region and p.city = t.city and`,
      }
    : anywhere
      ? { within: sql`(select) c`, country: sql`` }
      : { within: sql`unnest(${countries}::text[]) c`, country: sql`p.country = c and` };
  const { further, order, active } = sort === 'active' ? byActivity(after) : newestFirst(after);
  return sql`
    select s.* from ${within} cross join unnest(${genders}::text[]) g ${years}
    cross join lateral (
      select p.id ${active} from profiles p
      where ${country} p.gender = g ${inRegion(region)} ${born} and ${further} ${since === undefined ? sql`` : newerThan(since, filters)}
        and ${listedFor(viewer)} ${flagsOf(filters)} ${narrowing(filters, { rangePerTown, who: 'single' })} ${withoutThese(except)}
      order by ${order} limit ${sql.lit(limit)}
    ) s`;
}

const newerThan = (since: number, filters: Pick<Terms, 'name' | 'traits'>): RawBuilder<unknown> =>
  sql`and p.id > ${since}::bigint ${isScanned(filters) && filters.traits ? sql`and ${havingTraits(filters.traits)}` : sql``}`;

/** The indexes of names and towns have no birth year, so that one range has all ages. */
function yearsOf(ages: Terms['ages'], narrow: boolean) {
  if (ages === null) return { years: sql``, born: sql`` };
  return narrow ? { years: sql``, born: sql`and ${bornBetween(ages)}` } : birthYears(ages);
}

function birthYears(ages: AgeTerms) {
  // The bounds are sub-selects, so that their date arithmetic runs once instead of once per row.
  const older = sql`(select (app_now()::date - make_interval(years => ${ages.max}::int + 1))::date)`;
  const younger = sql`(select (app_now()::date - make_interval(years => ${ages.min}::int))::date)`;
  return {
    years: sql`cross join generate_series(extract(year from ${older})::int, extract(year from ${younger})::int) y`,
    born: sql`and p.birth_year = y::smallint and p.date_of_birth > ${older} and p.date_of_birth <= ${younger}`,
  };
}

const byActivity = (after: After) => ({
  further: sql`(p.active_on, p.id) < (date '1970-01-01' + ${after.day}::int, ${after.id}::bigint)`,
  order: sql`p.active_on desc, p.id desc`,
  active: sql`, p.active_on`,
});

const newestFirst = (after: After) => ({
  further: sql`p.id < ${after.id}::bigint`,
  order: sql`p.id desc`,
  active: sql``,
});

/**
 * Condition on the date of birth for an age range as of today. The bounds are sub-selects, so that their date
 * arithmetic runs once instead of once per row.
 */
export const bornBetween = (ages: AgeTerms): RawBuilder<boolean> => sql`(
  p.date_of_birth > (select (app_now()::date - make_interval(years => ${ages.max}::int + 1))::date)
  and p.date_of_birth <= (select (app_now()::date - make_interval(years => ${ages.min}::int))::date))`;
