import { type Static, Type } from 'typebox';
import type { Call } from '../call.ts';
import { memberFilters } from '../office/member-list.ts';
import { accountMeasures, contentGrounds } from '../rules/measure-rules.ts';
import { id, list, nullable, object, oneOf, uuid } from '../schema.ts';
import { measureRequest } from './measures.ts';

/** Members that one bulk act may concern. */
export const BULK_MEMBERS = 100;

/**
 * What every bulk act has: its own id, with which a repeat does only what has not been done; the members; and the
 * filters of the list they were chosen from, for the audit log.
 */
export const bulkAct = {
  id: uuid,
  members: Type.Array(id, { minItems: 1, maxItems: BULK_MEMBERS, uniqueItems: true }),
  filters: object(memberFilters),
};

export const bulkOutcome = object({
  member: id,
  done: Type.Boolean(),
  error: nullable(Type.String({ description: 'The code of the error, as of the call for one member' })),
});

export type BulkOutcome = Static<typeof bulkOutcome>;

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
} as const satisfies Record<string, Call>;
