import { Type } from 'typebox';
import type { Call } from '../call.ts';
import { countryCodes } from '../lists/countries.ts';
import { personGenders } from '../lists/genders.ts';
import { locales } from '../lists/locales.ts';
import { profile } from '../profiles.ts';
import {
  count,
  cursor,
  day,
  hour,
  id,
  list,
  nullable,
  object,
  ok,
  oneOf,
  optional,
  text,
  uuid,
} from '../schema.ts';

const fictionalProfile = object({
  profile,
  label: Type.String(),
  languages: list(oneOf(locales)),
  opens: nullable(hour),
  closes: nullable(hour),
  waiting: count,
});

const fictionalFields = {
  name: optional(text(40, 1)),
  gender: optional(oneOf(personGenders)),
  date_of_birth: optional(day),
  country: optional(oneOf(countryCodes)),
  city: optional(text(80)),
  about: optional(text(2000)),
  label: optional(text(60)),
  languages: optional(list(oneOf(locales), { maxItems: 11 })),
  opens: optional(nullable(hour)),
  closes: optional(nullable(hour)),
  active: optional(Type.Boolean()),
};

export const fictionalProfileCalls = {
  fictionalProfiles: {
    method: 'GET',
    path: '/api/admin/fictional-profiles',
    scope: 'listed',
    access: 'operator',
    reads: true,
    roles: ['writer', 'supervisor', 'moderator'],
    audit: { act: 'fictional.list' },
    summary: 'Fictional profiles and cam listings',
    query: Type.Object({ cursor: optional(cursor), kind: optional(oneOf(['fictional', 'cam'])) }),
    status: 200,
    reply: object({ profiles: list(fictionalProfile), next: nullable(Type.String()) }),
  },
  createFictionalProfile: {
    method: 'POST',
    path: '/api/admin/fictional-profiles',
    scope: 'installation',
    access: 'operator',
    roles: ['moderator'],
    audit: { act: 'fictional.create', object: 'reply.id' },
    summary:
      'Create a fictional profile or a cam listing. A repeat with the same `key` returns the first one',
    body: object({
      ...fictionalFields,
      key: uuid,
      kind: oneOf(['fictional', 'cam']),
      name: text(40, 1),
      gender: oneOf(personGenders),
      date_of_birth: day,
      country: oneOf(countryCodes),
      cam: optional(object({ variant: oneOf(['cam', 'resell']), url: text(500) })),
    }),
    status: 201,
    reply: object({ id }),
  },
  changeFictionalProfile: {
    method: 'PUT',
    path: '/api/admin/fictional-profiles',
    scope: 'installation',
    access: 'operator',
    roles: ['moderator'],
    audit: { act: 'fictional.change', object: 'body.id' },
    summary: 'Change a fictional profile or cam listing',
    body: object({
      id,
      ...fictionalFields,
      cam: optional(object({ variant: oneOf(['cam', 'resell']), url: text(500) })),
    }),
    status: 200,
    reply: ok,
  },
  fictionalPhoto: {
    method: 'POST',
    path: '/api/admin/fictional-photos',
    scope: 'installation',
    access: 'operator',
    roles: ['moderator'],
    audit: { act: 'fictional.photo', object: 'body.profile' },
    summary: 'Add a photo to a fictional profile; drawn or licensed pictures only',
    accepts: 'multipart',
    body: object({ profile: id, client_id: uuid, main: optional(Type.Boolean()) }),
    status: 201,
    reply: object({ id }),
  },
} as const satisfies Record<string, Call>;
