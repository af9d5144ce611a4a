import type { Call } from '#contract/call.ts';
import { mayCall, OFFICE_ROLE_COOKIE, viewedRoles } from '#contract/lists/roles.ts';
import type { TokenScope } from '#contract/lists/token-scopes.ts';
import { chosenSites, isOpenTo, OFFICE_SITE_COOKIE } from '#contract/rules/site-scope-rules.ts';
import { enforce, type Limits } from '../limits.ts';
import type { CallRequest, MemberSession, TokenSession } from './context.ts';
import { sessionCookie } from './cookies.ts';
import { refuse } from './refusal.ts';
import { networkOf } from './request-line.ts';

export interface Authentication {
  authenticate(cookie: string, host: string): Promise<MemberSession | null>;
  authenticateToken(token: string, host: string): Promise<TokenSession | null>;
  hasFreshFactor(session: MemberSession): Promise<boolean>;
  limits: Limits;
}

const TOKEN_CALLS = { points: 600, seconds: 600 };
const WRONG_TOKENS = { points: 60, seconds: 900 };

/** The token of `Authorization: Bearer`, or null. With a token, the session cookie is ignored. */
export const bearerOf = ({ headers }: Pick<CallRequest, 'headers'>): string | null =>
  /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1] ?? null;

export async function cookieSession(
  request: Pick<CallRequest, 'cookies' | 'hostname'>,
  { authenticate }: Authentication,
): Promise<MemberSession | null> {
  const cookie = sessionCookie(request.cookies);
  return cookie ? authenticate(cookie, request.hostname) : null;
}

/**
 * The session of an access token. Throws `token_invalid` for an unknown token, `too_many_requests` above the
 * limits, and `token_scope` for a call outside its scopes.
 */
export async function tokenSession(
  token: string,
  scopes: readonly TokenScope[],
  request: CallRequest,
  { authenticateToken, limits }: Authentication,
): Promise<MemberSession> {
  const found = await authenticateToken(token, request.hostname);
  if (found) await enforce(limits.limit('token', TOKEN_CALLS), found.token);
  else await enforce(limits.limit('token wrong', WRONG_TOKENS), networkOf(request.ip));
  if (!found) throw refuse('token_invalid');
  if (!scopes.some((scope) => found.scopes.includes(scope))) throw refuse('token_scope');
  return found.session;
}

/** In the office, the session with only the role as which its owner looks at it. */
export const asViewedRole = (
  session: MemberSession | null,
  { cookies }: CallRequest,
  { access }: Pick<Call, 'access'>,
): MemberSession | null =>
  session && access === 'operator'
    ? { ...session, roles: viewedRoles(session.roles, cookies[OFFICE_ROLE_COOKIE]) }
    : session;

/** The session with only the site that the operator has chosen to look at. */
export const atChosenSite = (session: MemberSession | null, { cookies }: CallRequest): MemberSession | null =>
  session && { ...session, sites: chosenSites(session.sites, cookies[OFFICE_SITE_COOKIE]) };

/**
 * Throws if the row's access, roles or scope exclude the caller. Callers without a role get 404 for operators'
 * calls.
 */
export function assertMayCall(member: MemberSession | null, call: Call): void {
  if (call.access === 'operator') {
    if (member?.lacksFactor) throw refuse('second_factor_required');
    if (!member || member.roles.length === 0) throw refuse('not_found');
    if (!mayCall(member.roles, call)) throw refuse('role_required');
    if (!isOpenTo(member.sites, call.scope)) throw refuse('all_sites_required');
  }
  if (call.access === 'member' && !member) throw refuse('authentication_required');
}

/** Throws `fresh_factor_required` if the session has not recently used a second factor. */
export async function assertFreshFactor(
  member: MemberSession | null,
  { hasFreshFactor }: Pick<Authentication, 'hasFreshFactor'>,
): Promise<void> {
  if (!member || !(await hasFreshFactor(member))) throw refuse('fresh_factor_required');
}
