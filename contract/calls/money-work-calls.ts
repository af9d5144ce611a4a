import { Type, type Static } from 'typebox';
import type { Call } from '../call.ts';
import { count, id, instant, list, money, nullable, object, ok, oneOf, optional, page, text, uuid } from '../schema.ts';

export const workKinds = ['refund', 'dispute', 'withdrawal'] as const;

/** What has to be done next: by this operator, by another one, by the bank, by the gateway, or nothing any more. */
export const workSteps = ['approve', 'other_operator', 'give_back', 'gateway', 'answer_bank', 'await_bank', 'find_order', 'done'] as const;

/** Something about money that waits for an operator. */
const workItem = object({
  kind: oneOf(workKinds),
  /** Of the refund, the payment that was charged back, or the statement of withdrawal. */
  id: uuid,
  at: instant,
  /** Whole days that it has waited. */
  days: count,
  step: oneOf(workSteps),
  state: Type.String(),
  amount: nullable(money),
  payment: nullable(uuid),
  member: nullable(id),
  name: nullable(Type.String()),
  email: nullable(Type.String()),
  /** The reason of a refund, what is noted of a dispute, the order that a withdrawal names. */
  note: nullable(Type.String()),
  /** Why the gateway did not take it. */
  failure: nullable(Type.String()),
});
export type WorkItem = Static<typeof workItem>;

const filters = {
  kind: optional(oneOf(workKinds)),
  state: optional(oneOf(['open', 'done'])),
  /** Waiting for at least so many days. */
  days: optional(Type.Integer({ minimum: 0, maximum: 3650 })),
  /** A member's number or e-mail address. */
  find: optional(text(254)),
};

const finance = { access: 'operator', roles: ['finance'] } as const;

/** Refunds, disputes and withdrawals as one list, and the uses of discount codes. */
export const moneyWorkCalls = {
  adminMoneyWork: {
    method: 'GET',
    path: '/api/admin/money-work.php',
    ...finance,
    summary: 'Refunds, disputes and withdrawals: what waits, the oldest first; what is done, the newest first',
    audit: { act: 'money_work.list', each: 'reply.items', member: 'member', object: 'id' },
    query: Type.Object({ ...filters, cursor: optional(text(200)) }),
    status: 200,
    reply: object({ items: list(workItem), next: nullable(Type.String()) }),
  },
  adminMoneyWorkFile: {
    method: 'GET',
    path: '/api/admin/money-work-file.php',
    ...finance,
    summary: 'The same as CSV',
    audit: { act: 'money_work.file' },
    query: Type.Object(filters),
    streams: true,
    status: 200,
    reply: Type.Any(),
  },
  decideDispute: {
    method: 'POST',
    path: '/api/admin/disputes.php',
    ...finance,
    summary: 'Note what was done about a chargeback, and how it ended',
    audit: { act: 'dispute', object: 'body.payment' },
    body: object({ payment: uuid, state: oneOf(['contested', 'won', 'lost']), note: optional(text(500)) }),
    status: 200,
    reply: ok,
  },
  adminCodeUses: {
    method: 'GET',
    path: '/api/admin/code-uses.php',
    ...finance,
    summary: 'The orders that were paid with a discount code, the newest first',
    audit: { act: 'discount_code.uses', object: 'query.code' },
    query: Type.Object({ code: text(40, 1), cursor: page.properties.cursor }),
    status: 200,
    reply: object({
      uses: list(
        object({
          payment: uuid,
          member: id,
          name: nullable(Type.String()),
          country: Type.String(),
          amount: money,
          discount: money,
          /** Given back since, or taken back by the bank. */
          reversed: nullable(oneOf(['chargeback', 'refund'])),
          at: instant,
        }),
      ),
      next: nullable(Type.String()),
    }),
  },
} as const satisfies Record<string, Call>;
