import { type Static, Type } from 'typebox';
import type { Call } from '../call.ts';
import { refusalReasons, voiceIntroRefusals } from '../photos/refusal-reasons.ts';
import { REASON_LENGTH, contentGrounds } from '../rules/measure-rules.ts';
import { verificationReasons } from '../rules/verification-rules.ts';
import { count, id, instant, list, nullable, object, ok, oneOf, optional, page, text } from '../schema.ts';

export const flaggedText = object({
  id,
  kind: oneOf(['name', 'about', 'prompt', 'first_message']),
  text: Type.String(),
  rules: list(oneOf(['phone', 'address', 'link', 'minor'])),
  member: object({ id, name: nullable(Type.String()) }),
  created_at: instant,
});

export type FlaggedText = Static<typeof flaggedText>;

export const contentCalls = {
  adminTexts: {
    method: 'GET',
    path: '/api/admin/texts',
    scope: 'listed',
    bySite: true,
    access: 'operator',
    reads: true,
    summary: 'Names, about texts, answers to prompts and first messages that matched a rule',
    roles: ['moderator'],
    audit: { act: 'text.look', each: 'reply.texts', member: 'member.id', object: 'id' },
    query: page,
    status: 200,
    reply: object({ texts: list(flaggedText), waiting: count, next: nullable(Type.String()) }),
  },
  decideText: {
    method: 'POST',
    path: '/api/admin/texts',
    scope: [{ of: 'text', at: 'body.id' }],
    access: 'operator',
    summary: 'Keep a flagged text, or remove it with a reason for the member',
    roles: ['moderator'],
    audit: { act: 'text.decide', object: 'body.id' },
    body: object({
      id,
      remove: Type.Boolean(),
      ground: optional(oneOf(contentGrounds)),
      facts: optional(text(REASON_LENGTH)),
    }),
    status: 200,
    reply: ok,
  },
  decidePhoto: {
    method: 'POST',
    path: '/api/admin/photos',
    scope: [{ of: 'photo', at: 'body.id' }],
    access: 'operator',
    summary:
      'Approve a photo, make it private, or refuse it with a reason. The member is notified and can appeal a refusal',
    roles: ['moderator'],
    audit: { act: 'photo.decide', object: 'body.id' },
    body: object({
      id,
      approve: Type.Boolean(),
      private: optional(Type.Literal(true, { description: 'Approve it for premium members only' })),
      reason: optional(oneOf(refusalReasons)),
    }),
    status: 200,
    reply: ok,
  },
  decideVoiceIntro: {
    method: 'POST',
    path: '/api/admin/voice-intros',
    scope: [{ of: 'voice_intro', at: 'body.id' }],
    access: 'operator',
    summary:
      'Approve a voice introduction, which replaces the one before, or refuse it with a reason. The member is notified and can appeal a refusal',
    roles: ['moderator'],
    audit: { act: 'voice_intro.decide', object: 'body.id' },
    body: object({ id, approve: Type.Boolean(), reason: optional(oneOf(voiceIntroRefusals)) }),
    status: 200,
    reply: ok,
  },
  decideVerification: {
    method: 'POST',
    path: '/api/admin/verifications',
    scope: [{ of: 'verification', at: 'body.id' }],
    access: 'operator',
    summary:
      'Verify a member, or refuse with a reason for the member; deletes the selfie, unless it looks under age: that holds the account, and the member can appeal',
    roles: ['moderator'],
    audit: { act: 'verification.decide', object: 'body.id' },
    body: object({ id, verified: Type.Boolean(), reason: optional(oneOf(verificationReasons)) }),
    status: 200,
    reply: ok,
  },
} as const satisfies Record<string, Call>;
