import type { CallQuery } from '#contract/calls.ts';
import { countryCodes, type CountryCode } from '#contract/lists/countries.ts';
import { genders, type Gender } from '#contract/lists/genders.ts';
import { isRegion } from '#contract/lists/regions.ts';
import { OLDEST, YOUNGEST, type SortOrder } from '#contract/rules/search-rules.ts';
import { writeTraits, type Traits } from '#contract/traits.ts';

export interface Filters {
  genders: Gender[];
  countries: CountryCode[];
  region: string | null;
  ages: { min: number; max: number } | null;
  sort: SortOrder;
  traits: Traits | null;
  verified: boolean;
  /** Members active within seven days. Such a search is sorted by activity, whose index ends it. */
  activeThisWeek: boolean;
}

/**
 * Normalises the query of members.php. A missing filter matches everything, and a reversed age range is
 * swapped. A region is ignored without a country or if the country does not have it. `nearest` requires a
 * place.
 */
export function filtersOf(
  query: NonNullable<CallQuery<'members'>>,
  hasPlace: boolean,
  traits: Traits | null,
): Filters {
  const { gender, country, region, min_age, max_age, sort = 'newest', verified = false } = query;
  const activeThisWeek = query.active_this_week ?? false;
  const [min, max] = [min_age ?? YOUNGEST, max_age ?? OLDEST].sort((a, b) => a - b) as [number, number];
  return {
    genders: gender ? [gender] : [...genders],
    countries: country ? [country] : [...countryCodes],
    region: country && region && isRegion(country, region) ? region : null,
    ages: min <= YOUNGEST && max >= OLDEST ? null : { min, max },
    sort: sortOf(sort, { hasPlace: hasPlace && country !== undefined, activeThisWeek }),
    traits,
    verified,
    activeThisWeek,
  };
}

function sortOf(
  wanted: SortOrder,
  { hasPlace, activeThisWeek }: { hasPlace: boolean; activeThisWeek: boolean },
): SortOrder {
  if (activeThisWeek) return 'active';
  return wanted === 'nearest' && !hasPlace ? 'newest' : wanted;
}

/**
 * Cache key of a search whose count is the same for every searcher in a pool, on sites with the same `resell`
 * setting.
 */
export const everybodysKey = (
  { pool, resell }: { pool: number; resell: boolean },
  filters: Filters,
): string => `${pool} ${resell} ${filterKey(filters, null)}`;

export const filterKey = (
  { genders, countries, region, ages, sort, traits, verified, activeThisWeek }: Filters,
  viewer: number | null,
): string =>
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
    ...(activeThisWeek ? ['active this week'] : []),
  ]);

/**
 * Wider searches for when few profiles match: first without traits and activity, then with neighbouring ages and places,
 * then the whole country, then anywhere.
 */
export function similarTo(asked: Filters): Filters[] {
  const filters: Filters = { ...asked, traits: null, activeThisWeek: false };
  const { region, ages } = filters;
  const wider = ages && { min: Math.max(YOUNGEST, ages.min - 8), max: Math.min(OLDEST, ages.max + 8) };
  const steps: Filters[] = [
    ...(asked.traits || asked.activeThisWeek ? [filters] : []),
    ...(ages || region ? [{ ...filters, region: null, ages: wider }] : []),
    ...(ages ? [{ ...filters, region: null, ages: null }] : []),
    ...(filters.countries.length === 1
      ? [{ ...filters, region: null, ages: null, countries: [...countryCodes] }]
      : []),
  ];
  return steps.map((step) => ({ ...step, sort: step.sort === 'nearest' ? 'newest' : step.sort }));
}
