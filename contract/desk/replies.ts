import { type Static, Type } from 'typebox';
import type { Call } from '../call.ts';
import { locales } from '../lists/locales.ts';
import { REPLY_SHORTCUT, REPLY_TEXT } from '../rules/desk-rules.ts';
import { list, object, ok, oneOf, optional, text, uuid } from '../schema.ts';

const deskReply = object({
  id: uuid,
  language: oneOf(locales),
  /** Typed after a slash in the composer. */
  shortcut: Type.String(),
  text: Type.String(),
  active: Type.Boolean(),
  /** Offered to all writers, not only to the one who wrote it. */
  shared: Type.Boolean(),
});

export type DeskReply = Static<typeof deskReply>;

const body = object({
  id: uuid,
  language: oneOf(locales),
  shortcut: text(REPLY_SHORTCUT),
  text: text(REPLY_TEXT),
  active: Type.Boolean(),
});

export const deskReplyCalls = {
  deskReplies: {
    method: 'GET',
    path: '/api/admin/desk-replies',
    scope: 'shared',
    access: 'operator',
    roles: ['writer', 'supervisor'],
    audit: { act: 'desk_reply.list' },
    summary:
      'Canned replies, one’s own and those that all writers share, by shortcut; including retired ones',
    query: Type.Object({ language: optional(oneOf(locales)) }),
    status: 200,
    reply: object({ replies: list(deskReply) }),
  },
  saveDeskReply: {
    method: 'PUT',
    path: '/api/admin/desk-replies',
    scope: 'own',
    access: 'operator',
    roles: ['writer', 'supervisor'],
    audit: { act: 'desk_reply.save', object: 'body.id' },
    summary: 'Add or change one’s own canned reply. Unknown placeholders are refused by name',
    body,
    status: 200,
    reply: ok,
  },
  saveSharedDeskReply: {
    method: 'PUT',
    path: '/api/admin/desk-shared-replies',
    scope: 'installation',
    access: 'operator',
    roles: ['supervisor'],
    audit: { act: 'desk_reply.save_shared', object: 'body.id' },
    summary: 'Add or change a canned reply that all writers share. Unknown placeholders are refused by name',
    body,
    status: 200,
    reply: ok,
  },
} as const satisfies Record<string, Call>;
