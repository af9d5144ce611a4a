import { type Static, Type } from 'typebox';
import type { Call } from '../call.ts';
import { roles } from '../lists/roles.ts';
import { id, instant, list, nullable, object, ok, oneOf, text } from '../schema.ts';

export const operator = object({
  id,
  name: nullable(Type.String()),
  email: nullable(Type.String()),
  roles: list(oneOf(roles)),
  active: Type.Boolean(),
  last_seen: nullable(instant),
});

export type Operator = Static<typeof operator>;

export const operatorCalls = {
  adminOperators: {
    method: 'GET',
    path: '/api/admin/operators',
    access: 'operator',
    reads: true,
    summary: 'Operators and their roles',
    roles: [],
    audit: { act: 'operator.list' },
    status: 200,
    reply: object({ operators: list(operator) }),
  },
  inviteOperator: {
    method: 'POST',
    path: '/api/admin/operators',
    access: 'operator',
    stepUp: true,
    summary: 'Invite an operator by mail, with a link that works once within a day',
    roles: [],
    audit: { act: 'operator.invite' },
    body: object({ email: text(254, 3), name: text(60, 1), roles: list(oneOf(roles)) }),
    status: 201,
    reply: object({ id }),
  },
  forgetOperatorFactor: {
    method: 'DELETE',
    path: '/api/admin/operator-factor',
    access: 'operator',
    stepUp: true,
    summary: 'Remove the second factor of an operator who lost it; ends their sessions',
    roles: [],
    audit: { act: 'operator.factor', member: 'body.id' },
    body: object({ id }),
    status: 200,
    reply: ok,
  },
  changeOperator: {
    method: 'PUT',
    path: '/api/admin/operators',
    access: 'operator',
    stepUp: true,
    summary:
      'Change the roles of an operator. An empty list ends their access at once. The last owner cannot be removed',
    roles: [],
    audit: { act: 'operator.roles', member: 'body.id' },
    body: object({ id, roles: list(oneOf(roles)) }),
    status: 200,
    reply: ok,
  },
} as const satisfies Record<string, Call>;
