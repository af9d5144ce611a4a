import { Type } from 'typebox';
import type { Call } from '../call.ts';
import { locales } from '../lists/locales.ts';
import { MOST_CONVERSATIONS } from '../rules/desk-rules.ts';
import { id, list, nullable, object, ok, oneOf, optional } from '../schema.ts';

export const deskAssignmentCalls = {
  deskPresence: {
    method: 'PUT',
    path: '/api/admin/desk-presence',
    scope: 'own',
    access: 'operator',
    roles: ['writer', 'supervisor'],
    audit: { act: 'desk.presence', details: ['body.on'] },
    summary:
      'Set oneself on or away. A writer who is on and has the desk open gets waiting conversations up to their capacity',
    body: object({ on: Type.Boolean() }),
    status: 200,
    reply: object({ assigned: list(id) }),
  },
  deskNext: {
    method: 'POST',
    path: '/api/admin/desk-next',
    scope: 'own',
    access: 'operator',
    roles: ['writer', 'supervisor'],
    audit: { act: 'desk.next', object: 'reply.conversation' },
    summary:
      'Get the next conversation to answer: a held one, else a newly assigned one; null if nobody waits. `after` is the one just answered',
    body: object({ after: optional(id), profile: optional(id), language: optional(oneOf(locales)) }),
    status: 200,
    reply: object({ conversation: nullable(id) }),
  },
  changeDeskWriter: {
    method: 'PUT',
    path: '/api/admin/desk-writers',
    scope: [{ of: 'operator', at: 'body.writer' }],
    access: 'operator',
    roles: ['supervisor'],
    audit: { act: 'desk_writer.change', object: 'body.writer', details: ['body.languages'] },
    summary:
      'Set how many conversations a writer gets at once (null: the site’s setting), and for which members’ languages and which profiles; empty lists mean all',
    body: object({
      writer: id,
      capacity: nullable(Type.Integer({ minimum: 1, maximum: MOST_CONVERSATIONS })),
      languages: list(oneOf(locales), { maxItems: locales.length }),
      profiles: list(id, { maxItems: 200 }),
    }),
    status: 200,
    reply: ok,
  },
} as const satisfies Record<string, Call>;
