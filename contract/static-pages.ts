import { Type } from 'typebox';
import type { Call } from './call.ts';
import { locales } from './lists/locales.ts';
import { instant, list, nullable, object, oneOf, optional, text } from './schema.ts';
import { language, seen, where } from './texts.ts';

const editor = { access: 'operator', roles: ['editor'] } as const;

const token = Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,59}$' });

export const PAGE_LENGTH = 60_000;

const renderedPage = object({
  title: Type.String(),
  intro: nullable(Type.String()),
  html: Type.String(),
  sections: list(object({ anchor: Type.String(), title: Type.String() })),
});

export const staticPagesCalls = {
  adminPages: {
    method: 'GET',
    path: '/api/admin/pages',
    scope: 'listed',
    ...editor,
    reads: true,
    summary: 'Static pages: the standard ones, and those that operators wrote',
    audit: { act: 'page.list' },
    status: 200,
    reply: object({
      pages: list(
        object({
          token,
          standard: Type.Boolean(),
          texts: list(object({ host: Type.String(), language, title: Type.String(), updated_at: instant })),
        }),
      ),
    }),
  },
  adminPage: {
    method: 'GET',
    path: '/api/admin/page',
    scope: [{ of: 'named_site', at: 'query.host' }],
    ...editor,
    reads: true,
    summary:
      "A static page's text of a site in a language: the operator's own, and the one shown if there is none",
    audit: { act: 'page.look', object: 'query.token' },
    query: Type.Object({ token, ...where }),
    status: 200,
    reply: object({
      token,
      own: nullable(Type.String()),
      /**
       * Text that visitors read if there is none for this site: the text for all sites, or else the standard
       * one; null if there is neither.
       */
      inherited: nullable(Type.String()),
      seen,
      terms_date: instant,
    }),
  },
  adminPagePreview: {
    method: 'POST',
    path: '/api/admin/page-preview',
    scope: [{ of: 'named_site', at: 'body.host' }],
    ...editor,
    summary: 'Preview a text as a page, with the placeholders filled in',
    audit: { act: 'page.preview', object: 'body.token', repeats: true },
    body: object({ token, ...where, body: text(PAGE_LENGTH) }),
    status: 200,
    reply: renderedPage,
  },
  adminWritePage: {
    method: 'PUT',
    path: '/api/admin/page',
    scope: [{ of: 'named_site', at: 'body.host' }],
    ...editor,
    summary: 'Write a static page; visitors see it at once',
    audit: { act: 'page.write', object: 'body.token' },
    body: object({ token, ...where, body: text(PAGE_LENGTH, 1), seen }),
    status: 200,
    reply: object({ seen }),
  },
  adminDropPage: {
    method: 'DELETE',
    path: '/api/admin/page',
    scope: [{ of: 'named_site', at: 'body.host' }],
    ...editor,
    summary: 'Delete the text of a page, which restores the standard one if there is one',
    audit: { act: 'page.drop', object: 'body.token' },
    body: object({ token, ...where, seen }),
    status: 200,
    reply: object({ seen }),
  },
  searchHelp: {
    method: 'GET',
    path: '/api/help.php',
    access: 'public',
    summary:
      'Answers of the help pages that fit some words, the best first; without words the most usual ones',
    query: Type.Object({ find: optional(text(200)), language: optional(oneOf(locales)) }),
    status: 200,
    reply: object({
      answers: list(
        object({ page: Type.String(), anchor: Type.String(), title: Type.String(), html: Type.String() }),
      ),
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
} as const satisfies Record<string, Call>;
