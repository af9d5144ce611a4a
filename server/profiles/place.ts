import type { CountryCode } from '#contract/lists/countries.ts';
import { isRegion } from '#contract/lists/regions.ts';
import { centreOf, findTown, nearestTown } from '../platform/gazetteer/index.ts';
import { refuseFields } from '../platform/http/refusal.ts';

/** A place as the member enters it. The position is only used to find the town. */
export interface GivenPlace {
  country: CountryCode;
  region?: string | null;
  city?: string | null;
  lat?: number | undefined;
  lon?: number | undefined;
}

export interface Place {
  country: CountryCode;
  region: string | null;
  city: string | null;
  lat: number;
  lon: number;
}

/**
 * Resolves a place by the gazetteer's names to the city's centre, never to the member's own position
 * (docs/product.md 12.3). A position without a city resolves to the nearest town. Throws `invalid_fields`:
 * `region_unknown` for a region that the country does not have, `invalid` for an unknown city.
 */
export function placeOf(given: GivenPlace): Place {
  const { country } = given;
  const { region, city } = namesOf(given);
  if (region !== null && !isRegion(country, region)) throw refuseFields({ region: 'region_unknown' });
  if (city !== null) {
    const town = findTown(country, city, region);
    if (!town) throw refuseFields({ city: 'invalid' });
    return { country, region: town.region, city: town.city, lat: town.lat, lon: town.lon };
  }
  const { lat, lon } = centreOf(country, region, null);
  return { country, region, city: null, lat, lon };
}

function namesOf({ country, region, city, lat, lon }: GivenPlace): Pick<Place, 'region' | 'city'> {
  const isPosition = !city && lat !== undefined && lon !== undefined;
  const town = isPosition ? nearestTown(lat, lon) : null;
  const names = town?.country === country ? town : { region, city };
  return { region: names.region?.trim() || null, city: names.city?.trim() || null };
}
