import type { Call } from '../call.ts';
import { allScopes, apiToken, made, wanted } from '../membership/tokens.ts';
import { list, object, ok, oneOf, optional, text, uuid } from '../schema.ts';
import { siteChoice } from '../site-settings/sites.ts';

/** Supervisors and editors have no tokens, because no scope allows their calls. */
const holders = ['moderator', 'support', 'finance', 'writer'] as const;

export const officeTokenCalls = {
  adminTokens: {
    method: 'GET',
    path: '/api/admin/tokens',
    scope: 'listed',
    access: 'operator',
    roles: holders,
    summary: 'My access tokens; an owner sees those of all operators of their sites',
    audit: { act: 'token.list' },
    status: 200,
    reply: object({
      tokens: list(apiToken),
      scopes: list(oneOf(allScopes)),
      sites: list(siteChoice),
    }),
  },
  addAdminToken: {
    method: 'POST',
    path: '/api/admin/tokens',
    scope: [{ of: 'site', at: 'body.sites', absent: 'anything' }],
    access: 'operator',
    roles: holders,
    stepUp: true,
    summary: 'Create an access token for calls that my roles allow; it is shown only once',
    limits: [{ name: 'operator-token', points: 20, seconds: 3600, by: 'member' }],
    audit: { act: 'token.add', object: 'reply.id', details: ['body.sites'] },
    body: object({
      ...wanted('operator'),
      sites: optional(list(text(253, 1), { maxItems: 50 })),
    }),
    status: 201,
    reply: made,
  },
  revokeAdminToken: {
    method: 'DELETE',
    path: '/api/admin/tokens',
    scope: [{ of: 'token', at: 'body.id' }],
    access: 'operator',
    roles: holders,
    summary: 'Revoke an access token of mine; an owner can revoke any of their sites',
    audit: { act: 'token.revoke', object: 'body.id' },
    body: object({ id: uuid }),
    status: 200,
    reply: ok,
  },
} as const satisfies Record<string, Call>;
