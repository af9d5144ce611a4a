import type { CallQuery } from '#contract/calls.ts';
import { isCountry, type CountryCode } from '#contract/lists/countries.ts';
import { genders, sortOrders, type Gender, type SortOrder } from '#contract/enums.ts';
import type { User } from '#contract/profiles.ts';
import { OLDEST, YOUNGEST } from '#contract/rules/search-rules.ts';
import { isRegion } from '#contract/lists/regions.ts';
import type { Settings } from '#contract/site-settings.ts';
import { readTraits, traitFields, writeTraits, type TraitField, type Traits } from '#contract/traits.ts';

/** The filters of /members as the screen shows them; null is "all". */
export interface Filters {
  gender: Gender | null;
  country: CountryCode | null;
  region: string | null;
  min: number;
  max: number;
  sort: SortOrder;
  /** Interests, looks and the like, for premium members; empty asks for none. */
  traits: Traits;
  /** Verified members only. */
  verified: boolean;
}

/** Years around one's own age that a search begins with. */
const YEARS_AROUND = 10;

/**
 * What is searched when the address says nothing: whom the member looks for, in the own country, about the own age, the nearest
 * first. For a visitor, about whom nothing is known: everybody of the country, the newest first.
 */
export function defaultsOf(user: User | null, settings: Settings): Filters {
  const gender = user && (user.profile.gender_sought ?? (user.profile.gender === 'male' ? 'female' : 'male'));
  const country = [user?.profile.country, settings.geoip_selected_country, settings.geoip_country].find((code) => code && isCountry(code)) as
    | CountryCode
    | undefined;
  const age = user?.profile.age;
  return {
    gender,
    country: country ?? 'NL',
    region: null,
    min: age ? Math.max(YOUNGEST, age - YEARS_AROUND) : YOUNGEST,
    max: age ? Math.min(OLDEST, age + YEARS_AROUND) : OLDEST,
    sort: user?.profile.city ? 'nearest' : 'newest',
    traits: {},
    verified: false,
  };
}

const ALL = 'all';

/** The filters that an address carries, over the defaults. */
export function readFilters(query: URLSearchParams, defaults: Filters): Filters {
  const gender = query.get('gender');
  const countryText = query.get('country');
  const country = countryText === ALL ? null : countryText && isCountry(countryText) ? countryText : defaults.country;
  const region = query.get('region');
  const sort = query.get('sort') as SortOrder;
  const [min, max] = [ageOf(query.get('min_age'), defaults.min), ageOf(query.get('max_age'), defaults.max)].sort((a, b) => a - b) as [number, number];
  return {
    gender: gender === ALL ? null : genders.includes(gender as Gender) ? (gender as Gender) : defaults.gender,
    country,
    region: country && region && isRegion(country, region) ? region : null,
    min,
    max,
    sort: sortOrders.includes(sort) ? sort : defaults.sort,
    traits: readTraits((field) => query.get(field)),
    verified: query.get('verified') === 'true',
  };
}

/** The address of filters: only what differs from the defaults stands in it. */
export function writeFilters(filters: Filters, defaults: Filters): string {
  const query = new URLSearchParams();
  if (filters.gender !== defaults.gender) query.set('gender', filters.gender ?? ALL);
  if (filters.country !== defaults.country) query.set('country', filters.country ?? ALL);
  if (filters.region) query.set('region', filters.region);
  if (filters.min !== defaults.min) query.set('min_age', String(filters.min));
  if (filters.max !== defaults.max) query.set('max_age', String(filters.max));
  if (filters.sort !== defaults.sort) query.set('sort', filters.sort);
  if (filters.verified) query.set('verified', 'true');
  for (const [field, words] of Object.entries(writeTraits(filters.traits))) query.set(field, words);
  // Commas may stand in an address as they are, and are read more easily so.
  return query.size > 0 ? `?${query.toString().replaceAll('%2C', ',')}` : '';
}

/** The filters as members.php takes them. */
export const searchOf = ({ gender, country, region, min, max, sort, traits, verified }: Filters): NonNullable<CallQuery<'members'>> => ({
  ...(gender && { gender }),
  ...(country && { country }),
  ...(region && { region }),
  ...(min > YOUNGEST && { min_age: min }),
  ...(max < OLDEST && { max_age: max }),
  ...(sort !== 'newest' && { sort }),
  ...(verified && { verified }),
  ...writeTraits(traits),
});

/** How many fields of traits are searched by. */
export const traitCount = ({ traits }: Filters) => traitFields.filter((field) => traits[field]?.length).length;

/** The fields that can be searched by: those that the site shows. */
export const searchableTraits = ({ visible_profile_fields, visible_profile_notes }: Settings): TraitField[] =>
  traitFields.filter((field) => visible_profile_fields.includes(field) || visible_profile_notes.includes(field));

export const isAllAges = ({ min, max }: Filters) => min === YOUNGEST && max === OLDEST;

function ageOf(text: string | null, fallback: number): number {
  const age = Number(text);
  return text && Number.isInteger(age) ? Math.min(OLDEST, Math.max(YOUNGEST, age)) : fallback;
}
