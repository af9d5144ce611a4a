import { Type, type Static } from 'typebox';
import type { Call } from '../call.ts';
import { complaintCategories, complaintStates } from '../lists/complaints.ts';
import { locales } from '../lists/locales.ts';
import { notificationTypes } from '../lists/notifications.ts';
import { paymentMethods } from '../lists/payment-methods.ts';
import { userStatuses } from '../membership/user.ts';
import { paymentStatuses } from '../payments/orders.ts';
import { snoozeHours, SUPPORT_TEXT, supportBoxes, supportStatuses } from '../rules/support-rules.ts';
import {
  count,
  cursor,
  id,
  instant,
  list,
  money,
  nullable,
  object,
  ok,
  oneOf,
  optional,
  text,
  uuid,
} from '../schema.ts';

const operator = object({ id, name: Type.String() });

const supportRow = object({
  id,
  subject: Type.String(),
  /** Name of the member; null for a visitor. */
  name: nullable(Type.String()),
  status: oneOf(supportStatuses),
  language: oneOf(locales),
  assigned_to: nullable(operator),
  waiting_since: instant,
  updated_at: instant,
});

export type SupportRow = Static<typeof supportRow>;

const supportFile = object({
  ...supportRow.properties,
  member: nullable(id),
  email: nullable(Type.String()),
  host: nullable(Type.String()),
  /** Name of the site on which the question was asked. */
  site: Type.String(),
  snoozed_until: nullable(instant),
  version: count,
  /** Colleagues who have the thread open now. */
  viewers: list(Type.String()),
  messages: list(
    object({
      id,
      kind: oneOf(['question', 'answer', 'note']),
      by: nullable(Type.String()),
      text: Type.String(),
      created_at: instant,
    }),
  ),
});

export type SupportFile = Static<typeof supportFile>;

const supportMember = object({
  id,
  name: nullable(Type.String()),
  email: nullable(Type.String()),
  email_confirmed: Type.Boolean(),
  status: oneOf([...userStatuses, 'deleted'] as const),
  premium: Type.Boolean(),
  country: nullable(Type.String()),
  credits: count,
  signup_date: instant,
  payments: list(
    object({
      id: uuid,
      status: oneOf(paymentStatuses),
      amount: money,
      credits: count,
      method: oneOf(paymentMethods),
      reversed: Type.Boolean(),
      created_at: instant,
    }),
  ),
  ledger: list(object({ kind: Type.String(), credits: Type.Integer(), balance: count, created_at: instant })),
  sessions: list(
    object({ browser: nullable(Type.String()), system: nullable(Type.String()), last_used_at: instant }),
  ),
  complaints: list(
    object({
      id,
      by_member: Type.Boolean(),
      category: oneOf(complaintCategories),
      state: oneOf(complaintStates),
      created_at: instant,
    }),
  ),
  mails: list(object({ type: oneOf(notificationTypes), created_at: instant })),
  threads: list(object({ id, subject: Type.String(), status: oneOf(supportStatuses) })),
});

export type SupportMember = Static<typeof supportMember>;

const support = { access: 'operator', roles: ['support'] } as const;

export const supportInboxCalls = {
  adminSupport: {
    method: 'GET',
    path: '/api/admin/support',
    scope: 'listed',
    bySite: true,
    ...support,
    reads: true,
    summary: 'Threads of support: open ones by the longest wait, others by the last change',
    audit: { act: 'support.list' },
    query: Type.Object({ cursor: optional(cursor), box: optional(oneOf(supportBoxes)) }),
    status: 200,
    reply: object({
      threads: list(supportRow),
      counts: object({ open: count, mine: count }),
      next: nullable(Type.String()),
    }),
  },
  adminSupportThread: {
    method: 'GET',
    path: '/api/admin/support-thread',
    scope: [{ of: 'support_thread', at: 'query.id' }],
    ...support,
    changesState: true,
    summary: 'A thread with its notes. Tells colleagues who open it too that I am here',
    audit: { act: 'support.look', member: 'reply.member', object: 'query.id' },
    query: Type.Object({ id }),
    status: 200,
    reply: supportFile,
  },
  adminSupportMember: {
    method: 'GET',
    path: '/api/admin/support-member',
    scope: [{ of: 'member', at: 'query.id' }],
    ...support,
    reads: true,
    summary: 'The latest payments, credits, sessions, complaints, mails and questions of a member',
    audit: { act: 'support.member', member: 'query.id' },
    query: Type.Object({ id }),
    status: 200,
    reply: supportMember,
  },
  answerSupport: {
    method: 'POST',
    path: '/api/admin/support-thread',
    scope: [{ of: 'support_thread', at: 'body.id' }],
    ...support,
    summary:
      'Answer, and optionally close the thread. Fails with `conflict` if the thread has changed since `version`',
    audit: { act: 'support.answer', object: 'body.id' },
    body: object({
      id,
      version: count,
      client_id: uuid,
      text: text(SUPPORT_TEXT),
      close: optional(Type.Boolean()),
    }),
    status: 201,
    reply: ok,
  },
  noteSupport: {
    method: 'POST',
    path: '/api/admin/support-note',
    scope: [{ of: 'support_thread', at: 'body.id' }],
    ...support,
    summary: 'Add a note that only colleagues read',
    audit: { act: 'support.note', object: 'body.id' },
    body: object({ id, client_id: uuid, text: text(SUPPORT_TEXT) }),
    status: 201,
    reply: ok,
  },
  changeSupport: {
    method: 'PUT',
    path: '/api/admin/support-thread',
    scope: [{ of: 'support_thread', at: 'body.id' }],
    ...support,
    summary:
      'Take or give back a thread, snooze, close or reopen it. Fails with `conflict` if it has changed since `version`',
    audit: { act: 'support.change', object: 'body.id', details: ['body.status', 'body.hours', 'body.mine'] },
    body: object({
      id,
      version: count,
      mine: optional(Type.Boolean()),
      status: optional(oneOf(['open', 'snoozed', 'closed'])),
      /** For `snoozed`. */
      hours: optional(Type.Unsafe<(typeof snoozeHours)[number]>({ type: 'integer', enum: [...snoozeHours] })),
    }),
    status: 200,
    reply: ok,
  },
} as const satisfies Record<string, Call>;
