import { Type } from 'typebox';
import type { Call } from './call.ts';
import { photoStatuses } from './enums.ts';
import { profileCard, user } from './profiles.ts';
import { count, id, instant, list, nullable, object, ok, oneOf, optional, page, text } from './schema.ts';

/** What operators do; answered with 404 to everyone without a role. */
export const operatorCalls = {
  operatorLogin: {
    method: 'POST',
    path: '/api/admin/login.php',
    access: 'public',
    summary: "Log in by the operator's one-time link",
    body: object({ token: text(200, 1) }),
    status: 200,
    reply: user,
  },
  adminPhotos: {
    method: 'GET',
    path: '/api/admin/photos.php',
    access: 'operator',
    summary: 'Photos that wait for inspection',
    query: page,
    status: 200,
    reply: object({
      photos: list(
        object({
          id,
          member: profileCard,
          filename: Type.String(),
          status: oneOf(photoStatuses),
          private: Type.Boolean(),
          created_at: instant,
        }),
      ),
      waiting: count,
      next: nullable(Type.String()),
    }),
  },
  decidePhoto: {
    method: 'POST',
    path: '/api/admin/photos.php',
    access: 'operator',
    summary: 'Approve or refuse a photo',
    body: object({
      id,
      approve: Type.Boolean(),
      reason: optional(oneOf(['not_a_person', 'more_people', 'contact_details', 'explicit', 'minor', 'quality', 'not_own', 'other'])),
    }),
    status: 200,
    reply: ok,
  },
} as const satisfies Record<string, Call>;
