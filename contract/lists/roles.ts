import { keysOf } from '../keys.ts';

/** Which calls a role may make: all calls, calls that only read, or calls whose row names the role. */
type RoleScope = 'all' | 'reads' | 'named';

export const roleScopes = {
  owner: 'all',
  moderator: 'named',
  support: 'named',
  writer: 'named',
  supervisor: 'named',
  editor: 'named',
  finance: 'named',
  auditor: 'reads',
} as const satisfies Record<string, RoleScope>;

export type Role = keyof typeof roleScopes;
export type NamedRole = { [R in Role]: (typeof roleScopes)[R] extends 'named' ? R : never }[Role];

export const roles = keysOf(roleScopes);
const isNamed = (role: Role): role is NamedRole => roleScopes[role] === 'named';
export const namedRoles = roles.filter(isNamed);

interface RoleRow {
  roles?: readonly NamedRole[];
  reads?: true;
}

export const rolesOfCall = (row: RoleRow): Role[] =>
  roles.filter(
    (role) =>
      roleScopes[role] === 'all' ||
      (roleScopes[role] === 'reads' && row.reads === true) ||
      (isNamed(role) && row.roles?.includes(role)),
  );

export const mayCall = (own: readonly string[], row: RoleRow): boolean =>
  rolesOfCall(row).some((role) => own.includes(role));

/**
 * Returns whether an operator may read colleagues' files. Only roles that read everything may; others read
 * members' files.
 */
export const readsColleagues = (own: readonly Role[]): boolean =>
  own.some((role) => roleScopes[role] !== 'named');

export const isOwner = (own: readonly string[]): boolean => own.includes('owner');

/** The cookie with the role as which an owner looks at the office. It only ever allows less. */
export const OFFICE_ROLE_COOKIE = 'office_role';

/** The roles that count while an owner looks at the office as somebody with another role. */
export const viewedRoles = (own: Role[], viewed: string | undefined): Role[] => {
  const role = roles.find((each) => each === viewed);
  return role && isOwner(own) ? [role] : own;
};
