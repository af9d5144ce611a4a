import { countryCodes, type CountryCode } from '#contract/lists/countries.ts';
import { regionsOf } from '#contract/lists/regions.ts';
import { itemAt } from '#contract/must.ts';
import { recordOf } from '#contract/profile-fields.ts';
import { localName } from './place-names.ts';
import { readPlaces } from './places-file.ts';
import { ALAND, regionCodeOf } from './region-codes.ts';

/** A town that members may choose. Profiles never contain a finer location. */
export interface Town {
  country: CountryCode;
  region: string;
  city: string;
  lat: number;
  lon: number;
  population: number;
}

export interface RegionWithCities {
  id: string;
  name: string;
  cities: string[];
}

/** Each region offers its most populous towns. Members in smaller places choose the nearest one. */
const TOWNS_PER_REGION = 250;
/**
 * Positions farther than this from any town have no location: the sea, a desert, a country the site does not
 * serve.
 */
const FARTHEST_KM = 120;
const KM_PER_DEGREE = 111.2;

interface Gazetteer {
  byCountry: Record<CountryCode, Town[]>;
  grid: Map<number, Town[]>;
}

let loaded: Gazetteer | null = null;

export function regionsWithCities(country: CountryCode): RegionWithCities[] {
  const towns = gazetteer().byCountry[country];
  const compare = new Intl.Collator(undefined, { sensitivity: 'base' }).compare;
  return regionsOf(country).map(({ id, name }) => ({
    id,
    name,
    cities: [...new Set(towns.filter((town) => town.region === id).map((town) => town.city))].sort(compare),
  }));
}

export const townsOf = (country: CountryCode): readonly Town[] => gazetteer().byCountry[country];

/** Finds a town by name in a region, or anywhere in the country. Returns null if the gazetteer has none. */
export function findTown(country: CountryCode, city: string, region?: string | null): Town | null {
  const wanted = city.trim().toLocaleLowerCase();
  return (
    townsOf(country).find(
      (town) => town.city.toLocaleLowerCase() === wanted && (!region || town.region === region),
    ) ?? null
  );
}

/**
 * The position of a profile, never finer than the centre of its town, else of its region's largest town, else
 * of the country's.
 */
export const centreOf = (country: CountryCode, region: string | null, city: string | null): Town =>
  (city ? findTown(country, city, region) : null) ??
  townsOf(country).find((town) => town.region === region) ??
  itemAt(townsOf(country), 0);

/** Reverse geocoding (GET /api/geocode.php): the nearest town within 120 km, else null. */
export function nearestTown(lat: number, lon: number): Town | null {
  const { grid } = gazetteer();
  let best: Town | null = null;
  let bestKm = FARTHEST_KM;
  // Searches rings of cells until the next ring cannot contain a nearer town.
  const lonStep = Math.max(KM_PER_DEGREE * Math.cos((Math.min(Math.abs(lat) + 2, 85) * Math.PI) / 180), 1);
  for (let ring = 0; ring === 0 || (ring - 1) * lonStep < bestKm; ring++) {
    for (const cell of cellsAround(Math.floor(lat), Math.floor(lon), ring)) {
      for (const town of grid.get(cell) ?? []) {
        const km = distanceKm(lat, lon, town.lat, town.lon);
        if (km < bestKm) [best, bestKm] = [town, km];
      }
    }
  }
  return best;
}

/** Great-circle distance in kilometres. Used for bands such as "within 25 km"; never shown exactly. */
export function distanceKm(lat1: number, lon1: number, lat2: number, lon2: number): number {
  const radians = Math.PI / 180;
  const h =
    Math.sin(((lat2 - lat1) * radians) / 2) ** 2 +
    Math.cos(lat1 * radians) * Math.cos(lat2 * radians) * Math.sin(((lon2 - lon1) * radians) / 2) ** 2;
  return 2 * 6371 * Math.asin(Math.min(1, Math.sqrt(h)));
}

function gazetteer(): Gazetteer {
  loaded ??= load();
  return loaded;
}

function load(): Gazetteer {
  const byCountry = recordOf(countryCodes, (): Town[] => []);
  const regionIds = recordOf(
    countryCodes,
    (country) => new Map(regionsOf(country).map(({ code, id }) => [code, id])),
  );
  const undecided: Town[] = [];
  for (const place of readPlaces(new Set([...countryCodes, ALAND]))) {
    const country = place.country === ALAND ? 'FI' : (place.country as CountryCode);
    const code = regionCodeOf(place);
    const region = code === null ? '' : regionIds[country].get(code);
    if (region === undefined) continue;
    const town: Town = {
      country,
      region,
      city: localName(country, place.name),
      lat: place.lat,
      lon: place.lon,
      population: place.population,
    };
    byCountry[country].push(town);
    if (region === '') undecided.push(town);
  }
  for (const town of undecided) town.region = regionOfNeighbour(town, byCountry[town.country]);

  const grid = new Map<number, Town[]>();
  for (const country of countryCodes) {
    const left = new Map<string, number>();
    const offered = byCountry[country]
      .sort((a, b) => b.population - a.population)
      .filter((town) => {
        const taken = left.get(town.region) ?? 0;
        left.set(town.region, taken + 1);
        return taken < TOWNS_PER_REGION;
      });
    byCountry[country] = offered;
    for (const town of offered) {
      const cell = cellOf(Math.floor(town.lat), Math.floor(town.lon));
      const there = grid.get(cell);
      if (there) there.push(town);
      else grid.set(cell, [town]);
    }
  }
  return { byCountry, grid };
}

function regionOfNeighbour(town: Town, towns: Town[]): string {
  let region = '';
  let least = Infinity;
  for (const other of towns) {
    if (other.region === '') continue;
    const square = (other.lat - town.lat) ** 2 + ((other.lon - town.lon) * 0.6) ** 2;
    if (square < least) [region, least] = [other.region, square];
  }
  return region;
}

const cellOf = (lat: number, lon: number) => (lat + 90) * 400 + ((((lon + 180) % 360) + 360) % 360);

function* cellsAround(lat: number, lon: number, ring: number) {
  for (let dLat = -ring; dLat <= ring; dLat++) {
    for (let dLon = -ring; dLon <= ring; dLon++) {
      if (Math.max(Math.abs(dLat), Math.abs(dLon)) === ring) yield cellOf(lat + dLat, lon + dLon);
    }
  }
}
