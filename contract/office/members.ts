import { type Static, Type } from 'typebox';
import { ageCheckRecord } from '../age-checks/calls.ts';
import type { Call } from '../call.ts';
import { holdReasons, relatedBy } from '../lists/hold-reasons.ts';
import { userStatuses } from '../membership/user.ts';
import { bulkAct, bulkOutcome } from '../moderation/bulk-acts.ts';
import { measure } from '../moderation/measures.ts';
import { demandOnFile } from '../photos/verification.ts';
import { profileCard } from '../profiles.ts';
import { REASON_LENGTH, grounds } from '../rules/measure-rules.ts';
import { count, id, instant, list, nullable, object, ok, oneOf, text, uuid } from '../schema.ts';
import { officeMember } from './member.ts';

export const creditChange = object({
  id: uuid,
  credits: Type.Integer({ description: 'Negative: taken from the member' }),
  reason: Type.String(),
  state: oneOf(['approval', 'done', 'declined']),
  asked_by: Type.String(),
  own: Type.Boolean({ description: 'Requested by the calling operator, so another one must approve it' }),
  created_at: instant,
});

export const relatedAccount = object({
  id,
  name: nullable(Type.String()),
  status: oneOf([...userStatuses, 'deleted'] as const),
  reasons: list(oneOf(relatedBy)),
});

export type RelatedAccount = Static<typeof relatedAccount>;

/** A member's file. It never contains a password, a token or a location. */
export const officeFile = object({
  member: officeMember,
  card: nullable(profileCard),
  email_confirmed: Type.Boolean(),
  language: Type.String(),
  host: nullable(Type.String()),
  credits: count,
  credit_debt: count,
  suspended_until: nullable(instant),
  delete_requested_at: nullable(instant),
  last_seen: nullable(instant),
  profile: nullable(
    object({
      name: Type.String(),
      gender: Type.String(),
      date_of_birth: Type.String(),
      partner_date_of_birth: nullable(Type.String()),
      region: nullable(Type.String()),
      city: nullable(Type.String()),
      about: nullable(Type.String()),
      invisible: Type.Boolean(),
      verified: Type.Boolean({ description: 'Has the badge of verified members' }),
    }),
  ),
  sessions: list(
    object({
      user_agent: nullable(Type.String()),
      browser: nullable(Type.String()),
      system: nullable(Type.String()),
      created_at: instant,
      last_used_at: instant,
    }),
  ),
  counts: object({
    conversations: count,
    messages: count,
    complaints_sent: count,
    complaints_about: count,
    payments: count,
    photos: count,
  }),
  measures: list(measure),
  credit_changes: list(creditChange),
  related: list(relatedAccount),
  age_checks: list(ageCheckRecord),
  held: list(oneOf(holdReasons)),
  verification: demandOnFile,
  employee: Type.Boolean({ description: 'Is an operator, who can be neither sanctioned nor deleted' }),
});

export type OfficeFile = Static<typeof officeFile>;

export const correctableFields = ['name', 'about', 'date_of_birth'] as const;

export const officeMemberCalls = {
  adminMember: {
    method: 'GET',
    path: '/api/admin/member',
    scope: [{ of: 'member', at: 'query.id' }],
    access: 'operator',
    reads: true,
    summary: 'A member’s data, measures and credit changes',
    roles: ['moderator', 'support', 'finance'],
    audit: { act: 'member.look', member: 'query.id', object: 'query.id' },
    query: Type.Object({ id }),
    status: 200,
    reply: officeFile,
  },
  correctMember: {
    method: 'PUT',
    path: '/api/admin/member',
    scope: [{ of: 'member', at: 'body.member' }],
    access: 'operator',
    summary: 'Correct a field of a member’s profile, with a reason for the member',
    roles: ['moderator', 'support'],
    audit: { act: 'member.correct', member: 'body.member', object: 'body.field' },
    body: object({
      member: id,
      field: oneOf(correctableFields),
      value: text(5000),
      ground: oneOf(grounds),
      reason: text(REASON_LENGTH, 1),
    }),
    status: 200,
    reply: ok,
  },
  signOutMember: {
    method: 'POST',
    path: '/api/admin/sign-out',
    scope: [{ of: 'member', at: 'body.member' }],
    access: 'operator',
    summary: 'End all sessions of a member',
    roles: ['moderator', 'support'],
    audit: { act: 'member.sign_out', member: 'body.member' },
    body: object({ member: id }),
    status: 200,
    reply: ok,
  },
  signOutMembers: {
    method: 'POST',
    path: '/api/admin/sign-outs',
    scope: [{ of: 'member', at: 'body.members' }],
    access: 'operator',
    summary: 'End all sessions of several members',
    roles: ['moderator', 'support'],
    audit: { act: 'member.sign_out_several', object: 'body.id' },
    body: object(bulkAct),
    status: 200,
    reply: object({ outcomes: list(bulkOutcome) }),
  },
  deleteMember: {
    method: 'DELETE',
    path: '/api/admin/member',
    scope: [{ of: 'member', at: 'body.member' }],
    access: 'operator',
    summary: 'Delete an account at the member’s request: hidden at once, purged after 14 days',
    roles: ['support'],
    audit: { act: 'member.delete', member: 'body.member' },
    body: object({ member: id, reason: text(REASON_LENGTH, 1) }),
    status: 200,
    reply: ok,
  },
  changeCredits: {
    method: 'POST',
    path: '/api/admin/credits',
    scope: [{ of: 'member', at: 'body.member' }],
    access: 'operator',
    summary:
      'Grant credits to a member or take unspent ones. Above the limit, a second operator must approve',
    roles: ['support', 'finance'],
    audit: { act: 'credits', member: 'body.member', object: 'body.id' },
    body: object({
      id: uuid,
      member: id,
      credits: Type.Integer({ minimum: -100_000, maximum: 100_000 }),
      reason: text(REASON_LENGTH, 1),
    }),
    status: 200,
    reply: object({ state: oneOf(['approval', 'done', 'declined']) }),
  },
  decideCredits: {
    method: 'PUT',
    path: '/api/admin/credits',
    scope: [{ of: 'credit_change', at: 'body.id' }],
    access: 'operator',
    summary: 'Approve or decline a credit change that another operator requested',
    roles: ['support', 'finance'],
    audit: { act: 'credits', object: 'body.id' },
    body: object({ id: uuid, approve: Type.Boolean() }),
    status: 200,
    reply: object({ state: oneOf(['approval', 'done', 'declined']) }),
  },
} as const satisfies Record<string, Call>;
