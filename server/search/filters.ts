import { hash } from 'node:crypto';
import type { CallQuery } from '#contract/calls.ts';
import { keysOf } from '#contract/keys.ts';
import { countryCodes, type CountryCode } from '#contract/lists/countries.ts';
import type { Gender } from '#contract/lists/genders.ts';
import { isRegion } from '#contract/lists/regions.ts';
import { OLDEST, radii, YOUNGEST, type SortOrder } from '#contract/rules/search-rules.ts';
import { writeTraits, type Traits } from '#contract/traits.ts';
import type { Param } from '../platform/fast/prepared.ts';
import { townsWithin, type Place, type Towns, type TownTerms } from './towns.ts';

type Query = NonNullable<CallQuery<'members'>>;

export interface Filters {
  genders: Gender[];
  countries: CountryCode[];
  region: string | null;
  ages: { min: number; max: number } | null;
  sort: SortOrder;
  traits: Traits | null;
  verified: boolean;
  /** Members active within seven days. Such a search is sorted by activity, so its index scan can stop there. */
  activeThisWeek: boolean;
  /** Like `activeThisWeek`, for members who are online. */
  online: boolean;
  withPhoto: boolean;
  newHere: boolean;
  name: string | null;
  /** Towns that the search is limited to, null for no limit. */
  towns: Towns | null;
}

export interface AgeTerms {
  min: Param<number>;
  max: Param<number>;
}

/** Filters for building SQL. Values may be placeholders; everything that changes the text is a plain property. */
export interface Terms extends Omit<Filters, 'genders' | 'countries' | 'region' | 'ages' | 'name' | 'towns'> {
  genders: Param<Gender[]>;
  countries: Param<CountryCode[]>;
  /** More than one country. */
  everywhere: boolean;
  region: Param<string> | null;
  ages: AgeTerms | null;
  name: Param<string> | null;
  towns: TownTerms | null;
}

/** Whether the search scans members for traits. With a name, it asks those of the name instead. */
export const isScanned = ({ traits, name }: Pick<Terms, 'traits' | 'name'>): boolean =>
  traits !== null && name === null;

/** Whether only gender, age and place decide who matches. */
export const isPlain = (filters: Filters): boolean => {
  const { name, traits, verified, activeThisWeek, online, withPhoto, newHere } = filters;
  return name === null && !traits && ![verified, activeThisWeek, online, withPhoto, newHere].includes(true);
};

const WIDE_YEARS = 8;
/** Members older than this are too few for their range to count as wide. */
const COMMON_UNTIL = 60;

/** Whether the age range is so wide that a scan fills a page without an index on age. */
export const isWide = ({ min, max }: { min: number; max: number }): boolean =>
  Math.min(max, COMMON_UNTIL) - min >= WIDE_YEARS;

/** Whether the search reads members in the order of their last activity. */
export const readsActive = ({ activeThisWeek, online, name }: Filters): boolean =>
  (activeThisWeek || online) && name === null;

/**
 * Normalises the query of members.php. A missing filter matches everything, and a reversed age range is
 * swapped. A region is ignored without a country or if the country does not have it. `nearest` requires a
 * place, and a radius a place or a town.
 */
export function filtersOf(
  query: Query,
  { place, traits, everyone }: { place: Place | null; traits: Traits | null; everyone: readonly Gender[] },
): Filters {
  const { gender, country, region, sort = 'newest' } = query;
  const countries = country ? [country] : [...countryCodes];
  const flags = flagsIn(query);
  const name = query.name?.trim() || null;
  return {
    genders: gender ? [gender] : [...everyone],
    countries,
    region: country && region && isRegion(country, region) ? region : null,
    ages: agesIn(query),
    sort: sortOf(sort, {
      hasPlace: place !== null && country !== undefined,
      byActivity: flags.activeThisWeek || flags.online,
      byName: name !== null,
    }),
    traits,
    ...flags,
    name,
    towns: townsWithin(aroundIn(query), place, countries),
  };
}

function agesIn({ min_age, max_age }: Query): Filters['ages'] {
  const [min, max] = [min_age ?? YOUNGEST, max_age ?? OLDEST].sort((a, b) => a - b) as [number, number];
  return min <= YOUNGEST && max >= OLDEST ? null : { min, max };
}

const flagsIn = ({ verified, active_this_week, online, with_photo, new_here }: Query) => ({
  verified: verified ?? false,
  activeThisWeek: active_this_week ?? false,
  online: online ?? false,
  withPhoto: with_photo ?? false,
  newHere: new_here ?? false,
});

const flagNames = keysOf(flagsIn({}));

const aroundIn = ({ town, radius: wanted }: Query) => ({
  town: town?.trim() || null,
  radius: radii.find((radius) => wanted !== undefined && radius >= wanted) ?? null,
});

function sortOf(
  wanted: SortOrder,
  { hasPlace, byActivity, byName }: { hasPlace: boolean; byActivity: boolean; byName: boolean },
): SortOrder {
  if (byActivity && !byName) return 'active';
  // The indexes of names and towns have the newest first.
  if (wanted === 'active' && byName) return 'newest';
  return wanted === 'nearest' && !hasPlace ? 'newest' : wanted;
}

/**
 * Cache key of a search whose count is the same for every searcher in a pool, on sites with the same `resell`
 * setting.
 */
export const everybodysKey = (
  { pool, resell }: { pool: number; resell: boolean },
  filters: Filters,
): string => {
  const key = `${pool} ${resell} ${filterKey(filters, null)}`;
  // A radius of 100 km has hundreds of towns, 20 kB of text.
  return filters.towns ? hash('sha256', key, 'base64url') : key;
};

export const filterKey = (filters: Filters, viewer: number | null): string => {
  const { genders, countries, region, ages, sort, traits, name, towns } = filters;
  return JSON.stringify([
    viewer,
    genders.length === 1 ? genders : '*',
    countries.length === 1 ? countries[0] : '*',
    region,
    ages?.min,
    ages?.max,
    sort,
    ...(traits ? [writeTraits(traits)] : []),
    ...flagNames.filter((flag) => filters[flag]),
    ...(name === null ? [] : ['name', name.toLocaleLowerCase()]),
    ...(towns ? ['towns', towns.countries, towns.regions, towns.cities] : []),
  ]);
};

/**
 * Wider searches for when few profiles match: first without traits, name and states, then with neighbouring ages and places,
 * then the whole country, then anywhere.
 */
export function similarTo(asked: Filters): Filters[] {
  const filters: Filters = {
    ...asked,
    traits: null,
    name: null,
    activeThisWeek: false,
    online: false,
    withPhoto: false,
    newHere: false,
  };
  const { region, ages, towns } = filters;
  const anywhereNear = { ...filters, region: null, towns: null };
  const wider = ages && { min: Math.max(YOUNGEST, ages.min - 8), max: Math.min(OLDEST, ages.max + 8) };
  const steps: Filters[] = [
    ...(filterKey(filters, null) === filterKey(asked, null) ? [] : [filters]),
    ...(ages || region || towns ? [{ ...anywhereNear, ages: wider }] : []),
    ...(ages ? [{ ...anywhereNear, ages: null }] : []),
    ...(filters.countries.length === 1
      ? [{ ...anywhereNear, ages: null, countries: [...countryCodes] }]
      : []),
  ];
  return steps.map((step) => ({ ...step, sort: step.sort === 'nearest' ? 'newest' : step.sort }));
}
