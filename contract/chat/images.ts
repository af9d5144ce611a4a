import { Type } from 'typebox';
import type { Call } from '../call.ts';
import { chatImageRefusals } from '../photos/refusal-reasons.ts';
import { profileCard } from '../profiles.ts';
import { count, id, instant, list, nullable, object, ok, oneOf, optional, page } from '../schema.ts';

export const chatImageCalls = {
  adminChatImages: {
    method: 'GET',
    path: '/api/admin/chat-images',
    scope: 'listed',
    bySite: true,
    access: 'operator',
    reads: true,
    summary: 'Flagged chat images that wait for a decision',
    roles: ['moderator'],
    audit: { act: 'chat_image.look', each: 'reply.images', member: 'sender.id', object: 'id' },
    query: page,
    status: 200,
    reply: object({
      images: list(
        object({
          id,
          sender: profileCard,
          recipient: profileCard,
          filename: Type.String(),
          text: nullable(Type.String()),
          credits: count,
          intimate: nullable(Type.Boolean({ description: 'The verdict; null without one' })),
          created_at: instant,
        }),
      ),
      waiting: count,
      next: nullable(Type.String()),
    }),
  },
  decideChatImage: {
    method: 'POST',
    path: '/api/admin/chat-images',
    scope: [{ of: 'chat_image', at: 'body.id' }],
    access: 'operator',
    summary:
      'Show a flagged image to its recipient, or refuse it with a reason for the sender and refund its credits',
    roles: ['moderator'],
    audit: { act: 'chat_image.decide', object: 'body.id' },
    body: object({
      id,
      approve: Type.Boolean(),
      intimate: optional(Type.Boolean({ description: 'The recipient sees it blurred' })),
      reason: optional(
        oneOf(chatImageRefusals, { description: 'Of a refusal, for the sender; `other` by default' }),
      ),
    }),
    status: 200,
    reply: ok,
  },
} as const satisfies Record<string, Call>;
