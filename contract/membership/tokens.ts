import { type Static, Type } from 'typebox';
import type { Call } from '../call.ts';
import { type TokenDays, type TokenScope, scopesFor, tokenDays } from '../lists/token-scopes.ts';
import { id, instant, list, nullable, object, ok, oneOf, text, uuid } from '../schema.ts';
import { passwordGuesses } from './security.ts';

export const allScopes = [...scopesFor('member'), ...scopesFor('operator')] as [TokenScope, ...TokenScope[]];

export const apiToken = object({
  id: uuid,
  name: Type.String(),
  scopes: list(oneOf(allScopes)),
  created_at: instant,
  expires_at: instant,
  /** Precise to the minute. */
  last_used_at: nullable(instant),
  /** The operator who owns the token; only owners see tokens of others. */
  owner: nullable(object({ id, name: Type.String() })),
  /** The sites that an operator's token is limited to; null if it is not limited beyond its owner. */
  sites: nullable(list(Type.String())),
});

export type ApiToken = Static<typeof apiToken>;

const scopes = (who: 'member' | 'operator') =>
  Type.Array(oneOf(scopesFor(who) as [TokenScope, ...TokenScope[]]), {
    minItems: 1,
    maxItems: scopesFor(who).length,
    uniqueItems: true,
  });

export const wanted = (who: 'member' | 'operator') => ({
  name: text(60, 1),
  days: Type.Unsafe<TokenDays>({ type: 'integer', enum: [...tokenDays[who]] }),
  scopes: scopes(who),
});

export const made = object({ id: uuid, token: Type.String() });

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
    summary: 'Create an access token for my own data; it is shown only once',
    limits: [passwordGuesses],
    body: object({ ...wanted('member'), password: text(200) }),
    status: 201,
    reply: made,
  },
  revokeToken: {
    method: 'DELETE',
    path: '/api/tokens.php',
    access: 'member',
    summary: 'Revoke an access token of mine',
    body: object({ id: uuid }),
    status: 200,
    reply: ok,
  },
} as const satisfies Record<string, Call>;
