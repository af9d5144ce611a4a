import { type Static, Type } from 'typebox';
import type { Call } from '../call.ts';
import { complaintOutcomes } from '../lists/complaints.ts';
import { REASON_LENGTH, appealStates, detections, grounds, measureKinds } from '../rules/measure-rules.ts';
import { count, id, instant, list, nullable, object, ok, oneOf, optional, page, text } from '../schema.ts';
import { voiceIntro, type VoiceIntro } from '../voice/voice-intro.ts';
import { measure } from './measures.ts';

export const contestedDecision = object({
  kind: nullable(oneOf(measureKinds)),
  ground: nullable(oneOf(grounds)),
  facts: Type.String({ description: 'The reasons, or the answer to a complaint' }),
  until: nullable(instant),
  decided_at: instant,
  /** How the content was found. Null for the answer to a complaint. */
  detection: nullable(oneOf(detections)),
  appeal: nullable(
    object({ state: oneOf(appealStates), note: nullable(Type.String()), created_at: instant }),
  ),
});

export type ContestedDecision = Static<typeof contestedDecision>;

export const waitingAppeal = object({
  id,
  text: Type.String(),
  created_at: instant,
  member: nullable(object({ id, name: nullable(Type.String()) })),
  measure: nullable(measure),
  photo: nullable(Type.String({ description: 'Address of the photo that the measure removed' })),
  voice_intro: optional(
    Type.Unsafe<VoiceIntro>({
      ...voiceIntro,
      description: 'The voice introduction that the measure removed',
    }),
  ),
  /** The complaint behind the decision. `adminComplaint` returns its evidence. */
  evidence: nullable(id),
  complaint: nullable(
    object({
      id,
      category: Type.String(),
      text: Type.String(),
      outcome: nullable(oneOf(complaintOutcomes)),
      note: nullable(Type.String()),
    }),
  ),
  own: Type.Boolean({
    description: 'The calling operator made the decision, so another one must decide the appeal',
  }),
});

export type WaitingAppeal = Static<typeof waitingAppeal>;

export const waitingAppeals = object({
  appeals: list(waitingAppeal),
  waiting: count,
  next: nullable(Type.String()),
});

export const appealCalls = {
  appealView: {
    method: 'GET',
    path: '/api/appeal.php',
    access: 'public',
    summary: 'The decision that the token of a mailed link refers to',
    limits: [{ name: 'appeals', points: 60, seconds: 3600, by: 'address' }],
    query: Type.Object({ token: text(400, 1) }),
    status: 200,
    reply: contestedDecision,
  },
  appeal: {
    method: 'POST',
    path: '/api/appeal.php',
    access: 'public',
    summary:
      'Appeal against a decision, with the token of its mail or as the sender of the complaint; another operator decides',
    limits: [{ name: 'appeals', points: 60, seconds: 3600, by: 'address' }],
    body: Type.Union([
      object({ token: text(400, 1), text: text(REASON_LENGTH, 1) }),
      object({ complaint: id, text: text(REASON_LENGTH, 1) }),
    ]),
    status: 200,
    reply: ok,
  },
  adminAppeals: {
    method: 'GET',
    path: '/api/admin/appeals',
    scope: 'listed',
    bySite: true,
    access: 'operator',
    reads: true,
    summary: 'Open appeals, oldest first',
    roles: ['moderator'],
    audit: { act: 'appeal.look', each: 'reply.appeals', member: 'member.id', object: 'id' },
    query: page,
    status: 200,
    reply: waitingAppeals,
  },
  decideAppeal: {
    method: 'POST',
    path: '/api/admin/appeals',
    scope: [{ of: 'appeal', at: 'body.id' }],
    access: 'operator',
    summary: 'Uphold or reverse a decision that another operator made',
    roles: ['moderator'],
    audit: { act: 'appeal.decide', object: 'body.id' },
    body: object({ id, reverse: Type.Boolean(), note: text(REASON_LENGTH, 1) }),
    status: 200,
    reply: ok,
  },
} as const satisfies Record<string, Call>;
