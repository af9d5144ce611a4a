import { type Static, Type } from 'typebox';
import type { Call } from '../call.ts';
import { profileCard } from '../profiles.ts';
import { cursor, id, instant, list, nullable, object, ok, oneOf, optional } from '../schema.ts';
import { activityDetails } from './activity-details.ts';
import { activityKindNames } from './activity-kinds.ts';

export const activity = object({
  id,
  kind: oneOf(activityKindNames),
  unread: Type.Boolean(),
  created_at: instant,
  profile: optional(profileCard),
  details: activityDetails,
});

export type Activity = Static<typeof activity>;

export const activityCalls = {
  activity: {
    method: 'GET',
    path: '/api/activity.php',
    access: 'member',
    summary: 'What happened to the member, newest first',
    query: Type.Object({ cursor: optional(cursor) }),
    status: 200,
    reply: object({ events: list(activity), next: nullable(Type.String()) }),
  },
  readActivity: {
    method: 'POST',
    path: '/api/activity.php',
    access: 'member',
    summary: 'Mark events as read',
    body: object({ up_to: id }),
    status: 200,
    reply: ok,
  },
} as const satisfies Record<string, Call>;
