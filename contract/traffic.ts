import { Type } from 'typebox';
import type { Call, RateLimit } from './call.ts';
import { trafficFields, type TrafficField } from './rules/traffic-rules.ts';
import { count, list, nothing, object, optional, text } from './schema.ts';

export const tracking = object({
  network: optional(text(trafficFields.network)),
  ref: optional(text(trafficFields.ref)),
  sub1: optional(text(trafficFields.sub1)),
  sub2: optional(text(trafficFields.sub2)),
  sub3: optional(text(trafficFields.sub3)),
} satisfies Record<TrafficField, unknown>);

export const partnerDay = object({
  day: Type.String(),
  opened: count,
  signups: count,
  activations: count,
  first_purchases: count,
  payout: Type.String(),
});

/**
 * A page view sends two beacons. Browsers ignore replies to beacons, so visits over the limit are dropped
 * instead of rejected.
 */
const visitLimit = {
  name: 'page visits',
  points: 600,
  seconds: 600,
  by: 'address',
  field: 'lander',
  lenient: true,
} as const satisfies RateLimit;

export const trafficCalls = {
  tracking: {
    method: 'POST',
    path: '/api/tracking.php',
    access: 'public',
    summary:
      'Beacon: a landing page was opened (query `lb`), and whether the browser may store its traffic source',
    limits: [visitLimit],
    body: object({
      ...tracking.properties,
      lander: optional(text(100)),
      slug: optional(text(100)),
      remember: optional(Type.Boolean()),
    }),
    status: 204,
    reply: nothing,
  },
  pageHidden: {
    method: 'POST',
    path: '/api/page-hidden.php',
    access: 'public',
    summary: 'Beacon: a page was hidden, and how long a landing page (query `lb`) was viewed',
    limits: [visitLimit],
    body: Type.Object({
      lander: optional(text(100)),
      slug: optional(text(100)),
      network: optional(text(100)),
      seconds: optional(Type.Number({ minimum: 0 })),
    }),
    status: 204,
    reply: nothing,
  },
  partner: {
    method: 'GET',
    path: '/api/partner.php',
    access: 'public',
    summary: "A partner's own figures, by the token of its address",
    // The token is too long to guess; the limit protects the database.
    limits: [{ name: 'partner figures', points: 60, seconds: 600, by: 'address' }],
    query: Type.Object({ token: text(100, 20) }),
    status: 200,
    reply: object({
      name: Type.String(),
      key: Type.String(),
      currency: Type.String(),
      days: list(partnerDay),
      total: partnerDay,
      postbacks: object({ waiting: count, sent: count, given_up: count }),
    }),
  },
} as const satisfies Record<string, Call>;
