import { sql } from 'kysely';
import type { CountryCode } from '#contract/lists/countries.ts';
import { itemAt, must } from '#contract/must.ts';
import { MOST_COUNTED } from '#contract/rules/search-rules.ts';
import type { Db } from '../platform/database/index.ts';
import { prepared } from '../platform/fast/prepared.ts';
import { distanceKm, townsOf } from '../platform/gazetteer/index.ts';
import { skeletonColumns, type Shown } from '../profiles/index.ts';
import { listedFor } from '../visibility/index.ts';
import { skeletonOf } from './by-traits.ts';
import { flagsOf } from './conditions.ts';
import { countOf, numberOf } from './count.ts';
import {
  filterShape,
  filterValues,
  termsOf,
  viewerOf,
  type FilterShape,
  type FilterValues,
} from './filter-shape.ts';
import { everybodysKey, isPlain, isScanned, isWide, type Filters } from './filters.ts';
import { bornBetween, inRegion, rangesOf, START } from './ranges.ts';
import { scanTraits } from './scan.ts';
import {
  BANDS_KM,
  type Known,
  PAGE,
  type Pager,
  type Search,
  type Searcher,
  type Band,
} from './search-context.ts';
import { townKey } from './towns.ts';

/** Members without a town come after all bands. */
const NOWHERE = BANDS_KM.length;

interface NearestPosition {
  band: number;
  id: number;
}

interface NearestPage {
  rows: Shown[];
  next: NearestPosition | null;
  /** Number of matches; null unless a first page read them all. */
  matches: number | null;
}

/** Below this many matches, sorting them all is as fast as reading the towns nearby. */
const FEW_MATCHES = 150;
/** Maximum towns to read before falling back to sorting all matches. Each town takes 1 or 2 µs. */
const MAX_TOWNS_NEARBY = 300;

/** Pages by distance. A position contains the count, and the band and id after which the page starts. */
export const nearestPager: Pager = async (db, search) => {
  const { known, searcher, filters, position } = search;
  const from = { band: position?.[1] ?? 0, id: position?.[2] || START.id };
  const atMost = position ? position[0] : await countNearest(db, search);
  const page = await choosePage(db, search, from, atMost);
  const isKnown = position !== null || atMost === MOST_COUNTED;
  const counted = isKnown ? atMost : (page.matches ?? (await numberOf(db, known, searcher, filters)));
  return { rows: page.rows, counted, next: page.next && [counted, page.next.band, page.next.id] };
};

/** `filtersOf` sorts by distance only for searchers with a town. */
const placeOf = ({ place }: Searcher) => must(place, 'town of the searcher');

/** An upper limit of the number of matches: a page that sorts all of them counts them itself. */
const countNearest = async (db: Db, { known, searcher, filters }: Search): Promise<number> =>
  isScanned(filters) ? MOST_COUNTED - 1 : countOf(db, known, searcher, filters);

async function choosePage(
  db: Db,
  search: Search,
  from: NearestPosition,
  matches: number,
): Promise<NearestPage> {
  const { known, searcher, filters } = search;
  if (filters.traits !== null || filters.name !== null) return fewNearest(db, searcher, filters, from);
  if (matches === MOST_COUNTED) return bandsPage(db, search, from);
  const few = matches < FEW_MATCHES || !isPlain(filters) || (filters.ages !== null && !isWide(filters.ages));
  if (few) return fewNearest(db, searcher, filters, from);

  // Sorting hundreds of matches takes PostgreSQL 1 to 3 ms, the towns nearby a quarter of that.
  const { lat, lon } = placeOf(searcher);
  const key = `${lat} ${lon} ${everybodysKey(searcher, filters)}`;
  const isThin = search.position === null && known.thin.has(key);
  const nearby = isThin ? null : await bandsPage(db, search, from, MAX_TOWNS_NEARBY);
  if (!nearby && search.position === null) known.thin.set(key, true);
  return nearby ?? fewNearest(db, searcher, filters, from);
}

