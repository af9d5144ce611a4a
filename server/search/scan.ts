import { sql, type RawBuilder } from 'kysely';
import { must } from '#contract/must.ts';
import { traitColumns } from '#contract/profile-fields.ts';
import type { Db } from '../platform/database/index.ts';
import type { Param } from '../platform/fast/prepared.ts';
import { inPool, listedFor } from '../visibility/index.ts';
import { flagsOf, inTowns, type Flags } from './conditions.ts';
import type { Filters, Terms } from './filters.ts';
import { bornBetween, inRegion, type After, type Position, type RangesViewer } from './ranges.ts';
import type { Searcher } from './search-context.ts';
import { havingTraits } from './traits.ts';

/** Maximum rows that one query scans, shared among its ranges. */
const SCANNED = 100_000;

export interface Scan {
  found: Position[];
  /**
   * The position up to which every range was scanned, if one of them was not scanned to its end. The next
   * page continues from there.
   */
  seenTo: Position | null;
}

/**
 * Finds the ids (and activity days) of a search by traits. No index can cover every combination of interests
 * and looks, so the query scans the newest members of each country and gender along an index that includes
 * the traits, at most `SCANNED` rows in total. That bounds the cost of a page, even for rare traits on a
 * large site. A page that stops at the limit has a `next` like any other. Plans:
 * benches/results/member-query-plans.md.
 */
export async function scanTraits(
  db: Db,
  searcher: Searcher,
  filters: Filters,
  after: Position,
  limit: number,
  scanned = SCANNED,
): Promise<Scan> {
  const ranges = filters.countries.length * filters.genders.length;
  const walk = walkOf(searcher, filters, after, Math.floor(scanned / ranges));
  const { ages, traits } = filters;
  const { rows: found } = await sql<Position>`
    select s.id, s.day from ${walk.ranges} cross join lateral (
      select p.id, p.day from (${walk.rows}) p
      where ${havingTraits(must(traits, 'traits to search by'))} ${ages ? sql`and ${bornBetween(ages)}` : sql``} ${walk.within} and ${listedFor(searcher)}
      limit ${sql.lit(limit)}
    ) s order by ${walk.merged} limit ${sql.lit(limit)}`.execute(db);
  // A single range that returned `limit` rows has skipped nothing before its last row.
  if (ranges === 1 && found.length === limit) return { found, seenTo: null };
  const { rows: ends } = await sql<Position>`
    select s.id, s.day from ${walk.ranges} cross join lateral (select p.id, p.day from (${walk.rows}) p offset ${sql.lit(walk.depth - 1)} limit 1) s
    order by ${walk.merged} limit 1`.execute(db);
  const seenTo = ends[0] ?? null;
  return { found: seenTo ? found.filter((one) => !isBeyond(one, seenTo, filters)) : found, seenTo };
}

/**
 * One range for each country and gender, each `depth` rows deep in list order. The ranges contain listed
 * members only and depend on no more of the searcher than the pool.
 */
function walkOf(searcher: Searcher, filters: Filters, after: Position, depth: number) {
  const active = filters.sort === 'active';
  return {
    depth,
    ranges: sql`unnest(${filters.countries}::text[]) c cross join unnest(${filters.genders}::text[]) g`,
    rows: rangeRows(searcher, { country: sql`c`, gender: sql`g` }, filters, after, depth),
    // No index combines activity and region, so the region is filtered row by row.
    within: sql`${active ? inRegion(filters.region) : sql``} ${filters.towns ? sql`and ${inTowns(filters.towns)}` : sql``}`,
    merged: active ? sql`s.day desc, s.id desc` : sql`s.id desc`,
  };
}

export function rangeRows(
  viewer: Pick<RangesViewer, 'pool'>,
  { country, gender }: { country: Param<unknown>; gender: Param<unknown> },
  filters: Pick<Terms, 'region' | 'sort'> & Flags,
  after: After,
  depth: number,
): RawBuilder<unknown> {
  const active = filters.sort === 'active';
  const further = active
    ? sql`(p.active_on, p.id) < (date '1970-01-01' + ${after.day}::int, ${after.id}::bigint)`
    : sql`p.id < ${after.id}::bigint`;
  return sql`
    select p.id, ${active ? sql`p.active_on - date '1970-01-01'` : sql`0`} as day, true as listed, p.pool_id, p.cam_variant, p.region, p.date_of_birth, ${sql.join(traitColumns.map((column) => sql.ref(`p.${column}`)))}
    from profiles p where ${inPool(viewer)} and p.country = ${country} and p.gender = ${gender} ${active ? sql`` : inRegion(filters.region)} and p.listed ${flagsOf(filters)} and ${further}
    order by ${active ? sql`p.active_on desc, p.id desc` : sql`p.id desc`} limit ${sql.lit(depth)}`;
}

const isBeyond = (one: Position, end: Position, { sort }: Filters): boolean =>
  sort === 'active' && one.day !== end.day ? one.day < end.day : one.id < end.id;
