import { type Static, Type } from 'typebox';
import type { Call } from '../call.ts';
import {
  count,
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

export const workKinds = ['refund', 'dispute', 'withdrawal'] as const;

/** The next step. It determines who acts: this operator, another operator, the bank or the gateway. */
export const workSteps = [
  'approve',
  'other_operator',
  'give_back',
  'gateway',
  'await_claim',
  'answer_bank',
  'await_bank',
  'find_order',
  'done',
] as const;

const workItem = object({
  kind: oneOf(workKinds),
  /** Id of the refund, the charged-back payment or the withdrawal. */
  id: uuid,
  at: instant,
  days: count,
  step: oneOf(workSteps),
  state: Type.String(),
  amount: nullable(money),
  payment: nullable(uuid),
  member: nullable(id),
  name: nullable(Type.String()),
  email: nullable(Type.String()),
  /** Reason for a refund, note on a dispute, or order number in a withdrawal. */
  note: nullable(Type.String()),
  failure: nullable(Type.String()),
});

export type WorkItem = Static<typeof workItem>;

const filters = {
  kind: optional(oneOf(workKinds)),
  state: optional(oneOf(['open', 'done'])),
  days: optional(Type.Integer({ minimum: 0, maximum: 3650 })),
  /** A member's number or e-mail address. */
  find: optional(text(254)),
};

const finance = { access: 'operator', roles: ['finance'] } as const;

export const worklistCalls = {
  adminMoneyWork: {
    method: 'GET',
    path: '/api/admin/money-work',
    scope: 'listed',
    bySite: true,
    ...finance,
    reads: true,
    summary: 'Refunds, disputes and withdrawals: open ones oldest first, closed ones newest first',
    audit: { act: 'money_work.list', each: 'reply.items', member: 'member', object: 'id' },
    query: Type.Object({ ...filters, cursor: optional(text(200)) }),
    status: 200,
    reply: object({ items: list(workItem), next: nullable(Type.String()) }),
  },
  adminMoneyWorkFile: {
    method: 'GET',
    path: '/api/admin/money-work-file',
    scope: 'listed',
    bySite: true,
    ...finance,
    reads: true,
    stepUp: true,
    summary: 'Refunds, disputes and withdrawals as CSV',
    audit: {
      act: 'money_work.file',
      isExport: true,
      details: ['query.kind', 'query.state', 'query.days', 'query.find'],
    },
    query: Type.Object(filters),
    streams: true,
    status: 200,
    reply: Type.Any(),
  },
  decideDispute: {
    method: 'POST',
    path: '/api/admin/disputes',
    scope: [{ of: 'payment', at: 'body.payment' }],
    ...finance,
    summary: 'Record what was done about a chargeback, and its outcome',
    audit: { act: 'dispute', object: 'body.payment' },
    body: object({ payment: uuid, state: oneOf(['contested', 'won', 'lost']), note: optional(text(500)) }),
    status: 200,
    reply: ok,
  },
} as const satisfies Record<string, Call>;
