import { Type } from 'typebox';
import type { Call } from '../call.ts';
import { locales } from '../lists/locales.ts';
import { id, nullable, object, oneOf } from '../schema.ts';

export const translated = object({
  /** Null if the message is already in the language. */
  text: nullable(Type.String()),
  /** ISO 639 code of the language in which the service recognised it, null if it did not say. */
  from: nullable(Type.String()),
});

export const translationCalls = {
  translateMessage: {
    method: 'POST',
    path: '/api/message-translation.php',
    access: 'member',
    summary: 'Translate a message that I received, by the translation service of the site; nothing is stored',
    limits: [
      { name: 'translations', points: 200, seconds: 600, by: 'member' },
      { name: 'translations a day', points: 1000, seconds: 86_400, by: 'member' },
    ],
    body: object({ conversation: id, message: id, to: oneOf(locales) }),
    status: 200,
    reply: translated,
  },
} as const satisfies Record<string, Call>;
