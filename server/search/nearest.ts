import { sql } from 'kysely';
import type { CountryCode } from '#contract/countries.ts';
import { distanceBands } from '#contract/enums.ts';
import type { Db } from '../platform/database/index.ts';
import { distanceKm, townsOf } from '../platform/gazetteer/index.ts';
import { skeletonColumns, type Shown } from '../profiles/index.ts';
import { listedFor } from '../visibility/index.ts';
import type { Filters } from './filters.ts';
import { bornBetween, rangesOf, START } from './ranges.ts';
import { scanTraits } from './scan.ts';
import { skeletonOf } from './by-traits.ts';
import { countOf, MOST_COUNTED } from './count.ts';
import { PAGE, type Pager, type Searcher } from './search.ts';

/** Upper ends of the bands: within one, the newest come first, so that no finer distance can be read from the order. */
const BANDS_KM = [...distanceBands, Infinity];
/** After all towns come those who name none. */
const NOWHERE = BANDS_KM.length;

interface Towns {
  regions: string[];
  cities: string[];
}

interface NearestPosition {
  band: number;
  id: number;
}

interface NearestPage {
  rows: Shown[];
  next: NearestPosition | null;
}

/** Pages by distance. A position is the count, the band and the id before which its page begins. */
export const nearestPager: Pager = async (db, { searcher, filters, position }) => {
  const counted = position ? position[0]! : await countNearest(db, searcher, filters);
  const page = await nearestPage(db, searcher, filters, { band: position?.[1] ?? 0, id: position?.[2] || START.id }, PAGE, counted);
  return { rows: page.rows, counted, next: page.next && [counted, page.next.band, page.next.id] };
};

const countNearest = async (db: Db, searcher: Searcher, filters: Filters): Promise<number> =>
  filters.traits ? (await scanTraits(db, searcher, { ...filters, sort: 'newest' }, START, MOST_COUNTED)).found.length : countOf(db, searcher, filters);

/**
 * A page of members, nearest band first. Each town of a band is one index range, read at most a page deep; when few match
 * (`counted` below what is counted to), all matches are read and put in order instead of asking every town in vain; so are the
 * newest of a search by traits.
 */
async function nearestPage(db: Db, searcher: Searcher, filters: Filters, from: NearestPosition, size: number, counted: number): Promise<NearestPage> {
  if (counted < MOST_COUNTED || filters.traits) return fewNearest(db, searcher, filters, from, size);
  const bands = bandsAround(searcher.place!, filters.countries[0]!);
  const rows: Shown[] = [];
  let { band, id } = from;
  while (band <= NOWHERE) {
    const wanted = size + 1 - rows.length;
    const found = await bandPage(db, searcher, filters, bands[band] ?? null, id, wanted);
    rows.push(...found);
    if (rows.length > size) {
      // The row beyond the page tells where the next one begins: in its band, just before it.
      return { rows: rows.slice(0, size), next: { band, id: rows[size]!.id + 1 } };
    }
    band++;
    id = START.id;
  }
  return { rows, next: null };
}

/** All matches of a search that has few, by band and then newest first. */
async function fewNearest(db: Db, searcher: Searcher, filters: Filters, from: NearestPosition, size: number): Promise<NearestPage> {
  const { id: viewer, resell } = searcher;
  const newest: Filters = { ...filters, sort: 'newest' };
  const matches = filters.traits
    ? sql`unnest(${(await scanTraits(db, searcher, newest, START, MOST_COUNTED)).found.map(({ id }) => id)}::bigint[]) r (id)`
    : sql`(${rangesOf({ filters: newest, viewer, resell, after: START, limit: MOST_COUNTED })}) r`;
  const { rows: all } = await sql<{ id: number; region: string; city: string }>`
    select p.id, p.region, p.city from ${matches} join profiles p on p.id = r.id`.execute(db);
  const band = bandFinder(searcher.place!, filters.countries[0]!);
  const rest = all
    .map(({ id, region, city }) => ({ id, band: city === null ? NOWHERE : band(region, city) }))
    .filter((one) => one.band > from.band || (one.band === from.band && one.id < from.id))
    .sort((a, b) => a.band - b.band || b.id - a.id);
  const shown = rest.slice(0, size);
  const rows = await skeletonOf(
    db,
    viewer,
    shown.map(({ id }) => id),
  );
  return { rows, next: rest.length > size ? shown.at(-1)! : null };
}

function bandFinder(place: { lat: number; lon: number }, country: CountryCode): (region: string, city: string) => number {
  const found = new Map(bandsAround(place, country).flatMap(({ regions, cities }, band) => cities.map((city, n) => [`${regions[n]} ${city}`, band] as const)));
  return (region, city) => found.get(`${region} ${city}`) ?? NOWHERE;
}

async function bandPage(db: Db, { id: viewer, resell }: Searcher, filters: Filters, towns: Towns | null, before: number, limit: number): Promise<Shown[]> {
  if (towns?.cities.length === 0) return [];
  const { genders, countries, region, ages, verified } = filters;
  const born = ages ? sql`and ${bornBetween(ages)}` : sql``;
  const ranges = towns ? sql`unnest(${towns.regions}::text[], ${towns.cities}::text[]) t(region, city)` : sql`(select) t`;
  const there = towns ? sql`p.city = t.city and p.region = t.region` : sql`p.city is null`;
  const { rows } = await sql<Shown>`
    with page as (
      select s.id from ${ranges} cross join unnest(${genders}::text[]) g
      cross join lateral (
        select p.id from profiles p
        where p.country = ${countries[0]} and p.gender = g and ${there} and p.id < ${before}::bigint ${born}
          ${region === null ? sql`` : sql`and p.region = ${region}`} and ${listedFor({ id: viewer, resell })} ${verified ? sql`and p.verified` : sql``}
        order by p.id desc limit ${sql.lit(limit)}
      ) s
      order by s.id desc limit ${sql.lit(limit)}
    )
    select ${skeletonColumns(viewer, sql`array(select id from page)`)} from page join profiles p on p.id = page.id order by p.id desc`.execute(db);
  return rows;
}

const known = new Map<string, Towns[]>();
const MOST_KNOWN = 2000;

/** The towns of a country by band around a city centre. The same for all members of a town, so it is kept. */
function bandsAround({ lat, lon }: { lat: number; lon: number }, country: CountryCode): Towns[] {
  const key = `${lat} ${lon} ${country}`;
  const found = known.get(key);
  if (found) return found;
  const bands: Towns[] = BANDS_KM.map(() => ({ regions: [], cities: [] }));
  const seen = new Set<string>();
  for (const town of townsOf(country)) {
    const name = `${town.region} ${town.city}`;
    if (seen.has(name)) continue;
    seen.add(name);
    const km = distanceKm(lat, lon, town.lat, town.lon);
    const band = bands[BANDS_KM.findIndex((end) => km <= end)]!;
    band.regions.push(town.region);
    band.cities.push(town.city);
  }
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(key, bands);
  return bands;
}
