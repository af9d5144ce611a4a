import { Type, type Static } from 'typebox';
import type { Call } from '../call.ts';
import { SUPPORT_SUBJECT, SUPPORT_TEXT } from '../rules/support-rules.ts';
import { id, instant, list, nullable, object, oneOf, optional, page, text, uuid } from '../schema.ts';

/** Status of a thread for the person who asked. */
const ownStatuses = ['open', 'answered', 'closed'] as const;

const ownThread = object({
  id,
  subject: Type.String(),
  status: oneOf(ownStatuses),
  unread: Type.Boolean(),
  updated_at: instant,
});

export type OwnThread = Static<typeof ownThread>;

const openThread = object({
  ...ownThread.properties,
  messages: list(object({ id, by_support: Type.Boolean(), text: Type.String(), created_at: instant })),
});

/** A member names the thread by its number, a visitor by the signed link from the mail. */
const which = { id: optional(id), token: optional(text(300)) };

export const supportThreadCalls = {
  support: {
    method: 'GET',
    path: '/api/support.php',
    access: 'member',
    summary: 'My questions to support, newest first',
    query: page,
    status: 200,
    reply: object({ threads: list(ownThread), next: nullable(Type.String()) }),
  },
  askSupport: {
    method: 'POST',
    path: '/api/support.php',
    access: 'public',
    summary:
      'Ask support a question. A visitor leaves an address, which gets a link to the thread. A repeat with the same `client_id` returns the first thread',
    limits: [
      { name: 'support', points: 20, seconds: 3600, by: 'member' },
      { name: 'support of visitors', points: 5, seconds: 3600, by: 'visitor' },
    ],
    body: object({
      client_id: uuid,
      subject: text(SUPPORT_SUBJECT),
      text: text(SUPPORT_TEXT),
      email: optional(text(320)),
    }),
    status: 201,
    reply: object({ id: nullable(id) }),
  },
  supportThread: {
    method: 'GET',
    path: '/api/support-thread.php',
    access: 'public',
    changesState: true,
    summary: 'A question with its answers, which marks it as read',
    query: Type.Object(which),
    status: 200,
    reply: openThread,
  },
  writeSupport: {
    method: 'POST',
    path: '/api/support-thread.php',
    access: 'public',
    summary: 'Write again in a thread, which opens it if it was closed',
    limits: [{ name: 'support', points: 20, seconds: 3600, by: 'caller' }],
    body: object({ ...which, client_id: uuid, text: text(SUPPORT_TEXT) }),
    status: 201,
    reply: object({ id }),
  },
} as const satisfies Record<string, Call>;
