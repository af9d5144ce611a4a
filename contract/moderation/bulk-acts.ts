import { type Static, Type } from 'typebox';
import type { Call } from '../call.ts';
import { memberFilters } from '../office/member-list.ts';
import { photoFilters } from '../photos/photo-list.ts';
import { bulkRefusals } from '../photos/refusal-reasons.ts';
import { accountMeasures, contentGrounds } from '../rules/measure-rules.ts';
import { id, list, nullable, object, oneOf, optional, uuid } from '../schema.ts';
import { complaintFilters } from './complaint-list.ts';
import { complaintCalls } from './complaints.ts';
import { measureRequest } from './measures.ts';

/** Members, complaints or photos that one bulk act may concern. */
export const BULK_ROWS = 100;

/**
 * What every bulk act has: its own id, with which a repeat does only what has not been done; the members; and the
 * filters of the list they were chosen from, for the audit log.
 */
export const bulkAct = {
  id: uuid,
  members: Type.Array(id, { minItems: 1, maxItems: BULK_ROWS, uniqueItems: true }),
  filters: object(memberFilters),
};

export const bulkOutcome = object({
  member: id,
  done: Type.Boolean(),
  error: nullable(Type.String({ description: 'The code of the error, as of the call for one member' })),
});

export type BulkOutcome = Static<typeof bulkOutcome>;

const decidedComplaint = object({
  complaint: id,
  done: Type.Boolean(),
  error: nullable(Type.String({ description: 'The code of the error, as of the call for one complaint' })),
});

export type DecidedComplaint = Static<typeof decidedComplaint>;

const decidedPhoto = object({
  photo: id,
  done: Type.Boolean(),
  error: nullable(Type.String({ description: 'The code of the error, as of the call for one photo' })),
});

export type DecidedPhoto = Static<typeof decidedPhoto>;

// That a report was unfounded counts against its sender, so it is said of each report by itself.
const { id: _id, unfounded: _unfounded, ...decision } = complaintCalls.decideComplaint.body.properties;

const { member: _member, kind: _kind, ground: _ground, ...reasons } = measureRequest.properties;

export const bulkCalls = {
  takeMeasures: {
    method: 'POST',
    path: '/api/admin/measures',
    scope: [{ of: 'member', at: 'body.members' }],
    access: 'operator',
    stepUp: true,
    summary: 'Take the same measure against several members, each of whom gets the reasons and can appeal',
    roles: ['moderator'],
    audit: { act: 'measure.bulk', object: 'body.id', details: ['body.kind', 'body.ground'] },
    body: object({ ...bulkAct, kind: oneOf(accountMeasures), ground: oneOf(contentGrounds), ...reasons }),
    status: 200,
    reply: object({ outcomes: list(bulkOutcome) }),
  },
  decideComplaints: {
    method: 'PUT',
    path: '/api/admin/complaints',
    scope: [{ of: 'complaint', at: 'body.complaints' }],
    access: 'operator',
    stepUp: true,
    summary: 'Decide several complaints the same way; each reporter is notified',
    roles: ['moderator', 'support'],
    audit: { act: 'complaint.bulk', object: 'body.id', details: ['body.outcome', 'body.ground'] },
    body: object({
      id: uuid,
      complaints: Type.Array(id, { minItems: 1, maxItems: BULK_ROWS, uniqueItems: true }),
      filters: object(complaintFilters),
      ...decision,
    }),
    status: 200,
    reply: object({ outcomes: list(decidedComplaint) }),
  },
  decidePhotos: {
    method: 'PUT',
    path: '/api/admin/photos',
    scope: [{ of: 'photo', at: 'body.photos' }],
    access: 'operator',
    stepUp: true,
    summary:
      'Decide several photos the same way; each member is notified and can appeal a refusal. Refusals as under age are not among them',
    roles: ['moderator'],
    audit: {
      act: 'photo.bulk',
      object: 'body.id',
      details: ['body.approve', 'body.private', 'body.reason'],
    },
    body: object({
      id: uuid,
      photos: Type.Array(id, { minItems: 1, maxItems: BULK_ROWS, uniqueItems: true }),
      filters: object(photoFilters),
      approve: Type.Boolean(),
      private: optional(Type.Literal(true, { description: 'Approve them for premium members only' })),
      reason: optional(oneOf(bulkRefusals)),
    }),
    status: 200,
    reply: object({ outcomes: list(decidedPhoto) }),
  },
} as const satisfies Record<string, Call>;
