import { type Static, Type } from 'typebox';
import { ALBUM_LIMIT } from '../rules/chat-rules.ts';
import { id, object, optional, text, uuid } from '../schema.ts';
import { waveform } from './voice.ts';

export const sendBody = object({
  conversation: optional(id),
  profile: optional(id),
  client_id: uuid,
  text: optional(text(20_000)),
  gift: optional(text(40)),
  images: optional(
    Type.Array(uuid, {
      minItems: 2,
      maxItems: ALBUM_LIMIT,
      uniqueItems: true,
      description: 'The `client_id` of each uploaded image of an album, in its order',
    }),
  ),
  reply_to: optional(id),
  about_prompt: optional(
    Type.String({ maxLength: 40, description: 'The prompt of the profile that the message answers' }),
  ),
  about_photo: optional(id),
  like: optional(
    Type.Boolean({ description: 'With `about_prompt` or `about_photo`: the message also gives a like' }),
  ),
  words_confirmed: optional(
    Type.Boolean({ description: 'The sender wants to send the text although its words may not be welcome' }),
  ),
  view_once: optional(
    Type.Boolean({ description: 'The recipient can open the image once; not for an album' }),
  ),
  waveform: optional(waveform),
  intimate_confirmed: optional(
    Type.Boolean({ description: 'The sender wants to send the image although it looks intimate' }),
  ),
});

export type SendBody = Static<typeof sendBody>;
