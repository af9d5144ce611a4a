import { countryCodes } from '#contract/lists/countries.ts';
import { itemAt } from '#contract/must.ts';
import type { Chance } from '#seeds/chance.ts';
import { countryWeights } from '#seeds/population.ts';
import { townsOf } from '#server/platform/gazetteer/index.ts';

export interface Search {
  gender: string;
  country: string;
  minAge: number;
  maxAge: number;
  region: string | null;
}

export function searchOf(chance: Chance): Search {
  const country = chance.weighted(countryCodes.map((code) => [code, countryWeights[code]] as const));
  const minAge = chance.int(18, 55);
  return {
    country,
    minAge,
    gender: chance.pick(['male', 'female']),
    maxAge: minAge + chance.int(10, 20),
    region: chance.holds(0.3) ? itemAt(townsOf(country), chance.int(0, 5)).region : null,
  };
}

export function pathOf({ gender, country, minAge, maxAge, region }: Search): string {
  const query = new URLSearchParams({ gender, country, min_age: String(minAge), max_age: String(maxAge) });
  if (region) query.set('region', region);
  return `/api/members.php?${query}`;
}
