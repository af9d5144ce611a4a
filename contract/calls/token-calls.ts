import { Type, type Static } from 'typebox';
import { passwordGuesses } from './account-security-calls.ts';
import type { Call } from '../call.ts';
import { id, instant, list, nullable, object, ok, oneOf, text, uuid } from '../schema.ts';
import { scopesFor, tokenDays, type TokenScope } from '../token-scopes.ts';

/** A writer's work is opened by no scope. */
const whoReads = ['moderator', 'support', 'finance'] as const;

const allScopes = [...scopesFor('member'), ...scopesFor('operator')] as [TokenScope, ...TokenScope[]];

const apiToken = object({
  id: uuid,
  name: Type.String(),
  scopes: list(oneOf(allScopes)),
  created_at: instant,
  expires_at: instant,
  /** To the minute. */
  last_used_at: nullable(instant),
  /** Whose it is: for the owner, who sees everybody's. */
  owner: nullable(object({ id, name: Type.String() })),
});
export type ApiToken = Static<typeof apiToken>;

const scopes = (who: 'member' | 'operator') =>
  Type.Array(oneOf(scopesFor(who) as [TokenScope, ...TokenScope[]]), { minItems: 1, maxItems: scopesFor(who).length, uniqueItems: true });
const wanted = { name: text(60, 1), days: Type.Unsafe<(typeof tokenDays)[number]>({ type: 'integer', enum: [...tokenDays] }) };
const made = object({ id: uuid, token: Type.String() });

/** Access tokens: ways in for programs, which read and nothing else. */
export const tokenCalls = {
  tokens: {
    method: 'GET',
    path: '/api/tokens.php',
    access: 'member',
    summary: 'My access tokens',
    status: 200,
    reply: object({ tokens: list(apiToken) }),
  },
  addToken: {
    method: 'POST',
    path: '/api/tokens.php',
    access: 'member',
    summary: 'Make an access token for my own data; it is answered this once',
    limits: [passwordGuesses],
    body: object({ ...wanted, scopes: scopes('member'), password: text(200) }),
    status: 201,
    reply: made,
  },
  revokeToken: {
    method: 'DELETE',
    path: '/api/tokens.php',
    access: 'member',
    summary: 'End an access token of mine',
    body: object({ id: uuid }),
    status: 200,
    reply: ok,
  },
  adminTokens: {
    method: 'GET',
    path: '/api/admin/tokens.php',
    access: 'operator',
    roles: whoReads,
    summary: "Access tokens of operators: the own ones; an owner sees everybody's",
    audit: { act: 'token.list' },
    status: 200,
    reply: object({
      tokens: list(apiToken),
      /** What the own roles may give to a token. */
      scopes: list(oneOf(allScopes)),
    }),
  },
  addAdminToken: {
    method: 'POST',
    path: '/api/admin/tokens.php',
    access: 'operator',
    roles: whoReads,
    summary: 'Make an access token for what the own roles may read; it is answered this once',
    limits: [{ name: 'operator-token', points: 20, seconds: 3600, by: 'member' }],
    audit: { act: 'token.add', object: 'reply.id' },
    body: object({ ...wanted, scopes: scopes('operator') }),
    status: 201,
    reply: made,
  },
  revokeAdminToken: {
    method: 'DELETE',
    path: '/api/admin/tokens.php',
    access: 'operator',
    roles: whoReads,
    summary: "End an access token: one's own; an owner any operator's",
    audit: { act: 'token.revoke', object: 'body.id' },
    body: object({ id: uuid }),
    status: 200,
    reply: ok,
  },
} as const satisfies Record<string, Call>;
