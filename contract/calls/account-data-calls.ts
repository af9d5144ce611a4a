import { Type, type Static } from 'typebox';
import type { Call } from '../call.ts';
import { count, instant, nullable, object, ok, oneOf } from '../schema.ts';

const dataExport = object({
  state: oneOf(['waiting', 'ready', 'failed'], { description: 'A failed one can be asked for again' }),
  asked_at: instant,
  /** Of the ZIP. */
  bytes: count,
  expires_at: nullable(instant),
});
export type DataExport = Static<typeof dataExport>;

/** The copy of what the site keeps of a member. */
export const accountDataCalls = {
  askExport: {
    method: 'POST',
    path: '/api/user-export.php',
    access: 'member',
    summary: 'Have a copy of all my data made; a mail says when it is there',
    limits: [{ name: 'export', points: 5, seconds: 86_400, by: 'member' }],
    status: 202,
    reply: ok,
  },
  exportState: {
    method: 'GET',
    path: '/api/user-export-state.php',
    access: 'member',
    summary: 'The copy of my data that I asked for: being made, or there until when',
    status: 200,
    reply: object({ export: nullable(dataExport) }),
  },
  userExport: {
    method: 'GET',
    path: '/api/user-export.php',
    access: 'member',
    summary: 'The copy of my data that was made, as a ZIP',
    limits: [{ name: 'export-download', points: 20, seconds: 86_400, by: 'member' }],
    streams: true,
    status: 200,
    reply: Type.Any(),
  },
} as const satisfies Record<string, Call>;
