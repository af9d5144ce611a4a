import type { Call } from '../call.ts';
import { allScopes, apiToken, made, wanted } from '../membership/tokens.ts';
import { list, object, ok, oneOf, uuid } from '../schema.ts';

/** Writers and editors have no tokens, because no scope allows their calls. */
const whoReads = ['moderator', 'support', 'finance'] as const;

export const officeTokenCalls = {
  adminTokens: {
    method: 'GET',
    path: '/api/admin/tokens',
    access: 'operator',
    roles: whoReads,
    summary: 'My access tokens; an owner sees those of all operators',
    audit: { act: 'token.list' },
    status: 200,
    reply: object({
      tokens: list(apiToken),
      scopes: list(oneOf(allScopes)),
    }),
  },
  addAdminToken: {
    method: 'POST',
    path: '/api/admin/tokens',
    access: 'operator',
    roles: whoReads,
    stepUp: true,
    summary: 'Create an access token for calls that my roles allow; it is shown only once',
    limits: [{ name: 'operator-token', points: 20, seconds: 3600, by: 'member' }],
    audit: { act: 'token.add', object: 'reply.id' },
    body: object(wanted('operator')),
    status: 201,
    reply: made,
  },
  revokeAdminToken: {
    method: 'DELETE',
    path: '/api/admin/tokens',
    access: 'operator',
    roles: whoReads,
    summary: 'Revoke an access token of mine; an owner can revoke any',
    audit: { act: 'token.revoke', object: 'body.id' },
    body: object({ id: uuid }),
    status: 200,
    reply: ok,
  },
} as const satisfies Record<string, Call>;
