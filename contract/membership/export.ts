import { type Static, Type } from 'typebox';
import type { Call } from '../call.ts';
import { count, instant, nullable, object, ok, oneOf } from '../schema.ts';

const dataExport = object({
  state: oneOf(['waiting', 'ready', 'failed'], { description: 'A failed export can be requested again' }),
  asked_at: instant,
  bytes: count,
  expires_at: nullable(instant),
});

export type DataExport = Static<typeof dataExport>;

export const exportCalls = {
  askExport: {
    method: 'POST',
    path: '/api/user-export.php',
    access: 'member',
    summary: 'Request an export of my data; a mail says when it is ready',
    limits: [{ name: 'export', points: 5, seconds: 86_400, by: 'member' }],
    status: 202,
    reply: ok,
  },
  exportState: {
    method: 'GET',
    path: '/api/user-export-state.php',
    access: 'member',
    summary: 'State of my data export',
    status: 200,
    reply: object({ export: nullable(dataExport) }),
  },
  userExport: {
    method: 'GET',
    path: '/api/user-export.php',
    access: 'member',
    summary: 'Download my data export as a ZIP file',
    limits: [{ name: 'export-download', points: 20, seconds: 86_400, by: 'member' }],
    streams: true,
    status: 200,
    reply: Type.Any(),
  },
} as const satisfies Record<string, Call>;
