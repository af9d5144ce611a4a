import { Type } from 'typebox';
import type { Call } from '../call.ts';
import { photoColour } from '../photos/photo.ts';
import { chatImageRefusals } from '../photos/refusal-reasons.ts';
import { count, id, nullable, object, ok, oneOf, optional, uuid } from '../schema.ts';

export const imageStatuses = ['inspecting', 'active', 'refused', 'declined'] as const;
export type ImageStatus = (typeof imageStatuses)[number];

export const chatImage = object({
  id,
  filename: nullable(
    Type.String({ description: 'Null also for the recipient of a covered image who has not asked for it' }),
  ),
  thumb_filename: nullable(Type.String({ description: 'Of a covered image: blurred' })),
  covered: optional(
    Type.Literal(true, {
      description: 'Intimate, or without a verdict: the recipient sees it blurred until they ask for it',
    }),
  ),
  view_once: optional(
    Type.Literal(true, { description: 'The recipient opens it once with `openImage`; nobody else sees it' }),
  ),
  opened: optional(Type.Literal(true, { description: 'Of an image to be seen once: it has been opened' })),
  status: oneOf(imageStatuses),
  refusal_reason: optional(
    oneOf(chatImageRefusals, { description: 'Of a refused image, only for its sender' }),
  ),
  width: count,
  height: count,
  colour: photoColour,
});

export const albumCalls = {
  uploadChatImage: {
    method: 'POST',
    path: '/api/chat-image.php',
    access: 'member',
    summary: 'Upload one image of an album, which `send` sends; deleted if it is not sent within an hour',
    limits: [{ name: 'chat_images', points: 40, seconds: 600, by: 'member', upload: true }],
    accepts: 'multipart',
    body: object({ conversation: optional(id), profile: optional(id), client_id: uuid }),
    status: 201,
    reply: ok,
  },
} as const satisfies Record<string, Call>;
