import { Type } from 'typebox';
import type { Call } from './call.ts';
import { countryCodes } from './lists/countries.ts';
import { genders } from './lists/genders.ts';
import { recordOf, traitFields } from './profile-fields.ts';
import { profileCard } from './profiles.ts';
import { YOUNGEST, sortOrders } from './rules/search-rules.ts';
import { count, cursor, list, nullable, object, oneOf, optional, text } from './schema.ts';

const words = () =>
  Type.Optional(
    Type.String({
      maxLength: 1000,
      description: 'Comma-separated; matches any of them. Premium members only',
    }),
  );

const traitQuery = recordOf(traitFields, words);

const memberSearch = Type.Object({
  gender: optional(oneOf(genders)),
  country: optional(oneOf(countryCodes)),
  region: optional(text(100)),
  min_age: optional(Type.Integer({ minimum: YOUNGEST, maximum: 120 })),
  max_age: optional(Type.Integer({ minimum: YOUNGEST, maximum: 120 })),
  cursor: optional(cursor),
  sort: optional(oneOf(sortOrders)),
  verified: optional(Type.Boolean({ description: 'Verified members only' })),
  active_this_week: optional(
    Type.Boolean({ description: 'Members active within seven days only, most recently active first' }),
  ),
  ...traitQuery,
});

export const searchCalls = {
  members: {
    method: 'GET',
    path: '/api/members.php',
    access: 'public',
    summary: 'Search members',
    // A page has 24 results. The limits are far above what a person reads, and too low to copy a large site.
    limits: [
      { name: 'searches', points: 600, seconds: 600, by: 'caller' },
      { name: 'searches a day', points: 3000, seconds: 86_400, by: 'caller' },
      { name: 'searches of a provider', points: 10_000, seconds: 86_400, by: 'provider' },
    ],
    query: memberSearch,
    status: 200,
    reply: object({
      results: list(profileCard),
      num_results: count,
      next: nullable(Type.String()),
      similar_results: list(profileCard),
      similar_num_results: count,
    }),
  },
} as const satisfies Record<string, Call>;
