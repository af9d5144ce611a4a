import { type Static, Type } from 'typebox';
import { userStatuses } from '../membership/user.ts';
import { id, instant, nullable, object, oneOf } from '../schema.ts';

export const officeMember = object({
  id,
  name: nullable(Type.String()),
  email: nullable(Type.String()),
  kind: nullable(Type.String()),
  status: oneOf([...userStatuses, 'deleted'] as const),
  country: nullable(Type.String()),
  premium: Type.Boolean(),
  signup_date: instant,
});

export type OfficeMember = Static<typeof officeMember>;
