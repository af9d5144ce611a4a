import { Type } from 'typebox';
import { WAVEFORM_PARTS } from '../rules/chat-rules.ts';
import { count, id, object, optional } from '../schema.ts';

/** Sent with the file of a voice message, which distinguishes it from a picture. */
export const waveform = Type.String({
  pattern: `^[0-9a-f]{${WAVEFORM_PARTS}}$`,
  description: `The file is a voice message: the loudness of its ${WAVEFORM_PARTS} parts, each a hexadecimal digit`,
});

export const sentVoice = object({
  id,
  filename: Type.String(),
  duration_ms: count,
  waveform,
  listened: optional(
    Type.Literal(true, {
      description:
        'The recipient has listened to it. The sender sees this only if both show when they have read messages',
    }),
  ),
});