/**
 * A page of members, nearest band first. Each town of a band is one index range, read at most a page deep. Returns null
 * when the bands needed have more than `mostTowns` towns.
 */
async function bandsPage(db: Db, search: Search, from: NearestPosition): Promise<NearestPage>;
async function bandsPage(
  db: Db,
  search: Search,
  from: NearestPosition,
  mostTowns: number,
): Promise<NearestPage | null>;
async function bandsPage(
  db: Db,
  { known, searcher, filters }: Search,
  from: NearestPosition,
  mostTowns = Infinity,
): Promise<NearestPage | null> {
  const bands = within(filters, bandsAround(known, placeOf(searcher), itemAt(filters.countries, 0)));
  const rows: Shown[] = [];
  let { band, id } = from;
  let towns = 0;
  const last = filters.towns ? NOWHERE - 1 : NOWHERE;
  while (band <= last) {
    towns += bands[band]?.cities.length ?? 0;
    if (towns > mostTowns) return null;
    const found = await bandPage(db, searcher, filters, bands[band] ?? null, id);
    rows.push(...found.slice(0, PAGE + 1 - rows.length));
    if (rows.length > PAGE) {
      // The extra row is the first of the next page, and a page starts after its position: hence the row's id
      // plus one.
      return {
        rows: rows.slice(0, PAGE),
        next: { band, id: itemAt(rows, PAGE).id + 1 },
        matches: null,
      };
    }
    band++;
    id = START.id;
  }
  return { rows, next: null, matches: rows.length };
}

/**
 * A page of a search with few matches, or by traits or name: all matches, or the newest of them, are read and sorted,
 * since most towns would have none. They are read by town, because a row for each member costs Node as much as the
 * rest of the search.
 */
async function fewNearest(
  db: Db,
  searcher: Searcher,
  filters: Filters,
  from: NearestPosition,
): Promise<NearestPage> {
  const newest: Filters = { ...filters, sort: 'newest' };
  const matches = isScanned(filters)
    ? sql`unnest(${(await scanTraits(db, searcher, newest, START, MOST_COUNTED)).found.map(({ id }) => id)}::bigint[]) r (id)`
    : sql`(${rangesOf({ filters: newest, viewer: searcher, after: START, limit: MOST_COUNTED })}) r`;
  const { rows: towns } = await sql<{ ids: string; region: string; city: string | null }>`
    select string_agg(p.id::text, ' ') as ids, p.region, p.city from ${matches} join profiles p on p.id = r.id
    group by p.region, p.city`.execute(db);
  const bandOf = bandFinder(placeOf(searcher), itemAt(filters.countries, 0));
  const all = towns.flatMap(({ ids, region, city }) => {
    const band = city === null ? NOWHERE : bandOf(region, city);
    return ids.split(' ').map((id) => ({ id: Number(id), band }));
  });
  const rest = all
    .filter((one) => one.band > from.band || (one.band === from.band && one.id < from.id))
    .sort((a, b) => a.band - b.band || b.id - a.id);
  const shown = rest.slice(0, PAGE);
  const rows = await skeletonOf(
    db,
    searcher.id,
    shown.map(({ id }) => id),
  );
  return {
    rows,
    next: rest.length > PAGE ? itemAt(shown, -1) : null,
    matches: Math.min(all.length, MOST_COUNTED),
  };
}

/**
 * Returns a function that finds a town's distance band. It computes distances only for the towns that it is
 * called with.
 */
function bandFinder(
  { lat, lon }: { lat: number; lon: number },
  country: CountryCode,
): (region: string, city: string) => number {
  const towns = townsByName(country);
  return (region, city) => {
    const town = towns.get(townKey(region, city));
    return town ? bandAt(distanceKm(lat, lon, town.lat, town.lon)) : NOWHERE;
  };
}

const bandAt = (km: number): number => BANDS_KM.findIndex((end) => km <= end);

const byName = new Map<CountryCode, Map<string, { lat: number; lon: number }>>();

