import { Type, type Static } from 'typebox';
import type { Call } from '../call.ts';
import { countryCodes } from '../lists/countries.ts';
import { genders } from '../enums.ts';
import { landingOffers, moods } from '../rules/landing-rules.ts';
import { locales } from '../lists/locales.ts';
import { count, cursor, id, instant, list, nullable, object, ok, oneOf, optional, text, uuid } from '../schema.ts';

/** The kinds of texts whose every change is kept. */
export const textKinds = ['page', 'landing_slug', 'mail'] as const;
export type TextKind = (typeof textKinds)[number];

const editor = { access: 'operator', roles: ['editor'] } as const;

/** Of a site by its host name; `*` holds for every site. */
const host = Type.String({ maxLength: 253, pattern: '^(\\*|[a-z0-9.-]+)$' });
const language = oneOf(locales);
const token = Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,59}$' });
const slug = Type.String({ pattern: '^([a-z]{2,12}-)?[0-9]{1,4}$' });
/** A mail's name. */
const template = Type.String({ pattern: '^[a-z-]{1,40}$' });
/**
 * The newest version that the operator has seen, null for none: a text that somebody else changed meanwhile is refused as
 * `conflict` and not overwritten.
 */
const seen = nullable(id);
/** How long a page's Markdown may be. */
export const PAGE_LENGTH = 60_000;

/** Which text: of a site, in a language. */
const where = { host, language };

const slugTexts = {
  headline: text(120, 1),
  lead: text(300, 1),
  button: text(40, 1),
  imagery: nullable(oneOf(moods)),
  offer: nullable(oneOf(landingOffers)),
};
export const slugContent = object(slugTexts);
export type SlugTexts = Static<typeof slugContent>;

/** One version of a text. `content` is null where it was taken away and the standard one stood again. */
const textVersion = object({
  id,
  at: instant,
  operator: nullable(object({ id, name: nullable(Type.String()) })),
  content: nullable(Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()]))),
});
export type TextVersion = Static<typeof textVersion>;

/** A page as visitors read it. */
const renderedPage = object({
  title: Type.String(),
  intro: nullable(Type.String()),
  html: Type.String(),
  sections: list(object({ anchor: Type.String(), title: Type.String() })),
});

export const announcementTypes = ['news', 'promotions'] as const;
export type AnnouncementType = (typeof announcementTypes)[number];

/** What is announced, in one language: paragraphs are parted by an empty line. */
const announcementText = object({
  subject: text(120, 1),
  text: text(4000, 1),
  action: optional(object({ label: text(40, 1), path: Type.String({ maxLength: 200, pattern: '^/(?![/\\\\])' }) })),
});
export type AnnouncementWords = Static<typeof announcementText>;

/** The audience; an absent field is no condition. */
const audience = object({
  languages: optional(list(language, { maxItems: 11 })),
  countries: optional(list(oneOf(countryCodes), { maxItems: 40 })),
  gender: optional(oneOf(genders)),
  /** Premium members, or those who are not. */
  premium: optional(Type.Boolean()),
  /** Seen within this many days. */
  active_days: optional(Type.Integer({ minimum: 1, maximum: 3650 })),
  hosts: optional(list(host, { maxItems: 50 })),
});
export type AnnouncementAudience = Static<typeof audience>;

const announced = object({
  id,
  type: oneOf(announcementTypes),
  texts: Type.Record(Type.String(), announcementText),
  audience,
  starts_at: instant,
  status: oneOf(['scheduled', 'sending', 'sent', 'cancelled']),
  /** Members it was meant for when it began; null before. */
  meant: nullable(count),
  /** Members told so far, and how many of them by mail and by push. */
  sent: count,
  mailed: count,
  pushed: count,
  /** Members who are not told any more: they left, switched it off, or were at their caps for too long. */
  dropped: count,
  operator: nullable(object({ id, name: nullable(Type.String()) })),
});
export type Announced = Static<typeof announced>;

const announcement = {
  type: oneOf(announcementTypes),
  texts: Type.Partial(
    object(Object.fromEntries(locales.map((locale) => [locale, announcementText])) as Record<(typeof locales)[number], typeof announcementText>),
  ),
  audience,
};

