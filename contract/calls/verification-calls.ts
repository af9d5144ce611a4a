import { Type } from 'typebox';
import type { Call } from '../call.ts';
import { id, object, ok, oneOf, optional, page } from '../schema.ts';
import { verificationReasons } from '../rules/verification-rules.ts';
import { verification, waitingVerifications } from '../verification.ts';

/** Verification by a selfie: a member's own calls and the moderators' queue. */
export const verificationCalls = {
  verification: {
    method: 'GET',
    path: '/api/verification.php',
    access: 'member',
    summary: 'How far my verification is',
    status: 200,
    reply: verification,
  },
  beginVerification: {
    method: 'POST',
    path: '/api/verification.php',
    access: 'member',
    summary: 'Ask to be verified; answers the pose for the selfie',
    limits: [{ name: 'verification', points: 20, seconds: 86_400, by: 'member' }],
    status: 200,
    reply: verification,
  },
  sendSelfie: {
    method: 'PUT',
    path: '/api/verification.php',
    access: 'member',
    summary: 'Send the selfie (multipart `file`); only moderators see it, and it is deleted with their decision',
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
    summary: 'Take back the request and delete the selfie',
    status: 200,
    reply: verification,
  },
  adminVerifications: {
    method: 'GET',
    path: '/api/admin/verifications.php',
    access: 'operator',
    summary: 'Selfies that wait, with the photos to compare them with, the longest waiting first',
    roles: ['moderator'],
    audit: { act: 'verification.look', each: 'reply.verifications', member: 'member.id', object: 'id' },
    query: page,
    status: 200,
    reply: waitingVerifications,
  },
  decideVerification: {
    method: 'POST',
    path: '/api/admin/verifications.php',
    access: 'operator',
    summary: 'Verify a member or not, with a reason that the member reads; the selfie is deleted',
    roles: ['moderator'],
    audit: { act: 'verification.decide', object: 'body.id' },
    body: object({ id, verified: Type.Boolean(), reason: optional(oneOf(verificationReasons)) }),
    status: 200,
    reply: ok,
  },
} as const satisfies Record<string, Call>;
