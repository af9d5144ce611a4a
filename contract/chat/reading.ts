import type { Call } from '../call.ts';
import { count, id, object } from '../schema.ts';

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
} as const satisfies Record<string, Call>;
