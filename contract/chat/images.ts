import { Type } from 'typebox';
import type { Call } from '../call.ts';
import { profileCard } from '../profiles.ts';
import { count, id, instant, list, nullable, object, ok, page } from '../schema.ts';

export const chatImageCalls = {
  adminChatImages: {
    method: 'GET',
    path: '/api/admin/chat-images',
    scope: 'listed',
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
          credits: count,
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
    summary: 'Show a flagged image to its recipient, or refuse it and refund its credits',
    roles: ['moderator'],
    audit: { act: 'chat_image.decide', object: 'body.id' },
    body: object({ id, approve: Type.Boolean() }),
    status: 200,
    reply: ok,
  },
} as const satisfies Record<string, Call>;
