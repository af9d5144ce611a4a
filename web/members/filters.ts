import type { CallQuery } from '#contract/calls.ts';
import { countryCodes, isCountry, type CountryCode } from '#contract/lists/countries.ts';
import type { Gender } from '#contract/lists/genders.ts';
import { itemOf } from '#contract/lists/item-of.ts';
import type { User } from '#contract/membership/user.ts';
import { hiddenFields, traitFields, type TraitField } from '#contract/profile-fields.ts';
import {
  OLDEST,
  radii,
  YEARS_AROUND,
  YOUNGEST,
  sortOrders,
  usuallySought,
  type Radius,
  type SortOrder,
} from '#contract/rules/search-rules.ts';
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
  online: boolean;
  withPhoto: boolean;
  newHere: boolean;
  /** Around the town, or around the member's own one. */
  radius: Radius | null;
  town: string;
  name: string;
}

/** No filter but gender, place and age. */
export const NO_MORE_FILTERS = {
  traits: {},
  verified: false,
  activeThisWeek: false,
  online: false,
  withPhoto: false,
  newHere: false,
  radius: null,
  town: '',
  name: '',
} as const satisfies Partial<Filters>;

/** The filters that are on or off, with their names in the URL and in `/api/members.php`. */
export const switches = {
  online: 'online',
  activeThisWeek: 'active_this_week',
  withPhoto: 'with_photo',
  newHere: 'new_here',
  verified: 'verified',
} as const;
export type SwitchFilter = keyof typeof switches;
export const switchNames = Object.keys(switches).filter((name): name is SwitchFilter => name in switches);

/** The filters of a search without parameters. */
export const everybody: Filters = {
  gender: null,
  country: null,
  region: null,
  min: YOUNGEST,
  max: OLDEST,
  sort: 'newest',
  ...NO_MORE_FILTERS,
};

/**
 * Default filters. For a member: the genders that they seek, unless they have withdrawn the consent to the
 * use of it, in their own country, of similar age, nearest first. For a visitor: everybody in the country, newest first.
 */
export function defaultsOf(user: User | null, settings: Settings): Filters {
  const gender =
    user && !user.intimate_consent?.withdrawn_at
      ? (user.profile.gender_sought ?? usuallySought(user.profile.gender))
      : null;
  const age = user?.profile.age;
  return {
    gender,
    country: itemOf(countryCodes, user?.profile.country) ?? countryOfVisitor(settings),
    region: null,
    min: age ? Math.max(YOUNGEST, age - YEARS_AROUND) : YOUNGEST,
    max: age ? Math.min(OLDEST, age + YEARS_AROUND) : OLDEST,
    sort: user?.profile.city ? 'nearest' : 'newest',
    ...NO_MORE_FILTERS,
  };
}

const ALL = 'all';

/** Reads everything but whether the country has the region, which `hasRegion` checks before the search. */
export function readFilters(query: URLSearchParams, defaults: Filters, offered: readonly Gender[]): Filters {
  const countryText = query.get('country');
  const country =
    countryText === ALL ? null : countryText && isCountry(countryText) ? countryText : defaults.country;
  const region = query.get('region');
  const one = ageOf(query.get('min_age'), defaults.min);
  const other = ageOf(query.get('max_age'), defaults.max);
  return {
    gender: query.get('gender') === ALL ? null : (itemOf(offered, query.get('gender')) ?? defaults.gender),
    country,
    region: country && region ? region : null,
    min: Math.min(one, other),
    max: Math.max(one, other),
    sort: itemOf(sortOrders, query.get('sort')) ?? defaults.sort,
    traits: readTraits((field) => query.get(field)),
    verified: query.get('verified') === 'true',
    activeThisWeek: query.get('active_this_week') === 'true',
    online: query.get('online') === 'true',
    withPhoto: query.get('with_photo') === 'true',
    newHere: query.get('new_here') === 'true',
    radius: radiusOf(query.get('radius')),
    town: (query.get('town') ?? '').slice(0, 100),
    name: (query.get('name') ?? '').slice(0, 60),
  };
}

/** The list of regions is a third of what this screen loads beyond the shell, and most searches name none. */
export async function hasRegion({ country, region }: Filters): Promise<boolean> {
  if (!country || !region) return true;
  const { isRegion } = await import('#contract/lists/regions.ts');
  return isRegion(country, region);
}

/** With no defaults, the result names every filter, so that it means the same to everybody. */
export function writeFilters(filters: Filters, defaults: Partial<Filters>): string {
  const query = new URLSearchParams();
  if (filters.gender !== defaults.gender) query.set('gender', filters.gender ?? ALL);
  if (filters.country !== defaults.country) query.set('country', filters.country ?? ALL);
  if (filters.region) query.set('region', filters.region);
  if (filters.min !== defaults.min) query.set('min_age', String(filters.min));
  if (filters.max !== defaults.max) query.set('max_age', String(filters.max));
  if (filters.sort !== defaults.sort) query.set('sort', filters.sort);
  for (const [key, value] of Object.entries(moreOf(filters))) query.set(key, String(value));
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
  ...more
}: Filters): NonNullable<CallQuery<'members'>> => ({
  ...(gender && { gender }),
  ...(country && { country }),
  ...(region && { region }),
  ...(min > YOUNGEST && { min_age: min }),
  ...(max < OLDEST && { max_age: max }),
  ...(sort !== 'newest' && { sort }),
  ...moreOf(more),
  ...writeTraits(traits),
});

function moreOf({ radius, town, name, ...on }: Pick<Filters, SwitchFilter | 'radius' | 'town' | 'name'>) {
  return {
    ...(on.online && { online: true }),
    ...(on.activeThisWeek && { active_this_week: true }),
    ...(on.withPhoto && { with_photo: true }),
    ...(on.newHere && { new_here: true }),
    ...(on.verified && { verified: true }),
    ...(radius && { radius }),
    ...(town && { town }),
    ...(name && { name }),
  };
}

export const radiusOf = (text: string | null): Radius | null =>
  radii.find((radius) => String(radius) === text) ?? null;

export const traitCount = ({ traits }: Filters) =>
  traitFields.filter((field) => traits[field]?.length).length;

/** Traits that the site shows and that can therefore be searched. */
export function searchableTraits(settings: Settings): TraitField[] {
  const hidden: readonly string[] = hiddenFields(settings);
  return traitFields.filter((field) => !hidden.includes(field));
}

/** A search for active members is sorted by activity. */
export const isSorted = ({ activeThisWeek, online }: Filters) => activeThisWeek || online;

/** The genders that a site offers, and the one searched for, which an older link or profile may name. */
export const genderChoices = (offered: readonly Gender[], current: Gender | null): Gender[] =>
  current === null || offered.includes(current) ? [...offered] : [...offered, current];

export const isAllAges = ({ min, max }: Filters) => min === YOUNGEST && max === OLDEST;

function ageOf(text: string | null, fallback: number): number {
  const age = Number(text);
  return text && Number.isInteger(age) ? Math.min(OLDEST, Math.max(YOUNGEST, age)) : fallback;
}
