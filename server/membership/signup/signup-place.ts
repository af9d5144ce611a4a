import { centreOf, findTown, nearestTown } from '../../platform/gazetteer/index.ts';
import type { SignupForm } from './signup-rules.ts';

export interface SignupPlace {
  region: string | null;
  city: string | null;
  /** Centre of the town, region or country, never the member's own position (docs/product.md 12.3). */
  lat: number;
  lon: number;
}

/**
 * The location of a new profile. A position only selects the nearest town. Null if the gazetteer does not
 * have the city.
 */
export function signupPlace({ country, region, city, lat, lon }: SignupForm): SignupPlace | null {
  const wanted = city?.trim() || null;
  if (wanted) {
    const town = findTown(country, wanted, region);
    return town && { region: town.region, city: town.city, lat: town.lat, lon: town.lon };
  }
  const near = lat !== undefined && lon !== undefined ? nearestTown(lat, lon) : null;
  if (near && near.country === country && (!region || region === near.region))
    return { region: near.region, city: near.city, lat: near.lat, lon: near.lon };
  const centre = centreOf(country, region ?? null, null);
  return { region: region ?? null, city: null, lat: centre.lat, lon: centre.lon };
}
