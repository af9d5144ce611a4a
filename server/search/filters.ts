import { countryCodes, type CountryCode } from '#contract/lists/countries.ts';
import type { CallQuery } from '#contract/calls.ts';
import { genders, type Gender, type SortOrder } from '#contract/enums.ts';
import { OLDEST, YOUNGEST } from '#contract/rules/search-rules.ts';
import { isRegion } from '#contract/lists/regions.ts';
import { writeTraits, type Traits } from '#contract/traits.ts';

/** A search, tidied: what it means, not how it was written. */
export interface Filters {
  genders: Gender[];
  countries: CountryCode[];
  region: string | null;
  /** Null is all ages. */
  ages: { min: number; max: number } | null;
  sort: SortOrder;
  /** Interests and looks (premium); null asks for none. */
  traits: Traits | null;
  /** Verified members only. */
  verified: boolean;
}

/**
 * The filters of members.php. What is absent does not filter; ages in the wrong order are turned round; a region that the
 * country does not have, or one without a country, is no filter. `nearest` needs a place to be near to.
 */
export function filtersOf(query: NonNullable<CallQuery<'members'>>, hasPlace: boolean, traits: Traits | null): Filters {
  const { gender, country, region, min_age, max_age, sort = 'newest', verified = false } = query;
  const [min, max] = [min_age ?? YOUNGEST, max_age ?? OLDEST].sort((a, b) => a - b) as [number, number];
  return {
    genders: gender ? [gender] : [...genders],
    countries: country ? [country] : [...countryCodes],
    region: country && region && isRegion(country, region) ? region : null,
    ages: min <= YOUNGEST && max >= OLDEST ? null : { min, max },
    sort: sort === 'nearest' && (!hasPlace || !country) ? 'newest' : sort,
    traits,
    verified,
  };
}

/** What is known of a search whoever makes it, on a site that shows resold cam listings or not. */
export const everybodysKey = ({ resell }: { resell: boolean }, filters: Filters): string => `${resell} ${filterKey(filters, null)}`;

/** What a cursor is bound to. */
export const filterKey = ({ genders, countries, region, ages, sort, traits, verified }: Filters, viewer: number | null): string =>
  JSON.stringify([
    viewer,
    genders,
    countries.length === 1 ? countries[0] : '*',
    region,
    ages?.min,
    ages?.max,
    sort,
    ...(traits ? [writeTraits(traits)] : []),
    ...(verified ? ['verified'] : []),
  ]);

/** Wider searches for when few match: whatever their traits first, then neighbours in age and place, the country, anywhere. */
export function similarTo(asked: Filters): Filters[] {
  const filters: Filters = { ...asked, traits: null };
  const { region, ages } = filters;
  const wider = ages && { min: Math.max(YOUNGEST, ages.min - 8), max: Math.min(OLDEST, ages.max + 8) };
  const steps: Filters[] = [
    ...(asked.traits ? [filters] : []),
    ...(ages || region ? [{ ...filters, region: null, ages: wider }] : []),
    ...(ages ? [{ ...filters, region: null, ages: null }] : []),
    ...(filters.countries.length === 1 ? [{ ...filters, region: null, ages: null, countries: [...countryCodes] }] : []),
  ];
  return steps.map((step) => ({ ...step, sort: step.sort === 'nearest' ? 'newest' : step.sort }));
}
