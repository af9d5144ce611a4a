import { type Static, Type } from 'typebox';
import type { Call } from './call.ts';
import { locales } from './lists/locales.ts';
import { cursor, id, instant, list, nullable, object, oneOf, optional, text } from './schema.ts';

export const textKinds = ['page', 'landing_slug', 'mail'] as const;

export type TextKind = (typeof textKinds)[number];

const editor = { access: 'operator', roles: ['editor'] } as const;

/** Host name of a site, or `*` for all sites. */
export const host = Type.String({ maxLength: 253, pattern: '^(\\*|[a-z0-9.-]+)$' });

export const language = oneOf(locales);

const template = Type.String({ pattern: '^[a-z-]{1,40}$' });

/**
 * The latest version that the operator has seen, or null. If there is a newer one, a write is rejected with
 * `conflict`.
 */
export const seen = nullable(id);

export const where = { host, language };

/** A version of a text. `content` is null if that version restored the standard text. */
const textVersion = object({
  id,
  at: instant,
  operator: nullable(object({ id, name: nullable(Type.String()) })),
  content: nullable(Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()]))),
});

export type TextVersion = Static<typeof textVersion>;

/** An announcement in one language. An empty line separates paragraphs. */
export const announcementText = object({
  subject: text(120, 1),
  text: text(4000, 1),
  action: optional(
    object({ label: text(40, 1), path: Type.String({ maxLength: 200, pattern: '^/(?![/\\\\])' }) }),
  ),
});

export type AnnouncementWords = Static<typeof announcementText>;

const mailAsked = {
  template,
  ...where,
  texts: optional(Type.Record(Type.String({ maxLength: 60 }), text(2000))),
  announcement: optional(announcementText),
};

export const textsCalls = {
  adminTextSites: {
    method: 'GET',
    path: '/api/admin/text-sites',
    scope: 'listed',
    ...editor,
    reads: true,
    summary: 'Sites that have their own texts, with their languages. The first is `*`, for all sites',
    audit: { act: 'text_sites.look' },
    status: 200,
    reply: object({
      sites: list(
        object({
          host: Type.String(),
          name: Type.String(),
          origin: Type.String(),
          language,
          languages: list(language),
        }),
      ),
    }),
  },
  adminTextVersions: {
    method: 'GET',
    path: '/api/admin/text-versions',
    scope: [{ of: 'named_site', at: 'query.host' }],
    ...editor,
    reads: true,
    summary: 'Versions of a text, newest first',
    audit: { act: 'text_versions.look', object: 'query.name' },
    query: Type.Object({ kind: oneOf(textKinds), name: text(60, 1), ...where, cursor: optional(cursor) }),
    status: 200,
    reply: object({ versions: list(textVersion), next: nullable(Type.String()) }),
  },
  adminMails: {
    method: 'GET',
    path: '/api/admin/mails',
    scope: 'listed',
    ...editor,
    reads: true,
    summary: 'Every mail that the site sends, and the sites and languages that have their own text',
    audit: { act: 'mail.list' },
    status: 200,
    reply: object({
      mails: list(
        object({
          template,
          type: nullable(Type.String()),
          own: list(object({ host: Type.String(), language })),
        }),
      ),
    }),
  },
  adminMail: {
    method: 'GET',
    path: '/api/admin/mail',
    scope: [{ of: 'named_site', at: 'query.host' }],
    ...editor,
    reads: true,
    summary: 'The texts of a mail: the standard ones and the site’s own',
    audit: { act: 'mail.look', object: 'query.template' },
    query: Type.Object({ template, ...where }),
    status: 200,
    reply: object({
      fields: list(object({ key: Type.String(), standard: Type.String(), own: nullable(Type.String()) })),
      /** False for mails about security, unless the operator is an owner. */
      may_write: Type.Boolean(),
      seen,
    }),
  },
  adminWriteMail: {
    method: 'PUT',
    path: '/api/admin/mail',
    scope: [{ of: 'named_site', at: 'body.host' }],
    ...editor,
    summary: 'Write the texts of a mail; an empty one restores the standard text',
    audit: { act: 'mail.write', object: 'body.template' },
    body: object({
      template,
      ...where,
      texts: Type.Record(Type.String({ maxLength: 60 }), text(2000)),
      seen,
    }),
    status: 200,
    reply: object({ seen }),
  },
  adminMailPreview: {
    method: 'POST',
    path: '/api/admin/mail-preview',
    scope: [{ of: 'named_site', at: 'body.host' }],
    ...editor,
    summary: 'Preview a mail with sample data',
    audit: { act: 'mail.preview', object: 'body.template', repeats: true },
    body: object(mailAsked),
    status: 200,
    reply: object({ subject: Type.String(), html: Type.String(), text: Type.String() }),
  },
  adminMailTest: {
    method: 'POST',
    path: '/api/admin/mail-test',
    scope: [{ of: 'named_site', at: 'body.host' }],
    ...editor,
    summary: 'Send a mail with sample data to my own address, with the saved texts or those given',
    limits: [{ name: 'test mails', points: 30, seconds: 3600, by: 'member' }],
    audit: { act: 'mail.test', object: 'body.template' },
    body: object(mailAsked),
    status: 200,
    reply: object({ email: Type.String() }),
  },
} as const satisfies Record<string, Call>;
