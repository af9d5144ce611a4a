import { Type } from 'typebox';
import type { Call } from '../call.ts';
import { id, object, uuid } from '../schema.ts';
import { message } from './conversations.ts';

export const receivedImageCalls = {
  answerImage: {
    method: 'PUT',
    path: '/api/chat-image.php',
    access: 'member',
    summary: 'Show a covered image that I received, or decline and delete an image',
    limits: [{ name: 'answer-image', points: 60, seconds: 60, by: 'member' }],
    body: object({ image: id, show: Type.Boolean({ description: 'False declines it' }) }),
    status: 200,
    reply: object({ message }),
  },
  openImage: {
    method: 'POST',
    path: '/api/chat-image-opening.php',
    access: 'member',
    summary: 'Open an image that can be seen once; a repeat with the same `opening` returns the same address',
    limits: [{ name: 'open-image', points: 60, seconds: 60, by: 'member' }],
    body: object({ image: id, opening: uuid }),
    status: 200,
    reply: object({
      filename: Type.String({ description: 'Valid for a minute' }),
      message,
    }),
  },
} as const satisfies Record<string, Call>;
