import { type Static, Type } from 'typebox';
import type { Call } from '../call.ts';
import { locales } from '../lists/locales.ts';
import { profileCard } from '../profiles.ts';
import { count, id, instant, list, nullable, object, ok, oneOf, optional, page, text } from '../schema.ts';
import {
  AGE_APPEAL_LENGTH,
  ageFailures,
  ageGates,
  ageMethods,
  agePictures,
  ageProviders,
  ageRefusals,
} from './lists.ts';

/**
 * The state of the newest check, which may be the renewal of a passed one that still counts (`valid_until`). `pictures`: begun with the office, which needs the member's pictures. `waiting`: begun, and there is no result yet.
 * `none` also stands for a result that has expired.
 */
export const ageCheckStates = ['none', 'pictures', 'waiting', 'passed', 'failed'] as const;

/**
 * `possible`: the member may ask for a second decision on a refusal by the office. `open`: the open check is that appeal.
 * `upheld`: a second person has refused too.
 */
export const ageAppeals = ['none', 'possible', 'open', 'upheld'] as const;

export const ageCheck = object({
  gate: oneOf(ageGates, { description: 'What the member’s country, or a former one, asks for on this site' }),
  state: oneOf(ageCheckStates),
  provider: nullable(oneOf(ageProviders)),
  method: nullable(oneOf(ageMethods)),
  reason: nullable(oneOf(ageFailures)),
  decided_at: nullable(instant),
  expires_at: nullable(instant),
  due_at: nullable(
    Type.String({ format: 'date-time', description: 'Without a result, the check ends then' }),
  ),
  url: nullable(Type.String({ description: 'The provider’s page on which the open check goes on' })),
  sent: list(oneOf(agePictures, { description: 'Pictures that the office has already' })),
  valid_until: nullable(
    Type.String({
      format: 'date-time',
      description: 'End of the passed check that counts now, whatever becomes of its renewal',
    }),
  ),
  renewable: Type.Boolean({ description: 'The passed check ends soon, and another one can be made' }),
  appeal: oneOf(ageAppeals),
  ways: list(oneOf(ageProviders)),
});

export type AgeCheck = Static<typeof ageCheck>;

/** A check in the member's file in the office. */
export const ageCheckRecord = object({
  state: oneOf(['open', 'passed', 'failed']),
  provider: oneOf(ageProviders),
  method: nullable(oneOf(ageMethods)),
  reason: nullable(oneOf(ageFailures)),
  started_at: instant,
  decided_at: nullable(instant),
  expires_at: nullable(instant),
});

export type AgeCheckRecord = Static<typeof ageCheckRecord>;

export const waitingAgeCheck = object({
  id,
  member: profileCard,
  date_of_birth: nullable(Type.String({ format: 'date', description: 'According to the profile' })),
  country: nullable(Type.String()),
  document: Type.String({ description: 'URL of the picture, for moderators only' }),
  selfie: Type.String({ description: 'URL of the picture, for moderators only' }),
  sent_at: instant,
  due_at: instant,
  appeal: optional(object({ reason: oneOf(ageRefusals), text: nullable(Type.String()) })),
});

export const waitingAgeChecks = object({
  checks: list(waitingAgeCheck),
  adult_if_born_by: Type.String({ format: 'date', description: 'Who was born later is under 18' }),
  waiting: count,
  next: nullable(Type.String()),
});

/** What the member's wallet app is asked. */
export const ageProofRequest = object({
  link: Type.String({ description: 'Opens the wallet app on this device' }),
  qr: Type.String({ description: 'SVG of the QR code for another device' }),
});

