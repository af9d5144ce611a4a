import { sql } from 'kysely';
import { itemAt } from '#contract/must.ts';
import type { Value } from '../platform/fast/prepared.ts';
import type { Filters, Terms } from './filters.ts';
import type { RangesViewer } from './ranges.ts';
import type { Searcher } from './search-context.ts';

/** Values that are bound to the statement of a search, and do not change its text. */
export const filterValues = (
  { id, pool }: Searcher,
  { genders, countries, region, ages, towns }: Filters,
) => ({
  viewer: id,
  pool,
  gender: itemAt(genders, 0),
  genders,
  country: itemAt(countries, 0),
  countries,
  region,
  min_age: ages?.min,
  max_age: ages?.max,
  town_countries: towns?.countries,
  town_regions: towns?.regions,
  town_cities: towns?.cities,
});

export type FilterValues = ReturnType<typeof filterValues>;

/** Everything that changes the text of a search without traits and name. */
export const filterShape = ({ id, resell }: Searcher, filters: Filters) => ({
  isMember: id !== null,
  resell,
  sort: filters.sort,
  oneGender: filters.genders.length === 1,
  everywhere: filters.countries.length > 1,
  inRegion: filters.region !== null,
  byAge: filters.ages !== null,
  inTowns: filters.towns !== null,
  verified: filters.verified,
  activeThisWeek: filters.activeThisWeek,
  online: filters.online,
  withPhoto: filters.withPhoto,
  newHere: filters.newHere,
});

export type FilterShape = ReturnType<typeof filterShape>;

export const termsOf = (value: Value<FilterValues>, shape: FilterShape): Terms => ({
  ...shape,
  genders: value('genders'),
  countries: value('countries'),
  region: shape.inRegion ? sql<string>`${value('region')}` : null,
  ages: shape.byAge ? { min: sql`${value('min_age')}`, max: sql`${value('max_age')}` } : null,
  traits: null,
  name: null,
  towns: shape.inTowns
    ? {
        countries: sql`${value('town_countries')}`,
        regions: sql`${value('town_regions')}`,
        cities: sql`${value('town_cities')}`,
      }
    : null,
});

export const viewerOf = (value: Value<FilterValues>, { isMember, resell }: FilterShape): RangesViewer => ({
  id: isMember ? sql<number>`${value('viewer')}` : null,
  pool: value('pool'),
  resell,
});
