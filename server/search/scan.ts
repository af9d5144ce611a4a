import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../platform/database/index.ts';
import { listedFor } from '../visibility/index.ts';
import type { Filters } from './filters.ts';
import { bornBetween, type Position } from './ranges.ts';
import type { Searcher } from './search.ts';
import { havingTraits } from './traits.ts';

/** The most rows that one statement looks at, shared among its ranges. */
const SCANNED = 100_000;

export interface Scan {
  /** Matches in the order of the list, at most `limit`. */
  found: Position[];
  /** How far all ranges were looked at when one of them was not walked to its end: what lies beyond is for the next page. */
  seenTo: Position | null;
}

/**
 * The ids (and activity days) of a search by traits. No index can hold every combination of interests and looks, so the
 * newest members of each country and gender are walked along an index that carries what is asked for, and no farther than
 * `SCANNED` rows in all: a page costs the same at most, however rare the traits and however large the site; a page that ends
 * for that reason has a `next` like any other. Plans: benches/results/member-query-plans.md.
 */
export async function scanTraits(db: Db, searcher: Searcher, filters: Filters, after: Position, limit: number, scanned = SCANNED): Promise<Scan> {
  const ranges = filters.countries.length * filters.genders.length;
  const walk = walkOf(filters, after, Math.floor(scanned / ranges));
  const { ages, traits } = filters;
  const { rows: found } = await sql<Position>`
    select s.id, s.day from ${walk.ranges} cross join lateral (
      select p.id, p.day from (${walk.rows}) p
      where ${havingTraits(traits!)} ${ages ? sql`and ${bornBetween(ages)}` : sql``} ${walk.within} and ${listedFor(searcher)}
      limit ${sql.lit(limit)}
    ) s order by ${walk.merged} limit ${sql.lit(limit)}`.execute(db);
  // One range that gave all that was asked for has nothing left out before its last row.
  if (ranges === 1 && found.length === limit) return { found, seenTo: null };
  const { rows: ends } = await sql<Position>`
    select s.id, s.day from ${walk.ranges} cross join lateral (select p.id, p.day from (${walk.rows}) p offset ${sql.lit(walk.depth - 1)} limit 1) s
    order by ${walk.merged} limit 1`.execute(db);
  const seenTo = ends[0] ?? null;
  return { found: seenTo ? found.filter((one) => !isBeyond(one, seenTo, filters)) : found, seenTo };
}

/** A range for each country and gender, each `depth` rows deep in the order of the list: of listed members, whoever asks. */
function walkOf(filters: Filters, after: Position, depth: number) {
  const active = filters.sort === 'active';
  return {
    depth,
    ranges: sql`unnest(${filters.countries}::text[]) c cross join unnest(${filters.genders}::text[]) g`,
    rows: rangeRows({ country: sql`c`, gender: sql`g` }, filters, after, depth),
    // By activity there is no range for each region: it is one more thing to be looked at.
    within: active ? inRegion(filters) : sql``,
    merged: active ? sql`s.day desc, s.id desc` : sql`s.id desc`,
  };
}

/** The rows of one range, `depth` deep: what is looked at of them, over `profiles p`. */
export function rangeRows(
  { country, gender }: { country: RawBuilder<unknown>; gender: RawBuilder<unknown> },
  filters: Pick<Filters, 'region' | 'sort' | 'verified'>,
  after: Position,
  depth: number,
): RawBuilder<unknown> {
  const active = filters.sort === 'active';
  const further = active ? sql`(p.active_on, p.id) < (date '1970-01-01' + ${after.day}::int, ${after.id}::bigint)` : sql`p.id < ${after.id}::bigint`;
  return sql`
    select p.id, ${active ? sql`p.active_on - date '1970-01-01'` : sql`0`} as day, true as listed, p.cam_variant, p.region, p.date_of_birth, p.looks, p.interest_bits
    from profiles p where p.country = ${country} and p.gender = ${gender} ${active ? sql`` : inRegion(filters)} and p.listed ${filters.verified ? sql`and p.verified` : sql``} and ${further}
    order by ${active ? sql`p.active_on desc, p.id desc` : sql`p.id desc`} limit ${sql.lit(depth)}`;
}

const inRegion = ({ region }: Pick<Filters, 'region'>) => (region === null ? sql`` : sql`and p.region = ${region}`);

const isBeyond = (one: Position, end: Position, { sort }: Filters): boolean => (sort === 'active' && one.day !== end.day ? one.day < end.day : one.id < end.id);