export const ageChecksCalls = {
  ageCheck: {
    method: 'GET',
    path: '/api/age-check.php',
    access: 'member',
    summary: 'State of my age check, and the ways to make one',
    status: 200,
    reply: ageCheck,
  },
  beginAgeCheck: {
    method: 'POST',
    path: '/api/age-check.php',
    access: 'member',
    summary: 'Begin an age check with a provider, or go on with the open one',
    limits: [{ name: 'age check', points: 20, seconds: 86_400, by: 'member' }],
    body: object({
      provider: oneOf(ageProviders),
      language: optional(
        oneOf(locales, { description: 'Language of the page to which the provider leads back' }),
      ),
    }),
    status: 200,
    reply: ageCheck,
  },
  withdrawAgeCheck: {
    method: 'DELETE',
    path: '/api/age-check.php',
    access: 'member',
    summary: 'End the open age check without a result',
    status: 200,
    reply: ageCheck,
  },
  sendAgePicture: {
    method: 'PUT',
    path: '/api/age-check-picture.php',
    access: 'member',
    summary:
      'Send a picture for the check in the office (multipart `file`). With both, the check waits for a moderator. The decision deletes them',
    limits: [{ name: 'age check picture', points: 30, seconds: 86_400, by: 'member' }],
    accepts: 'multipart',
    body: object({ part: oneOf(agePictures) }),
    status: 200,
    reply: ageCheck,
  },
  appealAgeCheck: {
    method: 'POST',
    path: '/api/age-check-appeal.php',
    access: 'member',
    summary: 'Ask for a second decision, by somebody else in the office, with new pictures',
    limits: [{ name: 'age check', points: 20, seconds: 86_400, by: 'member' }],
    body: object({ text: optional(text(AGE_APPEAL_LENGTH)) }),
    status: 200,
    reply: ageCheck,
  },
  adminAgeChecks: {
    method: 'GET',
    path: '/api/admin/age-checks',
    scope: 'listed',
    bySite: true,
    access: 'operator',
    reads: true,
    summary: 'Age checks that wait for a person, oldest first, without appeals against my own decisions',
    roles: ['moderator'],
    audit: { act: 'age_check.look', each: 'reply.checks', member: 'member.id', object: 'id' },
    query: page,
    status: 200,
    reply: waitingAgeChecks,
  },
  decideAgeCheck: {
    method: 'POST',
    path: '/api/admin/age-checks',
    scope: [{ of: 'age_check', at: 'body.id' }],
    access: 'operator',
    summary:
      'Confirm that a member is an adult, or refuse with a reason for the member; deletes the pictures',
    roles: ['moderator'],
    audit: { act: 'age_check.decide', object: 'body.id' },
    body: object({ id, adult: Type.Boolean(), reason: optional(oneOf(ageRefusals)) }),
    status: 200,
    reply: ok,
  },
  ageCheckNotification: {
    method: 'POST',
    path: '/api/age-check-notification.php',
    access: 'public',
    external: true,
    summary: 'A provider’s notification. It is a hint: the site fetches the result from the provider',
    limits: [{ name: 'age check notification', points: 600, seconds: 600, by: 'address' }],
    query: Type.Object({ provider: oneOf(ageProviders) }),
    body: Type.Object({}, { description: 'As the provider sends it' }),
    status: 200,
    reply: ok,
  },
  ageProofRequest: {
    method: 'GET',
    path: '/api/age-proof.php',
    access: 'member',
    summary: 'The request of my open check with the provider `eu`, as a link and a QR code for a wallet app',
    query: object({
      language: oneOf(locales, { description: 'Language of the page to which the app leads back' }),
    }),
    status: 200,
    reply: ageProofRequest,
  },
  ageProof: {
    method: 'POST',
    path: '/api/age-proof.php',
    access: 'public',
    external: true,
    summary:
      'A wallet app’s response (OpenID4VP 1.0, `direct_post`). The first one in time for an open check decides it; all others get 404',
    limits: [{ name: 'age proof', points: 600, seconds: 600, by: 'address' }],
    accepts: 'form',
    body: Type.Object({
      state: Type.String({ pattern: '^[\\w.-]{0,60}$' }),
      vp_token: optional(text(100_000)),
      error: optional(text(200)),
    }),
    status: 200,
    reply: object({ redirect_uri: optional(Type.String()) }),
  },
} as const satisfies Record<string, Call>;
