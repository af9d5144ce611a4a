import { Type, type Static } from 'typebox';
import { paymentMethods, paymentStatuses } from './enums.ts';
import { locales } from './lists/locales.ts';
import { count, id, instant, list, money, nullable, object, oneOf, optional, text, uuid } from './schema.ts';

/** What of a payment went back to its payer, or is on its way. */
export const refunded = object({ credits: count, amount: money, status: oneOf(['processing', 'completed']) });

/** An order that its member may still withdraw from. */
export const withdrawableOrder = object({
  payment_id: uuid,
  created_at: instant,
  method: oneOf(paymentMethods),
  credits: count,
  paid: money,
  /** Credits that are not used, and what is given back for them. */
  unused: count,
  amount: money,
  /** The last instant of the right of withdrawal. */
  until: instant,
});
export type WithdrawableOrder = Static<typeof withdrawableOrder>;

/** The statement of withdrawal (directive 2023/2673): who, which contract, and where its receipt is confirmed. */
export const withdrawal = object({
  id: Type.Unsafe<string>({ ...uuid, description: 'Made once by the browser: a repeat is the same statement' }),
  name: text(100),
  email: text(254),
  order: text(100),
  language: optional(oneOf(locales)),
});

/** `received` is all that a visitor learns here: the rest stands in the mail, which goes to the payer only. */
export const withdrawalOutcomes = ['refunded', 'nothing_unused', 'late', 'received'] as const;
export const withdrawn = object({
  received_at: instant,
  outcome: oneOf(withdrawalOutcomes),
  payment_id: optional(uuid),
  credits: optional(count),
  amount: optional(money),
});
export type Withdrawn = Static<typeof withdrawn>;

export const refundStatuses = ['approval', 'pending', 'by_hand', 'completed', 'declined'] as const;

/** A refund as operators see it. */
export const adminRefund = object({
  id: uuid,
  payment_id: uuid,
  kind: oneOf(['withdrawal', 'deletion', 'operator']),
  credits: count,
  amount: money,
  status: oneOf(refundStatuses),
  reason: nullable(Type.String()),
  /** Numbers of the operators: who asked, who decided. */
  operator: nullable(id),
  decided_by: nullable(id),
  failure: nullable(Type.String()),
  tries: count,
  created_at: instant,
});
export type AdminRefund = Static<typeof adminRefund>;

/** A payment in the operators' list. */
export const adminPayment = object({
  payment_id: uuid,
  member: id,
  name: nullable(Type.String()),
  email: nullable(Type.String()),
  status: oneOf(paymentStatuses),
  reversed: nullable(oneOf(['chargeback', 'refund'])),
  credits: count,
  amount: money,
  refunded: money,
  method: oneOf(paymentMethods),
  gateway: Type.String(),
  created_at: instant,
});
export type AdminPayment = Static<typeof adminPayment>;

/** A statement of withdrawal that names no known order: a person answers it. */
const unmatchedWithdrawal = object({ id: uuid, name: Type.String(), email: Type.String(), order: Type.String(), received_at: instant });

export const adminPayments = object({
  payments: list(adminPayment),
  /** What waits for an operator; only without a search. */
  tasks: list(adminRefund),
  unmatched: list(unmatchedWithdrawal),
  next: nullable(Type.String()),
});

export const adminPaymentDetail = object({
  payment: adminPayment,
  gateway_reference: nullable(Type.String()),
  failure: nullable(Type.String()),
  discount_code: nullable(Type.String()),
  transaction_costs: money,
  balance: count,
  debt: count,
  premium: Type.Boolean(),
  /** What a refund may take and give at most, and what the law gives for the unused credits. */
  unused: count,
  refundable: money,
  proportional: money,
  withdraw_until: nullable(instant),
  refunds: list(adminRefund),
  ledger: list(object({ id, kind: Type.String(), credits: Type.Integer(), balance: count, created_at: instant })),
  notifications: list(object({ outcome: Type.String(), amount: money, changed: Type.Boolean(), created_at: instant })),
});
export type AdminPaymentDetail = Static<typeof adminPaymentDetail>;

/** Asks for a refund, or decides one: approve and decline what waits for a second operator, `done` what was given back by hand. */
export const adminRefundRequest = Type.Union([
  object({ id: uuid, payment: uuid, amount: money, credits: count, reason: text(500, 3) }),
  object({ refund: uuid, decision: oneOf(['approve', 'decline', 'done']) }),
  object({ withdrawal: uuid, decision: oneOf(['handled']) }),
]);

/** A discount code as operators make it. */
export const newDiscountCode = object({
  code: text(40),
  value_percentage: count,
  country: optional(nullable(text(2))),
  user_id: optional(nullable(id)),
  expires: optional(nullable(instant)),
  minimum_order_value: optional(nullable(money)),
  currency: optional(nullable(text(3))),
  validity: optional(oneOf(['once', 'once-per-user', 'unlimited'])),
  paymentmethods: optional(nullable(list(oneOf(paymentMethods)))),
  status: optional(oneOf(['active', 'disabled'])),
});
