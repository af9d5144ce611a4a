import { type Static, Type } from 'typebox';
import type { Call } from '../call.ts';
import { locales } from '../lists/locales.ts';
import { nullable, object, ok, oneOf } from '../schema.ts';
import { livenessProviders, livenessReasons } from './liveness-lists.ts';

/** A member's newest liveness check. */
export const liveness = object({
  state: oneOf(['none', 'open', 'passed', 'failed']),
  provider: oneOf(livenessProviders),
  url: nullable(
    Type.String({ description: 'The provider’s page of an open check; null while it is unavailable' }),
  ),
  reason: nullable(oneOf(livenessReasons)),
});

export type Liveness = Static<typeof liveness>;

export const livenessCalls = {
  beginLiveness: {
    method: 'POST',
    path: '/api/liveness.php',
    access: 'member',
    summary: 'Begin a liveness check, or continue the open one',
    limits: [{ name: 'liveness', points: 5, seconds: 86_400, by: 'member' }],
    body: object({ language: oneOf(locales) }),
    status: 200,
    reply: liveness,
  },
  withdrawLiveness: {
    method: 'DELETE',
    path: '/api/liveness.php',
    access: 'member',
    summary: 'End my open liveness check without a result',
    status: 200,
    reply: liveness,
  },
  livenessNotification: {
    method: 'POST',
    path: '/api/liveness-notification.php',
    access: 'public',
    external: true,
    rawBody: true,
    summary: 'A provider’s notification. It is a hint: the site fetches the result from the provider',
    limits: [{ name: 'liveness notification', points: 600, seconds: 600, by: 'address' }],
    query: Type.Object({ provider: oneOf(livenessProviders) }),
    body: Type.Object({}, { description: 'As the provider sends it' }),
    status: 200,
    reply: ok,
  },
} as const satisfies Record<string, Call>;
