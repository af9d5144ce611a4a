import { type Static, Type } from 'typebox';
import type { Call, RateLimit } from './call.ts';
import { trafficFields, type TrafficField } from './rules/traffic-rules.ts';
import { count, instant, list, money, nothing, nullable, object, ok, optional, text } from './schema.ts';

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

const networkKey = Type.String({ pattern: '^[a-z0-9][a-z0-9_-]{0,59}$' });

/** What the partner is paid for each event; null pays nothing. */
const payouts = object({
  signup: nullable(Type.String()),
  activation: nullable(Type.String()),
  first_purchase: nullable(Type.String()),
});

const network = object({
  key: networkKey,
  name: Type.String(),
  postback_url: nullable(Type.String()),
  payouts,
  currency: Type.String(),
  active: Type.Boolean(),
  created_at: instant,
  /** Conversions of the last 60 days, and the payouts booked for them in each currency. */
  signups: count,
  activations: count,
  first_purchases: count,
  booked: list(money),
  postbacks: object({ waiting: count, sent: count, given_up: count }),
});

export type Network = Static<typeof network>;

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
  lenient: 'Calls over it are answered, but not counted.',
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
  adminPartners: {
    method: 'GET',
    path: '/api/admin/partners',
    scope: 'installation',
    access: 'operator',
    roles: ['finance'],
    reads: true,
    summary: 'Partners that send visitors, with what was booked for them',
    audit: { act: 'partner.list' },
    status: 200,
    reply: object({ partners: list(network) }),
  },
  writePartner: {
    method: 'PUT',
    path: '/api/admin/partners',
    scope: 'installation',
    access: 'operator',
    roles: [],
    stepUp: true,
    summary:
      'Add, change or reopen a partner. A new one, or one with `renew`, gets an address for its figures and a secret, shown only in this reply',
    audit: { act: 'partner.set', object: 'body.key' },
    body: object({
      key: networkKey,
      name: text(100, 1),
      postback_url: nullable(text(500, 8)),
      payouts,
      currency: Type.String({ pattern: '^[A-Z]{3}$' }),
      renew: optional(Type.Boolean()),
      /** Fails if the partner exists, so that a form for a new one changes no other. */
      is_new: optional(Type.Boolean()),
    }),
    status: 200,
    reply: object({ made: nullable(object({ address: Type.String(), secret: Type.String() })) }),
  },
  closePartner: {
    method: 'DELETE',
    path: '/api/admin/partners',
    scope: 'installation',
    access: 'operator',
    roles: [],
    stepUp: true,
    summary: "Close a partner's page and stop its postbacks. What was booked stays",
    audit: { act: 'partner.close', object: 'body.key' },
    body: object({ key: networkKey }),
    status: 200,
    reply: ok,
  },
} as const satisfies Record<string, Call>;
