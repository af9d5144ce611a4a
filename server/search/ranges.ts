import { sql, type RawBuilder } from 'kysely';
import { listedFor } from '../visibility/index.ts';
import type { Filters } from './filters.ts';

/** Where a list goes on: the last profile's id and, sorted by activity, its day since 1970. */
export interface Position {
  id: number;
  day: number;
}

/** Before the first: larger than any id or day. */
export const START: Position = { id: Number.MAX_SAFE_INTEGER, day: 1_000_000 };

interface Ranges {
  filters: Filters;
  viewer: number | null;
  /** Resold cam listings show (setting member_resell). */
  resell: boolean;
  after: Position;
  /**
   * Rows taken of each range, which is also the most that all together can give. One of few constants: it is written into
   * the statement, so that the planner knows how little is read.
   */
  limit: number;
  /** Profiles left out: those shown already. */
  except?: number[];
}

/**
 * The ids (and activity days) of a search as one index range for each country, gender and birth year in question, each
 * read at most `limit` rows deep in the order of the list; the caller merges them. So a search costs the same whether
 * many match or none, and on a large site as on a small one (docs/product.md 15.2).
 *
 * The statement has one text for each shape of a search (region, ages, sort), so it is planned once for each.
 *
 * explain (analyze, buffers), generic plan, PostgreSQL 18, 1,000,000 members, women in a province aged 25 to 35:
 *   Limit (rows=25)  Buffers: shared hit=43
 *     Sort (top-N heapsort) of 300 rows
 *       Nested Loop over 12 birth years
 *         Limit (rows=25 loops=12)
 *           Index Only Scan using profiles_search_region (rows=25 loops=12)  Heap Fetches: 0  Index Searches: 12
 * and 100 blocks each to hydrate 25 cards from profiles, presence and photos by their primary keys. Medians of whole
 * searches on two busy cores: this one 1.2 ms, ages 18 to 75 in a country 2.7, all ages 0.6, one age 1.1, nobody matches
 * (with similar results) 3.8, everywhere 18 to 60 2.7, by activity 1.5, nearest 1.0.
 */
export function rangesOf({ filters, viewer, resell, after, limit, except = [] }: Ranges): RawBuilder<unknown> {
  const { genders, countries, region, ages, sort, verified } = filters;
  const place = region === null ? sql`` : sql`and p.region = ${region}`;
  // The edges are sub-selects, so that their arithmetic is done once and not for each row.
  const older = ages && sql`(select (app_now()::date - make_interval(years => ${ages.max + 1}::int))::date)`;
  const younger = ages && sql`(select (app_now()::date - make_interval(years => ${ages.min}::int))::date)`;
  const years = ages ? sql`cross join generate_series(extract(year from ${older})::int, extract(year from ${younger})::int) y` : sql``;
  const born = ages ? sql`and p.birth_year = y::smallint and p.date_of_birth > ${older} and p.date_of_birth <= ${younger}` : sql``;
  // An age range in all countries has an index of its own; all ages are nineteen ranges at most.
  const anywhere = countries.length > 1 && ages !== null && sort !== 'active';
  const within = anywhere ? sql`(select) c` : sql`unnest(${countries}::text[]) c`;
  const country = anywhere ? sql`` : sql`p.country = c and`;
  const further = sort === 'active' ? sql`(p.active_on, p.id) < (date '1970-01-01' + ${after.day}::int, ${after.id}::bigint)` : sql`p.id < ${after.id}::bigint`;
  const seen = except.length > 0 ? sql`and p.id <> all(${except}::bigint[])` : sql``;
  const order = sort === 'active' ? sql`p.active_on desc, p.id desc` : sql`p.id desc`;
  const active = sort === 'active' ? sql`, p.active_on` : sql``;
  return sql`
    select s.* from ${within} cross join unnest(${genders}::text[]) g ${years}
    cross join lateral (
      select p.id ${active} from profiles p
      where ${country} p.gender = g ${place} ${born} and ${further}
        and ${listedFor({ id: viewer, resell })} ${verified ? sql`and p.verified` : sql``} ${seen}
      order by ${order} limit ${sql.lit(limit)}
    ) s`;
}

/** Of these ages today, by the date of birth: between sub-selects, so that the arithmetic is done once and not for each row. */
export const bornBetween = (ages: { min: number; max: number }): RawBuilder<boolean> => sql`(
  p.date_of_birth > (select (app_now()::date - make_interval(years => ${ages.max + 1}::int))::date)
  and p.date_of_birth <= (select (app_now()::date - make_interval(years => ${ages.min}::int))::date))`;
