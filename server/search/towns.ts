import type { CountryCode } from '#contract/lists/countries.ts';
import type { Radius } from '#contract/rules/search-rules.ts';
import type { Param } from '../platform/fast/prepared.ts';
import { distanceKm, townsOf } from '../platform/gazetteer/index.ts';

/** Towns to search in, as parallel lists for `unnest`. */
export interface Towns {
  countries: CountryCode[];
  regions: string[];
  cities: string[];
}

export type TownTerms = { [List in keyof Towns]: Param<Towns[List]> };

export interface Place {
  lat: number;
  lon: number;
}

const KM_PER_DEGREE = 111.2;

/** The towns of a name in the countries, or those within the radius of one of them or of `place`. Null without a place. */
export function townsWithin(
  { town, radius }: { town: string | null; radius: Radius | null },
  place: Place | null,
  countries: readonly CountryCode[],
): Towns | null {
  const named = town === null ? null : townsNamed(town, countries);
  if (radius === null) return named && collect(named);
  const centres = named ?? (place ? [place] : null);
  return (
    centres &&
    collect(
      countries
        .flatMap((country) => townsOf(country))
        .filter((each) => centres.some((centre) => isWithin(centre, each, radius))),
    )
  );
}

export const townKey = (region: string, city: string): string => `${region} ${city}`;

function townsNamed(name: string, countries: readonly CountryCode[]) {
  const wanted = name.toLocaleLowerCase();
  return countries.flatMap((country) =>
    townsOf(country).filter(({ city }) => city.toLocaleLowerCase() === wanted),
  );
}

/** Most towns are too far to the north or south, which is cheaper to tell than a distance. */
const isWithin = (centre: Place, { lat, lon }: Place, km: number): boolean =>
  Math.abs(lat - centre.lat) * KM_PER_DEGREE <= km && distanceKm(centre.lat, centre.lon, lat, lon) <= km;

function collect(towns: readonly { country: CountryCode; region: string; city: string }[]): Towns {
  const seen = new Set<string>();
  const found: Towns = { countries: [], regions: [], cities: [] };
  for (const { country, region, city } of towns) {
    const key = `${country} ${townKey(region, city)}`;
    if (seen.has(key)) continue;
    seen.add(key);
    found.countries.push(country);
    found.regions.push(region);
    found.cities.push(city);
  }
  return found;
}
