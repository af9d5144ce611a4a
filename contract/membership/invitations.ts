import { type Static, Type } from 'typebox';
import type { Call } from '../call.ts';
import { locales } from '../lists/locales.ts';
import { cursor, id, instant, list, nullable, object, ok, oneOf, optional, text } from '../schema.ts';
import { signupModes } from '../site-settings/signup-modes.ts';
import { siteChoice } from '../site-settings/sites.ts';

export const invitationStates = ['waiting', 'used', 'expired', 'withdrawn'] as const;

const invitationId = Type.String({ pattern: '^[0-9a-f]{64}$' });

const invitation = object({
  id: invitationId,
  /** The address it was mailed to; null if its link was handed over in another way. */
  email: nullable(Type.String()),
  /** The site on which it admits; null for all sites. */
  site: nullable(Type.String()),
  by: object({ id, name: nullable(Type.String()) }),
  created_at: instant,
  expires_at: instant,
  state: oneOf(invitationStates),
});

export type Invitation = Static<typeof invitation>;

const support = { access: 'operator', roles: ['support'] } as const;

export const invitationCalls = {
  adminInvitations: {
    method: 'GET',
    path: '/api/admin/invitations',
    scope: 'listed',
    ...support,
    reads: true,
    summary: 'Invitations to sign up, newest first, until 30 days after they end',
    audit: { act: 'invitation.list' },
    query: Type.Object({ cursor: optional(cursor) }),
    status: 200,
    reply: object({
      invitations: list(invitation),
      next: nullable(Type.String()),
      /** The sites that the operator can invite to, and who can sign up there. */
      sites: list(object({ ...siteChoice.properties, signups: oneOf(signupModes) })),
    }),
  },
  addInvitation: {
    method: 'POST',
    path: '/api/admin/invitations',
    scope: [{ of: 'site', at: 'body.site' }],
    ...support,
    limits: [{ name: 'invitations', points: 200, seconds: 3600, by: 'member' }],
    summary:
      'Invite one person to sign up. The reply shows the link once; with an address it is also mailed, and ends earlier invitations to that address',
    audit: { act: 'invitation.add', object: 'reply.id', details: ['body.site', 'body.days'] },
    body: object({
      email: nullable(text(254, 3)),
      language: oneOf(locales),
      days: Type.Integer({ minimum: 1, maximum: 365 }),
      site: optional(nullable(text(253, 1))),
    }),
    status: 201,
    reply: object({ id: invitationId, link: Type.String() }),
  },
  withdrawInvitation: {
    method: 'DELETE',
    path: '/api/admin/invitations',
    scope: [{ of: 'invitation', at: 'body.id' }],
    ...support,
    summary: 'Withdraw an invitation that nobody has used; its link stops working',
    audit: { act: 'invitation.withdraw', object: 'body.id' },
    body: object({ id: invitationId }),
    status: 200,
    reply: ok,
  },
} as const satisfies Record<string, Call>;
