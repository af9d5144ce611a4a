import { sql, type RawBuilder } from 'kysely';
import type { CallQuery, CallReply } from '#contract/calls.ts';
import type { CountryCode } from '#contract/lists/countries.ts';
import { itemAt } from '#contract/must.ts';
import type { Traveller } from '#contract/search.ts';
import type { App } from '../../platform/app.ts';
import type { Db } from '../../platform/database/index.ts';
import { prepared, type Param } from '../../platform/fast/prepared.ts';
import { readCursor, writeCursor } from '../../platform/http/cursor.ts';
import { hydrate, skeletonColumns, type Shown } from '../../profiles/index.ts';
import { isUnderWay, listedFor } from '../../visibility/index.ts';
import { flagsOf, narrowing, unnestTowns } from '../conditions.ts';
import {
  filterShape,
  filterValues,
  termsOf,
  viewerOf,
  type FilterShape,
  type FilterValues,
} from '../filter-shape.ts';
import { filterKey, filtersOf, type Filters, type Terms } from '../filters.ts';
import { bornBetween, inRegion, type RangesViewer } from '../ranges.ts';
import type { Searcher } from '../search-context.ts';
import { havingTraits } from '../traits.ts';

const PAGE = 12;
/** Newest trips of the place that a page reads at most. A page that stops there has a `next` like any other. */
const SCANNED = 1000;

/**
 * GET /api/travellers.php: members who live outside the place of a search and have a trip there now, newest trips first.
 * A search of all countries has none, because it finds everybody at home. Cards name the trip's place in place of the
 * home town, and no distance, which is that of the homes. Read from the primary, so that a deleted trip is gone at once.
 */
export async function travellers(
  app: Pick<App, 'db' | 'parts'>,
  searcher: Searcher,
  query: NonNullable<CallQuery<'travellers'>>,
): Promise<CallReply<'travellers'>> {
  const filters = filtersOf(query, searcher);
  if (filters.countries.length > 1) return { travellers: [], next: null };
  const list = `travellers ${filterKey(filters, searcher.id)}`;
  const [after = Number.MAX_SAFE_INTEGER] = readCursor(list, query.cursor, 1) ?? [];
  const { rows, next } = await pageOf(app.db, searcher, filters, after);
  const people = await hydrate(app, searcher, rows);
  const shows = (field: 'country' | 'region' | 'city') => !searcher.hides.includes(field);
  return {
    travellers: rows.flatMap((row): Traveller[] => {
      const card = people.card(row);
      if (!card) return [];
      const { within_km: _ofTheHomes, ...profile } = card;
      const trip = {
        country: shows('country') ? row.country : null,
        region: shows('region') ? row.region : null,
        city: shows('city') ? row.city : null,
        ends_on: row.ends_on,
      };
      return [{ profile: { ...profile, region: null, city: null }, trip }];
    }),
    next: next === null ? null : writeCursor(list, [next]),
  };
}

interface Row extends Shown {
  trip: number;
  country: CountryCode;
  region: string;
  city: string;
  ends_on: string;
}

/**
 * `end` is the last trip that the walk read, if it stopped at its limit; the row with it has no profile if nobody matches.
 * Plans: benches/results/member-query-plans.md.
 */
async function pageOf(
  db: Db,
  searcher: Searcher,
  filters: Filters,
  after: number,
): Promise<{ rows: Row[]; next: number | null }> {
  const rows =
    filters.name === null && filters.traits === null
      ? await shapedTrips(db, { ...filterValues(searcher, filters), after }, filterShape(searcher, filters))
      : (
          await tripsOf({
            viewer: searcher,
            filters,
            country: itemAt(filters.countries, 0),
            after,
          }).execute(db)
        ).rows;
  const found = rows.flatMap((row) => (row.id === null ? [] : row));
  return found.length > PAGE
    ? { rows: found.slice(0, PAGE), next: itemAt(found, PAGE - 1).trip }
    : { rows: found, next: rows[0]?.end ?? null };
}

type TripRow = (Row | { id: null }) & { end: number | null };

const shapedTrips = prepared<FilterValues & { after: number }, TripRow, FilterShape>((value, shape) =>
  tripsOf({
    viewer: viewerOf(value, shape),
    filters: termsOf(value, shape),
    country: value('country'),
    after: value('after'),
  }),
);

interface Wanted {
  viewer: RangesViewer;
  filters: Omit<Terms, 'everywhere'>;
  country: Param<CountryCode>;
  after: Param<number>;
}

function tripsOf({ viewer, filters, country, after }: Wanted): RawBuilder<TripRow> {
  const { genders, ages, name, traits } = filters;
  return sql`
    with walk as materialized (${walkOf(filters, country, after)}),
    page as (
      select w.id as trip, p.id from walk w join profiles p on p.id = w.member_id
      where p.gender = any(${genders}::text[]) ${ages ? sql`and ${bornBetween(ages)}` : sql``} and ${listedFor(viewer)}
        ${flagsOf(filters)} ${narrowing({ name, towns: null, traits: null })} ${traits ? sql`and ${havingTraits(traits)}` : sql``}
        and not ${livesThere(filters)}
      order by w.id desc limit ${sql.lit(PAGE + 1)}
    )
    select ${skeletonColumns(viewer.id, sql`array(select id from page)`)}, t.id as trip, t.country, t.region, t.city,
      t.ends_on::text, last.end
    from (select case when count(*) = ${sql.lit(SCANNED)} then min(id) end as end from walk) last
      left join (page join profiles p on p.id = page.id join trips t on t.id = page.trip) on true
    order by t.id desc`;
}

/** The newest trips in the place of a search, from the index of its country, its region or its towns. */
function walkOf(
  { region, towns }: Pick<Terms, 'region' | 'towns'>,
  country: Param<CountryCode>,
  after: Param<number>,
): RawBuilder<unknown> {
  const newest = (place: RawBuilder<unknown>) => sql`
    select t.id, t.member_id from trips t where ${place} and t.id < ${after}::bigint and ${isUnderWay}
    order by t.id desc limit ${sql.lit(SCANNED)}`;
  const ofRegion = region === null ? sql`` : sql`and t.region = ${region}`;
  return towns
    ? sql`select w.* from ${unnestTowns(towns)} n (country, region, city) cross join lateral
        (${newest(sql`t.country = n.country and t.region = n.region and t.city = n.city ${ofRegion}`)}) w
        order by w.id desc limit ${sql.lit(SCANNED)}`
    : newest(sql`t.country = ${country} ${ofRegion}`);
}

/** The search itself finds those, and counts them. */
const livesThere = ({
  countries,
  region,
  towns,
}: Pick<Terms, 'countries' | 'region' | 'towns'>): RawBuilder<boolean> => sql<boolean>`
  ((p.country = any(${countries}::text[]) ${inRegion(region)}
    ${towns ? sql`and (p.country, p.region, p.city) in (select * from ${unnestTowns(towns)})` : sql``}) is true)`;
