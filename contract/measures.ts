import { Type, type Static } from 'typebox';
import { count, id, instant, list, nullable, object, oneOf, optional, text } from './schema.ts';
import { appealStates, grounds, measureKinds, REASON_LENGTH, suspensionDays } from './rules/measure-rules.ts';

/** What an operator writes for a measure. */
export const measureRequest = object({
  member: id,
  kind: oneOf(['warning', 'badge_removed', 'suspension', 'ban']),
  ground: oneOf(grounds),
  facts: text(REASON_LENGTH, 1),
  days: optional(Type.Unsafe<(typeof suspensionDays)[number]>({ type: 'integer', enum: [...suspensionDays] })),
});

/** A measure as operators see it. */
export const measure = object({
  id,
  kind: oneOf(measureKinds),
  ground: oneOf(grounds),
  facts: Type.String(),
  operator: nullable(Type.String({ description: 'Name of the operator' })),
  until: nullable(instant),
  created_at: instant,
  ended_at: nullable(instant),
  appeal: nullable(oneOf(appealStates)),
});
export type Measure = Static<typeof measure>;

/** A decision as the person it is about sees it by the link of the mail. */
export const contestedDecision = object({
  kind: nullable(oneOf(measureKinds)),
  ground: nullable(oneOf(grounds)),
  facts: Type.String({ description: 'Why; of a complaint the answer to it' }),
  until: nullable(instant),
  decided_at: instant,
  appeal: nullable(object({ state: oneOf(appealStates), note: nullable(Type.String()), created_at: instant })),
});
export type ContestedDecision = Static<typeof contestedDecision>;

/** An appeal in the operators' queue. */
export const waitingAppeal = object({
  id,
  text: Type.String(),
  created_at: instant,
  member: nullable(object({ id, name: nullable(Type.String()) })),
  measure: nullable(measure),
  complaint: nullable(object({ id, category: Type.String(), text: Type.String(), outcome: nullable(Type.String()), note: nullable(Type.String()) })),
  own: Type.Boolean({ description: 'The decision was made by who asks, so somebody else has to decide' }),
});
export type WaitingAppeal = Static<typeof waitingAppeal>;

export const waitingAppeals = object({ appeals: list(waitingAppeal), waiting: count, next: nullable(Type.String()) });
