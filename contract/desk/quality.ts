import { type Static, Type } from 'typebox';
import type { Call } from '../call.ts';
import { messageKinds } from '../chat/conversations.ts';
import { count, cursor, id, instant, list, nullable, object, ok, oneOf, optional, text } from '../schema.ts';

const score = Type.Integer({ minimum: 1, maximum: 5 });

const deskReview = object({
  /** The sampled answer. */
  message: id,
  conversation: id,
  writer: object({ id, name: Type.String() }),
  profile: Type.String(),
  member: Type.String(),
  /** The sampled answer last, after the messages before it. */
  exchange: list(
    object({
      id,
      by_profile: Type.Boolean(),
      kind: oneOf(messageKinds),
      text: nullable(Type.String()),
      at: instant,
    }),
  ),
  score: nullable(score),
  comment: Type.String(),
  reviewed_by: nullable(Type.String()),
});

export type DeskReview = Static<typeof deskReview>;

const reviews = object({ reviews: list(deskReview), waiting: count, next: nullable(Type.String()) });

export const deskQualityCalls = {
  deskReviews: {
    method: 'GET',
    path: '/api/admin/desk-reviews',
    scope: 'listed',
    bySite: true,
    access: 'operator',
    roles: ['supervisor'],
    audit: { act: 'desk_review.list', each: 'reply.reviews', object: 'conversation' },
    summary:
      'Sampled answers with the messages before them: those to score, oldest first, or the scored ones, newest first',
    query: Type.Object({ cursor: optional(cursor), done: optional(Type.Boolean()) }),
    status: 200,
    reply: reviews,
  },
  scoreDeskAnswer: {
    method: 'PUT',
    path: '/api/admin/desk-reviews',
    scope: [{ of: 'conversation', at: 'body.conversation' }],
    access: 'operator',
    roles: ['supervisor'],
    audit: { act: 'desk_review.score', object: 'body.message', details: ['body.score'] },
    summary: 'Score a sampled answer from 1 to 5. Nobody scores their own',
    body: object({ conversation: id, message: id, score, comment: text(1000) }),
    status: 200,
    reply: ok,
  },
  deskScores: {
    method: 'GET',
    path: '/api/admin/desk-scores',
    scope: 'own',
    access: 'operator',
    roles: ['writer', 'supervisor'],
    audit: { act: 'desk_review.own' },
    summary: 'One’s own scored answers, newest first',
    query: Type.Object({ cursor: optional(cursor) }),
    status: 200,
    reply: reviews,
  },
} as const satisfies Record<string, Call>;
