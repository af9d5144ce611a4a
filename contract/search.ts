import { type Static, Type } from 'typebox';
import type { Call } from './call.ts';
import { countryCodes } from './lists/countries.ts';
import { genders } from './lists/genders.ts';
import { recordOf, traitFields } from './profile-fields.ts';
import { profileCard } from './profiles.ts';
import { DAILY_PEOPLE, sharedFields } from './rules/daily-people-rules.ts';
import { SEARCH_NAME_LENGTH, YOUNGEST, sortOrders } from './rules/search-rules.ts';
import { count, cursor, day, id, list, nullable, object, ok, oneOf, optional, text, uuid } from './schema.ts';

const words = () =>
  Type.Optional(
    Type.String({
      maxLength: 1000,
      description: 'Comma-separated; matches any of them. Premium members only',
    }),
  );

const traitQuery = recordOf(traitFields, words);

const filters = {
  gender: optional(oneOf(genders)),
  country: optional(oneOf(countryCodes)),
  region: optional(text(100)),
  min_age: optional(Type.Integer({ minimum: YOUNGEST, maximum: 120 })),
  max_age: optional(Type.Integer({ minimum: YOUNGEST, maximum: 120 })),
  sort: optional(oneOf(sortOrders)),
  verified: optional(Type.Boolean({ description: 'Verified members only' })),
  active_this_week: optional(
    Type.Boolean({ description: 'Members active within seven days only, most recently active first' }),
  ),
  online: optional(Type.Boolean({ description: 'Members who are online only' })),
  with_photo: optional(Type.Boolean({ description: 'Members with a photo only' })),
  new_here: optional(Type.Boolean({ description: 'Members of the last 14 days only' })),
  radius: optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      description:
        'Kilometres around `town`, or around my own town; rounded up to 10, 25, 50 or 100. Ignored without a town',
    }),
  ),
  town: optional(
    Type.String({ maxLength: 100, description: 'Members of a town, or around it with `radius`' }),
  ),
  name: optional(Type.String({ maxLength: 60, description: 'Members of this name' })),
  ...traitQuery,
};

const dailyPerson = object({
  profile: profileCard,
  shared: nullable(
    object({
      field: oneOf(sharedFields),
      /** Words of the field that both chose, at most two. */
      words: list(Type.String(), { maxItems: 2 }),
    }),
  ),
});

const savedQuery = object(filters);
const searchName = text(SEARCH_NAME_LENGTH, 1);

const savedSearch = object({
  id,
  name: Type.String(),
  query: savedQuery,
  alerts: Type.Boolean({ description: 'The member is told of new matches once a day' }),
  new_matches: Type.Integer({ minimum: 0, description: 'Found by the daily search and not looked at yet' }),
});
export type SavedSearch = Static<typeof savedSearch>;

const trip = object({
  id,
  country: oneOf(countryCodes),
  region: Type.String(),
  city: Type.String(),
  starts_on: day,
  ends_on: day,
  state: oneOf(['ahead', 'under_way', 'over']),
});
export type Trip = Static<typeof trip>;

const traveller = object({
  profile: profileCard,
  /** As much of the place as the site shows of profiles. */
  trip: object({
    country: nullable(oneOf(countryCodes)),
    region: nullable(Type.String()),
    city: nullable(Type.String()),
    ends_on: day,
  }),
});
export type Traveller = Static<typeof traveller>;

export const searchCalls = {
  members: {
    method: 'GET',
    path: '/api/members.php',
    access: 'public',
    summary: 'Search members who live in a place; `num_results` counts them and no travellers',
    // A page has 24 results. The limits are far above what a person reads, and too low to copy a large site.
    limits: [
      { name: 'searches', points: 600, seconds: 600, by: 'caller' },
      { name: 'searches a day', points: 3000, seconds: 86_400, by: 'caller' },
      { name: 'searches of a provider', points: 10_000, seconds: 86_400, by: 'provider' },
    ],
    query: Type.Object({ ...filters, cursor: optional(cursor) }),
    status: 200,
    reply: object({
      results: list(profileCard),
      num_results: count,
      next: nullable(Type.String()),
      similar_results: list(profileCard),
      similar_num_results: count,
    }),
  },
  travellers: {
    method: 'GET',
    path: '/api/travellers.php',
    access: 'member',
    summary: 'Members who live elsewhere and are in the country, region or towns of a search now',
    limits: [
      { name: 'travellers', points: 600, seconds: 600, by: 'member' },
      { name: 'travellers a day', points: 3000, seconds: 86_400, by: 'member' },
      { name: 'travellers of a provider', points: 10_000, seconds: 86_400, by: 'provider' },
    ],
    query: Type.Object({ ...filters, cursor: optional(cursor) }),
    status: 200,
    reply: object({ travellers: list(traveller), next: nullable(Type.String()) }),
  },
  trips: {
    method: 'GET',
    path: '/api/trips.php',
    access: 'member',
    summary: 'My trips, the next one first, and how many and how long they may be',
    status: 200,
    reply: object({ trips: list(trip), most: count, most_days: count }),
  },
  addTrip: {
    method: 'POST',
    path: '/api/trips.php',
    access: 'member',
    summary: 'Add a trip to a town. A repeat with the same `client_id` returns the first one',
    // Nobody travels more, and a profile that tours all towns in a day is advertising.
    limits: [{ name: 'trips a day', points: 10, seconds: 86_400, by: 'member' }],
    body: object({
      client_id: uuid,
      country: oneOf(countryCodes),
      region: text(100),
      city: text(100),
      starts_on: day,
      ends_on: day,
    }),
    status: 201,
    reply: object({ id }),
  },
  deleteTrip: {
    method: 'DELETE',
    path: '/api/trips.php',
    access: 'member',
    summary: 'Delete a trip, which ends at once',
    body: object({ id }),
    status: 200,
    reply: ok,
  },
  dailyPeople: {
    method: 'GET',
    path: '/api/daily-people.php',
    access: 'member',
    summary: 'Up to five people near me who fit what we both seek; others each day',
    changesState: true,
    status: 200,
    reply: object({ people: list(dailyPerson, { maxItems: DAILY_PEOPLE }) }),
  },
  savedSearches: {
    method: 'GET',
    path: '/api/saved-searches.php',
    access: 'member',
    summary: 'My saved searches, newest first',
    status: 200,
    reply: object({ searches: list(savedSearch) }),
  },
  saveSearch: {
    method: 'POST',
    path: '/api/saved-searches.php',
    access: 'member',
    summary: 'Save a search. The same filters again change the name of the saved one',
    limits: [{ name: 'saved searches', points: 60, seconds: 3600, by: 'member' }],
    body: object({ name: searchName, query: savedQuery, alerts: Type.Boolean() }),
    status: 200,
    reply: object({ id }),
  },
  changeSavedSearch: {
    method: 'PUT',
    path: '/api/saved-searches.php',
    access: 'member',
    summary: 'Rename a saved search, turn its alerts on or off, or mark its matches as looked at',
    body: object({
      id,
      name: optional(searchName),
      alerts: optional(Type.Boolean()),
      looked_at: optional(Type.Literal(true)),
    }),
    status: 200,
    reply: ok,
  },
  deleteSavedSearch: {
    method: 'DELETE',
    path: '/api/saved-searches.php',
    access: 'member',
    summary: 'Delete a saved search',
    body: object({ id }),
    status: 200,
    reply: ok,
  },
} as const satisfies Record<string, Call>;
