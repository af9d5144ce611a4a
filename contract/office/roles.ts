import { type Static, Type } from 'typebox';
import type { Call } from '../call.ts';
import { namedRoles, roles } from '../lists/roles.ts';
import { list, object, oneOf } from '../schema.ts';
import { limits, officeLanguages } from './operators.ts';

const rolePowers = object({
  role: oneOf(roles),
  calls: list(
    object({
      name: Type.String(),
      /** In English, from the row of the call. */
      summary: Type.String(),
      /** The module of the call. */
      module: Type.String(),
      changes: Type.Boolean(),
      step_up: Type.Boolean(),
      /** Only for operators of all sites. */
      all_sites: Type.Boolean(),
    }),
  ),
});

export type RolePowers = Static<typeof rolePowers>;

export const roleCalls = {
  adminRoles: {
    method: 'GET',
    path: '/api/admin/roles',
    scope: 'shared',
    access: 'operator',
    reads: true,
    roles: namedRoles,
    summary: 'What each role may do, from the rows of the calls, and my own limits and languages',
    audit: { act: 'roles.look', repeats: true },
    status: 200,
    reply: object({ roles: list(rolePowers), own_limits: limits, own_languages: officeLanguages }),
  },
} as const satisfies Record<string, Call>;
