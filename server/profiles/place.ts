import { isRegion } from '#contract/lists/regions.ts';
import type { CountryCode } from '#contract/lists/countries.ts';
import { centreOf, findTown, nearestTown } from '../platform/gazetteer/index.ts';
import { refuseFields } from '../platform/http/refusal.ts';

/** What a member says about where they live. A position is only used to name the town. */
export interface GivenPlace {
  country: CountryCode;
  region?: string | null;
  city?: string | null;
  lat?: number | undefined;
  lon?: number | undefined;
}

/** What a profile keeps: names, and the centre of the town, region or country they name. */
export interface Place {
  country: CountryCode;
  region: string | null;
  city: string | null;
  lat: number;
  lon: number;
}

/**
 * Where a profile is placed: by the gazetteer's names, at the city's centre, never at the member's own position
 * (docs/product.md 12.3). A position without a city names the nearest town.
 *
 * Refuses `region_unknown` for a region that the country does not have, `invalid` for a city that it does not.
 */
export function placeOf(given: GivenPlace): Place {
  const { country } = given;
  let { region = null, city = null } = given;
  if (!city && given.lat !== undefined && given.lon !== undefined) {
    const town = nearestTown(given.lat, given.lon);
    if (town?.country === country) ({ region, city } = town);
  }
  region = region?.trim() || null;
  city = city?.trim() || null;
  if (region !== null && !isRegion(country, region)) throw refuseFields({ region: 'region_unknown' });
  if (city !== null) {
    const town = findTown(country, city, region);
    if (!town) throw refuseFields({ city: 'invalid' });
    return { country, region: town.region, city: town.city, lat: town.lat, lon: town.lon };
  }
  const { lat, lon } = centreOf(country, region, null);
  return { country, region, city: null, lat, lon };
}
