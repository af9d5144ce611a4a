import { Type } from 'typebox';
import type { Call } from './call.ts';
import { object, ok } from './schema.ts';

/** Calls that the composition root handles (server/readiness.ts, server/client-errors.ts). */
export const serverCalls = {
  health: {
    method: 'GET',
    path: '/api/health.php',
    access: 'public',
    summary: 'Whether the site is ready',
    status: 200,
    reply: Type.Object({
      status: Type.String({
        description: '`ok`, or `jobs_stand_still` while background jobs wait and none is taken',
      }),
      version: Type.Optional(Type.String({ description: 'This and the following: to this machine only' })),
      release: Type.Optional(Type.String()),
      database: Type.Optional(Type.String()),
    }),
  },
  clientError: {
    method: 'POST',
    path: '/api/client-error.php',
    access: 'public',
    summary:
      'Report an error of a page to the log of the site: the position in the code, never what a member was doing',
    limits: [{ name: 'client-error', points: 10, seconds: 600, by: 'address' }],
    body: object({
      name: Type.String({ maxLength: 100 }),
      message: Type.String({ maxLength: 500 }),
      stack: Type.String({ maxLength: 8000 }),
      path: Type.String({ maxLength: 500 }),
    }),
    status: 202,
    reply: ok,
  },
} as const satisfies Record<string, Call>;
