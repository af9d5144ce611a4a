import { type Static, Type } from 'typebox';
import type { Call } from './call.ts';
import { contactOutcomes } from './lists/contact-outcomes.ts';
import { countryCodes } from './lists/countries.ts';
import { list, nullable, object, oneOf, text } from './schema.ts';

const age = nullable(Type.Integer({ minimum: 18, maximum: 120 }));

const conditionFields = {
  paused: Type.Boolean({ description: 'Nobody can write to or like the member for the first time' }),
  verified: Type.Boolean(),
  photo: Type.Boolean(),
  premium: Type.Boolean(),
  min_age: age,
  max_age: age,
  countries: list(oneOf(countryCodes), { maxItems: countryCodes.length }),
  daily_limit: nullable(
    Type.Integer({ minimum: 1, maximum: 500, description: 'New conversations in 24 hours' }),
  ),
  hidden_words: list(text(60, 1), { maxItems: 100 }),
  others: oneOf(contactOutcomes),
};

export const contactConditions = object(conditionFields);
export type ContactConditions = Static<typeof contactConditions>;

export const contactConditionsReply = object({
  ...conditionFields,
  reaches_nobody: Type.Boolean({ description: 'None of the newest members meets the conditions' }),
});
export type ContactConditionsReply = Static<typeof contactConditionsReply>;

export const visibilityCalls = {
  contactConditions: {
    method: 'GET',
    path: '/api/contact-conditions.php',
    access: 'member',
    summary: 'My conditions for first messages',
    status: 200,
    reply: contactConditionsReply,
  },
  changeContactConditions: {
    method: 'PUT',
    path: '/api/contact-conditions.php',
    access: 'member',
    summary: 'Change my conditions for first messages',
    limits: [{ name: 'contact conditions', points: 120, seconds: 3600, by: 'member' }],
    body: contactConditions,
    status: 200,
    reply: contactConditionsReply,
  },
} as const satisfies Record<string, Call>;
