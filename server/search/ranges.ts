import { sql, type RawBuilder } from 'kysely';
import { listedFor, type ListViewer } from '../visibility/index.ts';
import type { Filters } from './filters.ts';

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

interface Ranges {
  filters: Filters;
  viewer: ListViewer;
  after: Position;
  /**
   * Rows read from each range, and also the most returned in total. It is inlined into the query so that the
   * planner knows how little is read, so use only a few constants.
   */
  limit: number;
  except?: number[];
}

/**
 * The ids (and activity days) of a search as one index range for each country, gender and birth year, each
 * read at most `limit` rows deep in list order. The caller merges them. So a search costs the same whether
 * many match or none, and on a large site as on a small one (docs/product.md 15.2).
 *
 * The query has one text for each shape of search (region, ages, sort), so each shape is planned once.
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
export function rangesOf({ filters, viewer, after, limit, except = [] }: Ranges): RawBuilder<unknown> {
  const { genders, countries, region, ages, sort, verified, activeThisWeek } = filters;
  const place = region === null ? sql`` : sql`and p.region = ${region}`;
  const { years, born } = ages ? birthYears(ages) : { years: sql``, born: sql`` };
  // An age range across all countries has an index of its own. Without an age filter, one range per country
  // is enough.
  const anywhere = countries.length > 1 && ages !== null && sort !== 'active';
  const within = anywhere ? sql`(select) c` : sql`unnest(${countries}::text[]) c`;
  const country = anywhere ? sql`` : sql`p.country = c and`;
  const { further, order, active } = sort === 'active' ? byActivity(after) : newestFirst(after);
  const seen = except.length > 0 ? sql`and p.id <> all(${except}::bigint[])` : sql``;
  return sql`
    select s.* from ${within} cross join unnest(${genders}::text[]) g ${years}
    cross join lateral (
      select p.id ${active} from profiles p
      where ${country} p.gender = g ${place} ${born} and ${further}
        and ${listedFor(viewer)} ${verified ? sql`and p.verified` : sql``} ${activeThisWeek ? sql`and ${isActiveThisWeek}` : sql``} ${seen}
      order by ${order} limit ${sql.lit(limit)}
    ) s`;
}

function birthYears(ages: { min: number; max: number }) {
  // The bounds are sub-selects, so that their date arithmetic runs once instead of once per row.
  const older = sql`(select (app_now()::date - make_interval(years => ${ages.max + 1}::int))::date)`;
  const younger = sql`(select (app_now()::date - make_interval(years => ${ages.min}::int))::date)`;
  return {
    years: sql`cross join generate_series(extract(year from ${older})::int, extract(year from ${younger})::int) y`,
    born: sql`and p.birth_year = y::smallint and p.date_of_birth > ${older} and p.date_of_birth <= ${younger}`,
  };
}

/**
 * Condition over `profiles p` for members active within seven days. The bound is a sub-select, so that it ends an
 * index range. A cam listing says nothing about when it was last active (docs/product.md 1.5).
 */
export const isActiveThisWeek = sql<boolean>`(p.active_on > (select app_now()::date - 7) and p.cam_variant is null)`;

const byActivity = (after: Position) => ({
  further: sql`(p.active_on, p.id) < (date '1970-01-01' + ${after.day}::int, ${after.id}::bigint)`,
  order: sql`p.active_on desc, p.id desc`,
  active: sql`, p.active_on`,
});

const newestFirst = (after: Position) => ({
  further: sql`p.id < ${after.id}::bigint`,
  order: sql`p.id desc`,
  active: sql``,
});

/**
 * Condition on the date of birth for an age range as of today. The bounds are sub-selects, so that their date
 * arithmetic runs once instead of once per row.
 */
export const bornBetween = (ages: { min: number; max: number }): RawBuilder<boolean> => sql`(
  p.date_of_birth > (select (app_now()::date - make_interval(years => ${ages.max + 1}::int))::date)
  and p.date_of_birth <= (select (app_now()::date - make_interval(years => ${ages.min}::int))::date))`;
