import { callsByModule, type Call } from '#contract/calls.ts';
import { roles, rolesOfCall } from '#contract/lists/roles.ts';
import type { RolePowers } from '#contract/office/roles.ts';

const officeCalls = Object.entries(callsByModule).flatMap(([module, rows]) =>
  Object.entries<Call>(rows).flatMap(([name, call]) =>
    call.access === 'operator' ? [{ module, name, call }] : [],
  ),
);

/** What each role may do. Derived from the rows that the server itself asks, so that it cannot say anything else. */
export const rolePowers = (): RolePowers[] =>
  roles.map((role) => ({
    role,
    calls: officeCalls
      .filter(({ call }) => rolesOfCall(call).includes(role))
      .map(({ module, name, call }) => ({
        name,
        summary: call.summary,
        module,
        changes: call.method !== 'GET' || call.changesState === true,
        step_up: call.stepUp === true,
        all_sites: call.scope === 'installation',
      })),
  }));
