import { type Static, Type } from 'typebox';
import type { Call } from '../call.ts';
import { profileCard } from '../profiles.ts';
import { cursor, id, instant, list, nullable, object, oneOf, optional } from '../schema.ts';
import { photoAccessStates, photoAnswers, photoRequestStates } from './access-states.ts';

const personWithAccess = object({
  profile: profileCard,
  state: oneOf(photoAccessStates),
  since: instant,
  until: optional(instant),
});
export type PersonWithAccess = Static<typeof personWithAccess>;

export const photoAccessCalls = {
  askForPhotos: {
    method: 'POST',
    path: '/api/photo-request.php',
    access: 'member',
    summary: "Ask to see a member's photos on request; a repeat changes nothing",
    limits: [{ name: 'photo requests', points: 30, seconds: 86_400, by: 'member' }],
    body: object({ profile: id }),
    status: 200,
    reply: object({ state: oneOf(photoRequestStates) }),
  },
  photoAccess: {
    method: 'GET',
    path: '/api/photo-access.php',
    access: 'member',
    summary: 'Who asked to see my photos on request, who may, and whom I declined, newest first',
    query: Type.Object({ state: oneOf(photoAccessStates), cursor: optional(cursor) }),
    status: 200,
    reply: object({ people: list(personWithAccess), next: nullable(Type.String()) }),
  },
  answerPhotoRequest: {
    method: 'PUT',
    path: '/api/photo-access.php',
    access: 'member',
    summary: 'Let somebody who asked see my photos on request, for ever or 24 hours, or not (any longer)',
    limits: [{ name: 'photo answers', points: 300, seconds: 3600, by: 'member' }],
    body: object({ profile: id, access: oneOf(photoAnswers) }),
    status: 200,
    reply: object({ state: oneOf(photoAccessStates) }),
  },
} as const satisfies Record<string, Call>;