/**
 * The towns of a country by region and name. If two towns share a name the first wins, as in `bandsAround`.
 */
function townsByName(country: CountryCode): Map<string, { lat: number; lon: number }> {
  let towns = byName.get(country);
  if (!towns) {
    towns = new Map();
    for (const town of townsOf(country)) {
      const name = townKey(town.region, town.city);
      if (!towns.has(name)) towns.set(name, town);
    }
    byName.set(country, towns);
  }
  return towns;
}

/** A page of one band after the position `before`; `towns` is null for members without a town. */
async function bandPage(
  db: Db,
  searcher: Searcher,
  filters: Filters,
  towns: Band | null,
  before: number,
): Promise<Shown[]> {
  if (towns?.cities.length === 0) return [];
  const band = { before, band_regions: towns?.regions, band_cities: towns?.cities };
  return bandRows(
    db,
    { ...filterValues(searcher, filters), ...band },
    { ...filterShape(searcher, filters), ofTowns: towns !== null },
  );
}

interface BandValues extends FilterValues, Record<string, unknown> {
  before: number;
  band_regions: string[] | undefined;
  band_cities: string[] | undefined;
}

type BandShape = FilterShape & { ofTowns: boolean };

const bandRows = prepared<BandValues, Shown, BandShape>((value, shape) => {
  const { genders, region, ages } = termsOf(value, shape);
  const viewer = viewerOf(value, shape);
  const ranges = shape.ofTowns
    ? sql`unnest(${value('band_regions')}::text[], ${value('band_cities')}::text[]) t(region, city)`
    : sql`(select) t`;
  const there = shape.ofTowns ? sql`p.city = t.city and p.region = t.region` : sql`p.city is null`;
  const limit = sql.lit(PAGE + 1);
  return sql`
    with page as (
      select s.id from ${ranges} cross join unnest(${genders}::text[]) g
      cross join lateral (
        select p.id from profiles p
        where p.country = ${value('country')} and p.gender = g and ${there} and p.id < ${value('before')}::bigint
          ${ages ? sql`and ${bornBetween(ages)}` : sql``} ${inRegion(region)} and ${listedFor(viewer)} ${flagsOf(shape)}
        order by p.id desc limit ${limit}
      ) s
      order by s.id desc limit ${limit}
    )
    select ${skeletonColumns(viewer.id, sql`array(select id from page)`)} from page join profiles p on p.id = page.id order by p.id desc`;
});

/** The bands without the towns that a search leaves out. */
function within({ towns, region }: Filters, bands: Band[]): Band[] {
  if (towns === null && region === null) return bands;
  const wanted = towns && new Set(towns.cities.map((city, i) => townKey(itemAt(towns.regions, i), city)));
  const isWanted = (there: string, city: string) =>
    (region === null || there === region) && (wanted === null || wanted.has(townKey(there, city)));
  return bands.map(({ regions, cities }) => {
    const kept = cities.flatMap((city, i) => (isWanted(itemAt(regions, i), city) ? [i] : []));
    return { regions: kept.map((i) => itemAt(regions, i)), cities: kept.map((i) => itemAt(cities, i)) };
  });
}

/** The towns of a country by band around a city centre. Cached, because all members of a town share it. */
function bandsAround(
  { bands: known }: Known,
  { lat, lon }: { lat: number; lon: number },
  country: CountryCode,
): Band[] {
  const key = `${lat} ${lon} ${country}`;
  const found = known.get(key);
  if (found) return found;
  const bands: Band[] = BANDS_KM.map(() => ({ regions: [], cities: [] }));
  const seen = new Set<string>();
  for (const town of townsOf(country)) {
    const name = townKey(town.region, town.city);
    if (seen.has(name)) continue;
    seen.add(name);
    const km = distanceKm(lat, lon, town.lat, town.lon);
    const band = itemAt(bands, bandAt(km));
    band.regions.push(town.region);
    band.cities.push(town.city);
  }
  known.set(key, bands);
  return bands;
}
