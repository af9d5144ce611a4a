import { type Static, Type } from 'typebox';
import type { Call } from '../call.ts';
import { profileCard } from '../profiles.ts';
import { REASON_LENGTH } from '../rules/measure-rules.ts';
import {
  poses,
  verificationNeeds,
  verificationOutcomes,
  verificationSignals,
} from '../rules/verification-rules.ts';
import { count, id, instant, list, nullable, object, ok, oneOf, optional, page, text } from '../schema.ts';
import { livenessProviders } from './liveness-lists.ts';
import { liveness } from './liveness.ts';

/** Why a member must be verified before writing to somebody new. `words` are an operator's. */
export const verificationDemand = object({
  why: oneOf(verificationNeeds),
  words: optional(Type.String()),
});

export type VerificationDemand = Static<typeof verificationDemand>;

/** The same on a member's file, with what looks unusual. */
export const demandOnFile = object({
  why: nullable(oneOf(verificationNeeds)),
  signals: list(oneOf(verificationSignals)),
  stored: Type.Boolean({ description: 'Of this member alone, so that it can be taken back' }),
  words: nullable(Type.String()),
  asked_by: nullable(Type.String({ description: 'Name of the operator' })),
  asked_at: nullable(instant),
});

export type DemandOnFile = Static<typeof demandOnFile>;

/** State of a member's verification. `asked` waits for the selfie, `waiting` for a moderator. */
export const verification = object({
  state: oneOf(['none', 'asked', 'waiting', 'verified', 'refused']),
  pose: nullable(oneOf(poses)),
  reason: nullable(oneOf(verificationOutcomes)),
  ends_with_photos: optional(
    Type.Boolean({
      description: 'The badge ends with a main photo that the selfie was not compared with',
    }),
  ),
  demand: optional(verificationDemand),
  liveness: optional(liveness),
});

export type Verification = Static<typeof verification>;

export const waitingVerification = object({
  id,
  member: profileCard,
  pose: oneOf(poses),
  selfie: Type.String({ description: 'URL of the selfie, for moderators only' }),
  photos: list(Type.String()),
  sent_at: instant,
  live: optional(
    object(
      { provider: oneOf(livenessProviders), at: instant },
      { description: 'A liveness check that the member passed' },
    ),
  ),
  intimate: optional(
    Type.Literal(true, { description: 'The model takes the selfie for an intimate picture' }),
  ),
});

export type WaitingVerification = Static<typeof waitingVerification>;

export const waitingVerifications = object({
  verifications: list(waitingVerification),
  waiting: count,
  next: nullable(Type.String()),
});

export const verificationCalls = {
  verification: {
    method: 'GET',
    path: '/api/verification.php',
    access: 'member',
    summary: 'State of my verification',
    status: 200,
    reply: verification,
  },
  beginVerification: {
    method: 'POST',
    path: '/api/verification.php',
    access: 'member',
    summary: 'Request verification; returns the pose for the selfie',
    limits: [{ name: 'verification', points: 20, seconds: 86_400, by: 'member' }],
    status: 200,
    reply: verification,
  },
  sendSelfie: {
    method: 'PUT',
    path: '/api/verification.php',
    access: 'member',
    summary: 'Send the selfie (multipart `file`). Only moderators see it, and the decision deletes it',
    limits: [{ name: 'selfie', points: 10, seconds: 86_400, by: 'member' }],
    accepts: 'multipart',
    body: object({}),
    status: 200,
    reply: verification,
  },
  withdrawVerification: {
    method: 'DELETE',
    path: '/api/verification.php',
    access: 'member',
    summary: 'Withdraw the request and delete the selfie',
    status: 200,
    reply: verification,
  },
  askForVerification: {
    method: 'POST',
    path: '/api/admin/verification-demand',
    scope: [{ of: 'member', at: 'body.member' }],
    access: 'operator',
    summary: 'Ask a member to be verified before writing to somebody new, with reasons for the member',
    roles: ['moderator'],
    audit: { act: 'verification.ask', member: 'body.member' },
    body: object({ member: id, words: text(REASON_LENGTH, 1) }),
    status: 200,
    reply: ok,
  },
  withdrawVerificationDemand: {
    method: 'DELETE',
    path: '/api/admin/verification-demand',
    scope: [{ of: 'member', at: 'body.member' }],
    access: 'operator',
    summary: 'Take back that a member must be verified',
    roles: ['moderator'],
    audit: { act: 'verification.unask', member: 'body.member' },
    body: object({ member: id }),
    status: 200,
    reply: ok,
  },
  adminVerifications: {
    method: 'GET',
    path: '/api/admin/verifications',
    scope: 'listed',
    bySite: true,
    access: 'operator',
    reads: true,
    summary: 'Open verifications with selfie and photos, oldest first',
    roles: ['moderator'],
    audit: { act: 'verification.look', each: 'reply.verifications', member: 'member.id', object: 'id' },
    query: page,
    status: 200,
    reply: waitingVerifications,
  },
} as const satisfies Record<string, Call>;
