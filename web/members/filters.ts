import type { CallQuery } from '#contract/calls.ts';
import { countryCodes, isCountry, type CountryCode } from '#contract/lists/countries.ts';
import { genders, type Gender } from '#contract/lists/genders.ts';
import { itemOf } from '#contract/lists/item-of.ts';
import { isRegion } from '#contract/lists/regions.ts';
import type { User } from '#contract/membership/user.ts';
import { hiddenFields, traitFields, type TraitField } from '#contract/profile-fields.ts';
import { OLDEST, YOUNGEST, sortOrders, type SortOrder } from '#contract/rules/search-rules.ts';
import type { Settings } from '#contract/site-settings/settings.ts';
import { readTraits, writeTraits, type Traits } from '#contract/traits.ts';
import { countryOfVisitor } from '#web/place/country-of-visitor.ts';

/** The filters of /members in the form that the screen uses; null means "all". */
export interface Filters {
  gender: Gender | null;
  country: CountryCode | null;
  region: string | null;
  min: number;
  max: number;
  sort: SortOrder;
  /** Interests, appearance and similar fields, for premium members. Empty means any. */
  traits: Traits;
  verified: boolean;
  activeThisWeek: boolean;
}

const YEARS_AROUND = 10;

/**
 * Default filters. For a member: the genders that they seek, unless they have withdrawn the consent to the
 * use of it, in their own country, of similar age, nearest first. For a visitor: everybody in the country, newest first.
 */
export function defaultsOf(user: User | null, settings: Settings): Filters {
  const gender =
    user && !user.intimate_consent?.withdrawn_at
      ? (user.profile.gender_sought ?? (user.profile.gender === 'male' ? 'female' : 'male'))
      : null;
  const age = user?.profile.age;
  return {
    gender,
    country: itemOf(countryCodes, user?.profile.country) ?? countryOfVisitor(settings),
    region: null,
    min: age ? Math.max(YOUNGEST, age - YEARS_AROUND) : YOUNGEST,
    max: age ? Math.min(OLDEST, age + YEARS_AROUND) : OLDEST,
    sort: user?.profile.city ? 'nearest' : 'newest',
    traits: {},
    verified: false,
    activeThisWeek: false,
  };
}

const ALL = 'all';

export function readFilters(query: URLSearchParams, defaults: Filters): Filters {
  const countryText = query.get('country');
  const country =
    countryText === ALL ? null : countryText && isCountry(countryText) ? countryText : defaults.country;
  const region = query.get('region');
  const one = ageOf(query.get('min_age'), defaults.min);
  const other = ageOf(query.get('max_age'), defaults.max);
  return {
    gender: query.get('gender') === ALL ? null : (itemOf(genders, query.get('gender')) ?? defaults.gender),
    country,
    region: country && region && isRegion(country, region) ? region : null,
    min: Math.min(one, other),
    max: Math.max(one, other),
    sort: itemOf(sortOrders, query.get('sort')) ?? defaults.sort,
    traits: readTraits((field) => query.get(field)),
    verified: query.get('verified') === 'true',
    activeThisWeek: query.get('active_this_week') === 'true',
  };
}

export function writeFilters(filters: Filters, defaults: Filters): string {
  const query = new URLSearchParams();
  if (filters.gender !== defaults.gender) query.set('gender', filters.gender ?? ALL);
  if (filters.country !== defaults.country) query.set('country', filters.country ?? ALL);
  if (filters.region) query.set('region', filters.region);
  if (filters.min !== defaults.min) query.set('min_age', String(filters.min));
  if (filters.max !== defaults.max) query.set('max_age', String(filters.max));
  if (filters.sort !== defaults.sort) query.set('sort', filters.sort);
  if (filters.verified) query.set('verified', 'true');
  if (filters.activeThisWeek) query.set('active_this_week', 'true');
  for (const [field, words] of Object.entries(writeTraits(filters.traits))) query.set(field, words);
  // Commas are valid in a query string and more readable unescaped.
  return query.size > 0 ? `?${query.toString().replaceAll('%2C', ',')}` : '';
}

export const searchOf = ({
  gender,
  country,
  region,
  min,
  max,
  sort,
  traits,
  verified,
  activeThisWeek,
}: Filters): NonNullable<CallQuery<'members'>> => ({
  ...(gender && { gender }),
  ...(country && { country }),
  ...(region && { region }),
  ...(min > YOUNGEST && { min_age: min }),
  ...(max < OLDEST && { max_age: max }),
  ...(sort !== 'newest' && { sort }),
  ...(verified && { verified }),
  ...(activeThisWeek && { active_this_week: true }),
  ...writeTraits(traits),
});

export const traitCount = ({ traits }: Filters) =>
  traitFields.filter((field) => traits[field]?.length).length;

/** Traits that the site shows and that can therefore be searched. */
export function searchableTraits(settings: Settings): TraitField[] {
  const hidden: readonly string[] = hiddenFields(settings);
  return traitFields.filter((field) => !hidden.includes(field));
}

export const isAllAges = ({ min, max }: Filters) => min === YOUNGEST && max === OLDEST;

function ageOf(text: string | null, fallback: number): number {
  const age = Number(text);
  return text && Number.isInteger(age) ? Math.min(OLDEST, Math.max(YOUNGEST, age)) : fallback;
}