/** A mail for looking at: with an operator's words that are not saved yet, or an announcement's. */
const mailAsked = {
  template,
  ...where,
  texts: optional(Type.Record(Type.String({ maxLength: 60 }), text(2000))),
  announcement: optional(announcementText),
};

/** What operators write: static pages, landing slugs, mails and announcements. */
export const textDeskCalls = {
  adminTextSites: {
    method: 'GET',
    path: '/api/admin/text-sites.php',
    ...editor,
    summary: 'The sites that texts are written for, with their languages; the first is `*`, which holds for every site',
    audit: { act: 'text_sites.look' },
    status: 200,
    reply: object({ sites: list(object({ host: Type.String(), name: Type.String(), origin: Type.String(), language, languages: list(language) })) }),
  },
  adminTextVersions: {
    method: 'GET',
    path: '/api/admin/text-versions.php',
    ...editor,
    summary: 'Every version of a text, newest first: who, when, what',
    audit: { act: 'text_versions.look', object: 'query.name' },
    query: Type.Object({ kind: oneOf(textKinds), name: text(60, 1), ...where, cursor: optional(cursor) }),
    status: 200,
    reply: object({ versions: list(textVersion), next: nullable(Type.String()) }),
  },
  adminPages: {
    method: 'GET',
    path: '/api/admin/pages.php',
    ...editor,
    summary: 'The static pages: those that come with the software, and those that operators wrote',
    audit: { act: 'page.list' },
    status: 200,
    reply: object({
      pages: list(
        object({ token, standard: Type.Boolean(), texts: list(object({ host: Type.String(), language, title: Type.String(), updated_at: instant })) }),
      ),
    }),
  },
  adminPage: {
    method: 'GET',
    path: '/api/admin/page.php',
    ...editor,
    summary: "A static page's text of a site in a language: the operator's own, and what stands where there is none",
    audit: { act: 'page.look', object: 'query.token' },
    query: Type.Object({ token, ...where }),
    status: 200,
    reply: object({
      token,
      /** Of this site and language; null where nobody wrote one. */
      own: nullable(Type.String()),
      /** What visitors read where there is no own one: a text for every site, or the standard one; null where the page is not there. */
      inherited: nullable(Type.String()),
      seen,
      /** The version of the terms: a date. */
      terms_date: instant,
    }),
  },
  adminPagePreview: {
    method: 'POST',
    path: '/api/admin/page-preview.php',
    ...editor,
    summary: 'A text as the page would show it, with the words of the site filled in',
    audit: { act: 'page.preview', object: 'body.token', repeats: true },
    body: object({ token, ...where, body: text(PAGE_LENGTH) }),
    status: 200,
    reply: renderedPage,
  },
  adminWritePage: {
    method: 'PUT',
    path: '/api/admin/page.php',
    ...editor,
    summary: 'Write a static page; it shows at once',
    audit: { act: 'page.write', object: 'body.token' },
    body: object({ token, ...where, body: text(PAGE_LENGTH, 1), seen }),
    status: 200,
    reply: object({ seen }),
  },
  adminDropPage: {
    method: 'DELETE',
    path: '/api/admin/page.php',
    ...editor,
    summary: 'Take an own page away; the standard one stands again where there is one',
    audit: { act: 'page.drop', object: 'body.token' },
    body: object({ token, ...where, seen }),
    status: 200,
    reply: object({ seen }),
  },
  adminSlugs: {
    method: 'GET',
    path: '/api/admin/landing-slugs.php',
    ...editor,
    summary: 'The landing slugs of a site in a language: those that come with the software, and those that operators wrote',
    audit: { act: 'landing_slug.list' },
    query: Type.Object({ ...where, cursor: optional(slug) }),
    status: 200,
    reply: object({
      /** What comes with the software; on the first page of the list only. */
      standard: list(object({ slug: Type.String(), ...slugTexts, seen })),
      own: list(object({ slug: Type.String(), ...slugTexts, seen })),
      next: nullable(Type.String()),
    }),
  },
  adminWriteSlug: {
    method: 'PUT',
    path: '/api/admin/landing-slugs.php',
    ...editor,
    summary: 'Write the texts, imagery and offer of a landing slug; they show at once',
    audit: { act: 'landing_slug.write', object: 'body.slug' },
    body: object({ slug, ...where, ...slugTexts, seen }),
    status: 200,
    reply: object({ seen }),
  },
  adminDropSlug: {
    method: 'DELETE',
    path: '/api/admin/landing-slugs.php',
    ...editor,
    summary: 'Take away what was written for a landing slug',
    audit: { act: 'landing_slug.drop', object: 'body.slug' },
    body: object({ slug, ...where, seen }),
    status: 200,
    reply: object({ seen }),
  },
  adminMails: {
    method: 'GET',
    path: '/api/admin/mails.php',
    ...editor,
    summary: 'Every mail that the site sends, and where operators gave it words of their own',
    audit: { act: 'mail.list' },
    status: 200,
    reply: object({ mails: list(object({ template, type: nullable(Type.String()), own: list(object({ host: Type.String(), language })) })) }),
  },
  adminMail: {
    method: 'GET',
    path: '/api/admin/mail.php',
    ...editor,
    summary: "A mail's words: the standard ones, and the operator's own",
    audit: { act: 'mail.look', object: 'query.template' },
    query: Type.Object({ template, ...where }),
    status: 200,
    reply: object({
      fields: list(object({ key: Type.String(), standard: Type.String(), own: nullable(Type.String()) })),
      seen,
    }),
  },
  adminWriteMail: {
    method: 'PUT',
    path: '/api/admin/mail.php',
    ...editor,
    summary: "Give a mail words of one's own; an empty text takes the standard one back",
    audit: { act: 'mail.write', object: 'body.template' },
    body: object({ template, ...where, texts: Type.Record(Type.String({ maxLength: 60 }), text(2000)), seen }),
    status: 200,
    reply: object({ seen }),
  },
  adminMailPreview: {
    method: 'POST',
    path: '/api/admin/mail-preview.php',
    ...editor,
    summary: 'A mail about nobody real, as it would arrive',
    audit: { act: 'mail.preview', object: 'body.template', repeats: true },
    body: object(mailAsked),
    status: 200,
    reply: object({ subject: Type.String(), html: Type.String(), text: Type.String() }),
  },
  adminMailTest: {
    method: 'POST',
    path: '/api/admin/mail-test.php',
    ...editor,
    summary: "Send a mail about nobody real to the operator's own address, with the words that are saved",
    limits: [{ name: 'test mails', points: 30, seconds: 3600, by: 'member' }],
    audit: { act: 'mail.test', object: 'body.template' },
    body: object({ template, ...where, announcement: optional(announcementText) }),
    status: 200,
    reply: object({ email: Type.String() }),
  },
  adminAnnouncements: {
    method: 'GET',
    path: '/api/admin/announcements.php',
    ...editor,
    summary: 'Announcements, newest first',
    audit: { act: 'announcement.list' },
    query: Type.Object({ cursor: optional(cursor) }),
    status: 200,
    reply: object({ announcements: list(announced), next: nullable(Type.String()) }),
  },
  adminAudienceSize: {
    method: 'POST',
    path: '/api/admin/audience-size.php',
    ...editor,
    summary: 'How many an announcement would reach, by language',
    audit: { act: 'announcement.count', repeats: true },
    body: object(announcement),
    status: 200,
    reply: object({ members: count, languages: list(object({ language, members: count })) }),
  },
  adminAnnounce: {
    method: 'POST',
    path: '/api/admin/announcements.php',
    ...editor,
    summary: 'Announce something to an audience, now or at a time',
    audit: { act: 'announcement.send' },
    body: object({ client_id: uuid, ...announcement, starts_at: optional(instant) }),
    status: 201,
    reply: object({ id }),
  },
  adminCancelAnnouncement: {
    method: 'DELETE',
    path: '/api/admin/announcements.php',
    ...editor,
    summary: 'Stop an announcement that is not through: whom it has not reached yet is not told',
    audit: { act: 'announcement.cancel', object: 'body.id' },
    body: object({ id }),
    status: 200,
    reply: ok,
  },
} as const satisfies Record<string, Call>;
