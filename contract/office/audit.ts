import { type Static, Type } from 'typebox';
import type { Call } from '../call.ts';
import { id, instant, list, nullable, object, optional, text } from '../schema.ts';

export const auditLine = object({
  id,
  at: instant,
  operator: object({ id, name: nullable(Type.String()) }),
  act: Type.String(),
  member: nullable(object({ id, name: nullable(Type.String()) })),
  object: nullable(Type.String()),
  /** The site that the entry concerns; null for the installation, and for entries from before scopes. */
  site: nullable(Type.String()),
  details: Type.String({ description: 'JSON' }),
});

export type AuditLine = Static<typeof auditLine>;

export const auditQuery = {
  operator: optional(id),
  member: optional(id),
  act: optional(text(60)),
  from: optional(Type.String({ format: 'date' })),
  to: optional(Type.String({ format: 'date' })),
};

export const auditCalls = {
  adminAudit: {
    method: 'GET',
    path: '/api/admin/audit',
    scope: 'listed',
    bySite: true,
    access: 'operator',
    reads: true,
    summary: 'The audit log, newest first',
    roles: [],
    audit: { act: 'audit.look' },
    query: Type.Object({ ...auditQuery, cursor: optional(text(200)) }),
    status: 200,
    reply: object({ lines: list(auditLine), next: nullable(Type.String()) }),
  },
  adminAuditFile: {
    method: 'GET',
    path: '/api/admin/audit-file',
    scope: 'listed',
    bySite: true,
    access: 'operator',
    reads: true,
    stepUp: true,
    summary: 'The audit log as CSV',
    roles: [],
    audit: {
      act: 'audit.export',
      isExport: true,
      details: ['query.operator', 'query.member', 'query.act', 'query.from', 'query.to'],
    },
    query: Type.Object(auditQuery),
    streams: true,
    status: 200,
    reply: Type.Any(),
  },
} as const satisfies Record<string, Call>;
