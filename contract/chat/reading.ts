import { Type } from 'typebox';
import type { Call } from '../call.ts';
import { photoColour } from '../photos/photo.ts';
import { count, id, nullable, object } from '../schema.ts';

export const readingCalls = {
  readChat: {
    method: 'PUT',
    path: '/api/chat-read.php',
    access: 'member',
    summary: 'Mark a conversation of mine as read without opening it, from its notification',
    limits: [{ name: 'read', points: 120, seconds: 60, by: 'member' }],
    body: object({ conversation: id }),
    status: 200,
    /** The number on the app's icon: unread messages and new likes. */
    reply: object({ badge: count }),
  },
  quotedPhoto: {
    method: 'GET',
    path: '/api/quoted-photo.php',
    access: 'member',
    summary: 'The photo that a message of mine or to me is about; null once its sender may no longer see it',
    query: Type.Object({ conversation: id, message: id }),
    status: 200,
    reply: object({
      photo: nullable(
        object({ thumb_filename: Type.String(), width: count, height: count, colour: photoColour }),
      ),
    }),
  },
} as const satisfies Record<string, Call>;
