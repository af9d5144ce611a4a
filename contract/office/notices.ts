import { type Static, Type } from 'typebox';
import type { Call } from '../call.ts';
import { nullable, object } from '../schema.ts';

const officeNotices = object({
  /** A release of Liaison that is newer than the running one. */
  release: nullable(object({ running: Type.String(), newest: Type.String() })),
  /** A PostgreSQL that lacks a security release. */
  postgres: nullable(
    object({
      running: Type.String(),
      fixed_in: Type.String(),
      fixed_on: Type.String({ format: 'date' }),
      embedded: Type.Boolean(),
    }),
  ),
});

export type OfficeNotices = Static<typeof officeNotices>;

export const noticeCalls = {
  adminNotices: {
    method: 'GET',
    path: '/api/admin/notices',
    scope: 'installation',
    access: 'operator',
    roles: [],
    summary: 'What the owners of the installation should update',
    status: 200,
    reply: officeNotices,
  },
} as const satisfies Record<string, Call>;
