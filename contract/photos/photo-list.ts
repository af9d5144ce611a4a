import { type Static, Type } from 'typebox';
import type { Call } from '../call.ts';
import { listColumns } from '../office/list-columns.ts';
import { cursor, id, instant, list, nullable, object, oneOf, optional, text } from '../schema.ts';
import { photoFlags } from './photo-calls.ts';
import { photoStatuses } from './photo.ts';
import { refusalReasons } from './refusal-reasons.ts';

/** Who may see an approved photo: everybody, premium members, or people whom its member lets in. */
export const photoAudiences = ['public', 'private', 'on_request'] as const;

/** Since the photo was added. */
export const photoAges = ['under_day', 'over_day', 'over_week', 'over_month'] as const;

export const photoSorts = ['newest', 'oldest', 'decided'] as const;

/** The filters of the list, its file and its bulk act, by their query parameters. */
export const photoFilters = {
  status: optional(oneOf(photoStatuses)),
  audience: optional(oneOf(photoAudiences)),
  flag: optional(oneOf(photoFlags)),
  reason: optional(oneOf(refusalReasons)),
  site: optional(text(253)),
  age: optional(oneOf(photoAges)),
  member: optional(Type.String({ pattern: '^\\d{1,15}$', description: 'Number of the member' })),
};

export const photoListColumns = [
  'photo',
  'member',
  'status',
  'audience',
  'flags',
  'reason',
  'site',
  'added',
  'decided',
  'decided_by',
  'id',
] as const;
export type PhotoListColumn = (typeof photoListColumns)[number];

const listedPhoto = object({
  id,
  member: id,
  name: Type.String(),
  site: nullable(Type.String({ description: 'Host of the site; * is the default site' })),
  thumb_filename: nullable(
    Type.String({ description: 'Null for a picture refused as one of somebody under age' }),
  ),
  status: oneOf(photoStatuses),
  audience: oneOf(photoAudiences),
  flags: list(oneOf(photoFlags)),
  reason: nullable(Type.String({ description: 'Why it was refused' })),
  created_at: instant,
  decided_at: nullable(instant),
  decided_by: nullable(Type.String({ description: 'Name of the operator' })),
});

export type ListedPhoto = Static<typeof listedPhoto>;

const filtersInQuery = Object.keys(photoFilters).map((name) => `query.${name}`);
const sorted = { ...photoFilters, sort: optional(oneOf(photoSorts)) };

export const photoListCalls = {
  adminPhotoList: {
    method: 'GET',
    path: '/api/admin/photo-list',
    scope: 'listed',
    bySite: true,
    access: 'operator',
    reads: true,
    summary: 'Photos of profiles by filters, also decided ones; the newest first',
    roles: ['moderator'],
    audit: { act: 'photo.list', each: 'reply.photos', member: 'member', object: 'id' },
    query: Type.Object({ ...sorted, cursor: optional(cursor) }),
    status: 200,
    reply: object({ photos: list(listedPhoto), next: nullable(Type.String()) }),
  },
  adminPhotosFile: {
    method: 'GET',
    path: '/api/admin/photos-file',
    scope: 'listed',
    bySite: true,
    access: 'operator',
    reads: true,
    stepUp: true,
    summary: 'The filtered list of photos as CSV, without the pictures and names of members',
    roles: ['moderator'],
    audit: {
      act: 'photo.export',
      isExport: true,
      details: [...filtersInQuery, 'query.sort', 'query.columns'],
    },
    query: Type.Object({ ...sorted, columns: listColumns }),
    streams: true,
    status: 200,
    reply: Type.Any(),
  },
} as const satisfies Record<string, Call>;
