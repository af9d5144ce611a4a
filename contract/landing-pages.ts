import { type Static, Type } from 'typebox';
import type { Call } from './call.ts';
import { landingDesignNames } from './lists/landing-designs.ts';
import { locales } from './lists/locales.ts';
import { profileCard } from './profiles.ts';
import { landingOffers, moods } from './rules/landing-rules.ts';
import { count, id, list, nullable, object, oneOf, optional, text } from './schema.ts';
import { seen, where } from './texts.ts';

const editor = { access: 'operator', roles: ['editor'] } as const;

const slug = Type.String({ pattern: '^([a-z]{2,12}-)?[0-9]{1,4}$' });

const slugTexts = {
  headline: text(120, 1),
  lead: text(300, 1),
  button: text(40, 1),
  imagery: nullable(oneOf(moods)),
  offer: nullable(oneOf(landingOffers)),
};

export const slugContent = object(slugTexts);

export type SlugTexts = Static<typeof slugContent>;

export const landing = object({
  lander: oneOf(landingDesignNames),
  /** The niche's default slug if the URL names no known one. */
  slug: Type.String(),
  niche: Type.Integer({ minimum: 1, maximum: 7 }),
  headline: Type.String(),
  lead: Type.String(),
  button: Type.String(),
  imagery: oneOf(moods),
  offer: oneOf(landingOffers),
  /** The member in the URL, if that member agreed to appear on landing pages. */
  profile: nullable(profileCard),
  percentage: optional(count),
  /** The page differs between visitors, so that it must not be cached. */
  tested: optional(Type.Boolean()),
});

export type Landing = Static<typeof landing>;

export const landingPagesCalls = {
  adminSlugs: {
    method: 'GET',
    path: '/api/admin/landing-slugs',
    scope: [{ of: 'named_site', at: 'query.host' }],
    ...editor,
    reads: true,
    summary: 'Landing slugs of a site in a language: the standard ones, and those that operators wrote',
    audit: { act: 'landing_slug.list' },
    query: Type.Object({ ...where, cursor: optional(slug) }),
    status: 200,
    reply: object({
      /** Standard slugs. Only the first page of the list has them. */
      standard: list(object({ slug: Type.String(), ...slugTexts, seen })),
      own: list(object({ slug: Type.String(), ...slugTexts, seen })),
      next: nullable(Type.String()),
    }),
  },
  adminWriteSlug: {
    method: 'PUT',
    path: '/api/admin/landing-slugs',
    scope: [{ of: 'named_site', at: 'body.host' }],
    ...editor,
    summary: 'Write the texts, imagery and offer of a landing slug; visitors see them at once',
    audit: { act: 'landing_slug.write', object: 'body.slug' },
    body: object({ slug, ...where, ...slugTexts, seen }),
    status: 200,
    reply: object({ seen }),
  },
  adminDropSlug: {
    method: 'DELETE',
    path: '/api/admin/landing-slugs',
    scope: [{ of: 'named_site', at: 'body.host' }],
    ...editor,
    summary: 'Delete the texts of a landing slug, which restores the standard ones',
    audit: { act: 'landing_slug.drop', object: 'body.slug' },
    body: object({ slug, ...where, seen }),
    status: 200,
    reply: object({ seen }),
  },
  landing: {
    method: 'GET',
    path: '/api/landing.php',
    access: 'public',
    summary: 'Content of a landing page',
    // Mobile carriers put hundreds of phones behind one address, and a campaign brings them within minutes.
    limits: [{ name: 'landing pages', points: 3000, seconds: 600, by: 'address' }],
    query: Type.Object({
      lander: oneOf(landingDesignNames),
      slug: optional(text(40)),
      profile: optional(id),
      language: optional(oneOf(locales)),
      /** The page without experiments. */
      usual: optional(Type.Boolean()),
    }),
    status: 200,
    reply: landing,
  },
  towns: {
    method: 'GET',
    path: '/api/towns.php',
    access: 'public',
    summary: 'A map of the towns of a country, from the gazetteer. It shows no locations of members',
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
} as const satisfies Record<string, Call>;
