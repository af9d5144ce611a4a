import { type Static, Type } from 'typebox';
import type { Call } from '../call.ts';
import { complaintCategories } from '../lists/complaints.ts';
import { locales } from '../lists/locales.ts';
import { count, id, instant, list, nullable, object, ok, oneOf, optional, text, uuid } from '../schema.ts';
import { euMembers } from './eu-members.ts';

const FLAGGER_NAME = 120;

export const trustedFlagger = object({
  id: uuid,
  name: Type.String(),
  email: Type.String(),
  country: oneOf(euMembers),
  language: oneOf(locales),
  created_at: instant,
  ended_at: nullable(instant),
  ...{ notices: count, undecided: count, without_violation: count, unfounded: count },
});

export type TrustedFlagger = Static<typeof trustedFlagger>;

export const trustedFlaggerCalls = {
  trustedFlaggers: {
    method: 'GET',
    path: '/api/admin/trusted-flaggers',
    scope: 'installation',
    access: 'operator',
    reads: true,
    summary: 'Trusted flaggers (DSA, article 22) with their notices of twelve months',
    roles: ['moderator'],
    audit: { act: 'trusted_flagger.list' },
    status: 200,
    reply: object({ flaggers: list(trustedFlagger) }),
  },
  addTrustedFlagger: {
    method: 'POST',
    path: '/api/admin/trusted-flaggers',
    scope: 'installation',
    access: 'operator',
    stepUp: true,
    summary: 'Add a trusted flagger, who gets a personal link for notices by mail; repeatable by its id',
    roles: ['moderator'],
    audit: { act: 'trusted_flagger.add', object: 'body.id' },
    body: object({
      id: uuid,
      name: text(FLAGGER_NAME, 1),
      email: text(320, 1),
      // Of the Digital Services Coordinator that awarded the status.
      country: oneOf(euMembers),
      language: oneOf(locales),
    }),
    status: 201,
    reply: ok,
  },
  renewFlaggerLink: {
    method: 'PUT',
    path: '/api/admin/trusted-flaggers',
    scope: 'installation',
    access: 'operator',
    stepUp: true,
    summary: 'Send a new link by mail; the old one stops working',
    roles: ['moderator'],
    audit: { act: 'trusted_flagger.renew_link', object: 'body.id' },
    body: object({ id: uuid }),
    status: 200,
    reply: ok,
  },
  endTrustedFlagger: {
    method: 'DELETE',
    path: '/api/admin/trusted-flaggers',
    scope: 'installation',
    access: 'operator',
    summary: 'End the status; the link stops working, notices stay',
    roles: ['moderator'],
    audit: { act: 'trusted_flagger.end', object: 'body.id' },
    body: object({ id: uuid }),
    status: 200,
    reply: ok,
  },
  flagger: {
    method: 'GET',
    path: '/api/trusted-flagger.php',
    access: 'public',
    summary: 'The organisation that a link for notices was made for',
    limits: [{ name: 'trusted flaggers', points: 60, seconds: 600, by: 'address' }],
    query: Type.Object({ token: text(500, 1) }),
    status: 200,
    reply: object({ name: Type.String() }),
  },
  flaggerComplaint: {
    method: 'POST',
    path: '/api/trusted-flagger.php',
    access: 'public',
    summary: 'Send a notice as a trusted flagger',
    limits: [{ name: 'notices of trusted flaggers', points: 200, seconds: 3600, by: 'address' }],
    body: object({
      token: text(500, 1),
      category: oneOf(complaintCategories),
      text: text(5000),
      content_url: text(2000),
      client_id: optional(uuid),
    }),
    status: 201,
    reply: object({ id }),
  },
} as const satisfies Record<string, Call>;
