import { Type, type Static } from 'typebox';
import { measureKinds } from '../rules/measure-rules.ts';
import { count, id, money, object, oneOf, optional, uuid } from '../schema.ts';

/** What a kind can store about an event besides the person. A kind lists what it needs in `details`. */
export const activityDetails = object({
  credits: optional(count),
  matches: optional(count),
  conversation: optional(id),
  payment: optional(uuid),
  money: optional(money),
  measure: optional(oneOf(measureKinds)),
  thread: optional(id),
  reversed: optional(Type.Boolean()),
});

export type ActivityDetails = Static<typeof activityDetails>;
