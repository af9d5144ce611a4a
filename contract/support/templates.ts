import { Type, type Static } from 'typebox';
import type { Call } from '../call.ts';
import { locales } from '../lists/locales.ts';
import { SUPPORT_SUBJECT, SUPPORT_TEXT } from '../rules/support-rules.ts';
import { list, object, ok, oneOf, optional, text, uuid } from '../schema.ts';

const template = object({
  id: uuid,
  language: oneOf(locales),
  title: Type.String(),
  text: Type.String(),
  active: Type.Boolean(),
});

export type SupportTemplate = Static<typeof template>;

const support = { access: 'operator', roles: ['support'] } as const;

export const supportTemplateCalls = {
  supportTemplates: {
    method: 'GET',
    path: '/api/admin/support-templates',
    scope: 'shared',
    ...support,
    reads: true,
    summary: 'Prepared answers by title, including retired ones; with a language only those in it',
    audit: { act: 'support_template.list' },
    query: Type.Object({ language: optional(oneOf(locales)) }),
    status: 200,
    reply: object({ templates: list(template) }),
  },
  saveSupportTemplate: {
    method: 'PUT',
    path: '/api/admin/support-templates',
    scope: 'installation',
    ...support,
    summary: 'Add or change a prepared answer. Unknown placeholders are refused',
    audit: { act: 'support_template.save', object: 'body.id' },
    body: object({
      id: uuid,
      language: oneOf(locales),
      title: text(SUPPORT_SUBJECT),
      text: text(SUPPORT_TEXT),
      active: Type.Boolean(),
    }),
    status: 200,
    reply: ok,
  },
} as const satisfies Record<string, Call>;
