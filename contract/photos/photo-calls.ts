import { Type } from 'typebox';
import type { Call } from '../call.ts';
import { profileCard } from '../profiles.ts';
import { count, id, instant, list, nullable, object, ok, oneOf, optional, page, uuid } from '../schema.ts';
import { photo, photoStatuses } from './photo.ts';

/**
 * Findings of the automatic photo check: the picture is blank, it resembles a refused one, it looks intimate, the
 * screening service doubts it, or there is no verdict.
 */
export const photoFlags = ['empty', 'refused_before', 'intimate', 'screening', 'not_screened'] as const;
export type PhotoFlag = (typeof photoFlags)[number];

export const photoCalls = {
  addPhoto: {
    method: 'POST',
    path: '/api/photo.php',
    access: 'member',
    summary: 'Add a photo (multipart `file`)',
    // Includes refused uploads: decoding a picture costs more than any other call.
    limits: [{ name: 'photo-upload', points: 60, seconds: 3600, by: 'member' }],
    accepts: 'multipart',
    body: object({
      private: optional(Type.Boolean()),
      main: optional(Type.Boolean()),
      client_id: optional(uuid),
    }),
    status: 201,
    reply: photo,
  },
  changePhoto: {
    method: 'PUT',
    path: '/api/photo.php',
    access: 'member',
    summary: 'Move a photo, or make it public, private, on request or the main photo',
    body: object({
      id,
      private: optional(
        Type.Boolean({ description: 'True: for premium members; false: public. Both end `on_request`' }),
      ),
      on_request: optional(
        Type.Literal(true, { description: 'Private, only for people whom the member lets in' }),
      ),
      main: optional(Type.Literal(true)),
      position: optional(count),
    }),
    status: 200,
    reply: photo,
  },
  deletePhoto: {
    method: 'DELETE',
    path: '/api/photo.php',
    access: 'member',
    summary: 'Delete a photo',
    body: object({ id }),
    status: 200,
    reply: ok,
  },
  adminPhotos: {
    method: 'GET',
    path: '/api/admin/photos',
    scope: 'listed',
    bySite: true,
    access: 'operator',
    reads: true,
    summary: 'Photos that wait for inspection',
    roles: ['moderator'],
    audit: { act: 'photo.look', each: 'reply.photos', member: 'member.id', object: 'id' },
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
          flags: list(oneOf(photoFlags)),
          created_at: instant,
        }),
      ),
      waiting: count,
      next: nullable(Type.String()),
    }),
  },
} as const satisfies Record<string, Call>;
