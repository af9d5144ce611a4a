import { Type, type Static } from 'typebox';
import type { Call } from '../call.ts';
import { landers, landingOffers, moods } from '../rules/landing-rules.ts';
import { profileCard } from '../profiles.ts';
import { count, id, instant, list, nothing, nullable, object, oneOf, optional, text, tracking } from '../schema.ts';
import { locales } from '../lists/locales.ts';

/** What one landing page shows: the texts, imagery and offer of its slug, and of whom it speaks. */
export const landing = object({
  lander: oneOf(landers),
  /** The niche's default where the address named none that is known. */
  slug: Type.String(),
  niche: Type.Integer({ minimum: 1, maximum: 7 }),
  headline: Type.String(),
  lead: Type.String(),
  button: Type.String(),
  imagery: oneOf(moods),
  offer: oneOf(landingOffers),
  /** The member of the address, who agreed to be shown here; null where nobody did. */
  profile: nullable(profileCard),
  /** The welcome discount, per cent, where the offer speaks of it. */
  percentage: optional(count),
});
export type Landing = Static<typeof landing>;

export const partnerDay = object({
  day: Type.String(),
  opened: count,
  signups: count,
  activations: count,
  first_purchases: count,
  payout: Type.String(),
});

/** What visitors and partners ask: landing pages, the texts of static pages, tracking, partners' figures. */
export const visitorCalls = {
  landing: {
    method: 'GET',
    path: '/api/landing.php',
    access: 'public',
    summary: 'What a landing page shows',
    query: Type.Object({ lander: oneOf(landers), slug: optional(text(40)), profile: optional(id), language: optional(oneOf(locales)) }),
    status: 200,
    reply: landing,
  },
  towns: {
    method: 'GET',
    path: '/api/towns.php',
    access: 'public',
    summary: 'The towns of a country as a map, from the gazetteer; never where a member is',
    query: Type.Object({ country: optional(text(2)) }),
    status: 200,
    reply: object({
      country: Type.String(),
      width: count,
      height: count,
      dots: list(object({ radius: Type.Number(), path: Type.String() })),
      towns: list(object({ name: Type.String(), region: Type.String(), x: Type.Number(), y: Type.Number() })),
    }),
  },
  staticPage: {
    method: 'GET',
    path: '/api/page.php',
    access: 'public',
    summary: 'A static page, rendered',
    query: Type.Object({ token: text(60), language: optional(oneOf(locales)) }),
    status: 200,
    reply: object({
      token: Type.String(),
      title: Type.String(),
      intro: nullable(Type.String()),
      html: Type.String(),
      sections: list(object({ anchor: Type.String(), title: Type.String() })),
      updated_at: nullable(instant),
    }),
  },
  tracking: {
    method: 'POST',
    path: '/api/tracking.php',
    access: 'public',
    summary: 'A landing page was opened (query `lb`); whether the browser may remember where its visitor came from',
    body: object({ ...tracking.properties, lander: optional(text(100)), slug: optional(text(100)), remember: optional(Type.Boolean()) }),
    status: 204,
    reply: nothing,
  },
  pageHidden: {
    method: 'POST',
    path: '/api/page-hidden.php',
    access: 'public',
    summary: 'Beacon: the page was hidden; a landing page with `lb` says how long it was looked at',
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
