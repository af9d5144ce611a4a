import { type Static, Type } from 'typebox';
import type { Call } from '../call.ts';
import {
  REASON_LENGTH,
  appealStates,
  grounds,
  measureKinds,
  measuresOnFile,
  suspensionDays,
} from '../rules/measure-rules.ts';
import { id, instant, nullable, object, ok, oneOf, optional, text, uuid } from '../schema.ts';

export const measureRequest = object({
  member: id,
  kind: oneOf(measuresOnFile),
  ground: oneOf(grounds),
  facts: text(REASON_LENGTH, 1),
  days: optional(
    Type.Unsafe<(typeof suspensionDays)[number]>({ type: 'integer', enum: [...suspensionDays] }),
  ),
  refund: optional(
    Type.Boolean({
      description: 'With a ban: refund unused credits; the default, except on the ground of payment fraud',
    }),
  ),
});

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

export const measureCalls = {
  takeMeasure: {
    method: 'POST',
    path: '/api/admin/measure',
    scope: [{ of: 'member', at: 'body.member' }],
    access: 'operator',
    summary: 'Warn, suspend or ban a member, who gets the reasons by mail and can appeal',
    roles: ['moderator'],
    audit: { act: 'measure', member: 'body.member' },
    // Repeated with the same `request`, the call returns the measure that it took.
    body: object({ ...measureRequest.properties, request: optional(uuid) }),
    status: 201,
    reply: object({ id }),
  },
  endMeasure: {
    method: 'DELETE',
    path: '/api/admin/measure',
    scope: [{ of: 'measure', at: 'body.id' }],
    access: 'operator',
    summary: 'Lift a suspension or ban; the member is notified by mail',
    roles: ['moderator'],
    audit: { act: 'measure.end', object: 'body.id' },
    body: object({ id, note: text(REASON_LENGTH, 1) }),
    status: 200,
    reply: ok,
  },
} as const satisfies Record<string, Call>;
