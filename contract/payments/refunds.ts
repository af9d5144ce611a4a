import { type Static, Type } from 'typebox';
import type { Call } from '../call.ts';
import { locales } from '../lists/locales.ts';
import { paymentMethods } from '../lists/payment-methods.ts';
import { count, instant, list, money, object, oneOf, optional, text, uuid } from '../schema.ts';

export const refunded = object({
  credits: count,
  amount: money,
  status: oneOf(['processing', 'completed']),
  /** Refunds that the payer claims on a page of the gateway. */
  claims: list(object({ amount: money, url: Type.String() })),
});

export const withdrawableOrder = object({
  payment_id: uuid,
  created_at: instant,
  method: oneOf(paymentMethods),
  credits: count,
  paid: money,
  /** Unspent credits and the refund for them. */
  unused: count,
  amount: money,
  until: instant,
});

export type WithdrawableOrder = Static<typeof withdrawableOrder>;

/** A statement of withdrawal as directive (EU) 2023/2673 requires it. */
export const withdrawal = object({
  id: Type.Unsafe<string>({
    ...uuid,
    description: 'Generated once by the browser, so that a retry is the same statement',
  }),
  name: text(100),
  email: text(254),
  order: text(100),
  language: optional(oneOf(locales)),
});

/** Outcomes of a withdrawal. Visitors always see `received`; the details go to the payer by mail. */
export const withdrawalOutcomes = ['refunded', 'nothing_unused', 'late', 'received'] as const;

export const withdrawn = object({
  received_at: instant,
  outcome: oneOf(withdrawalOutcomes),
  payment_id: optional(uuid),
  credits: optional(count),
  amount: optional(money),
});

export type Withdrawn = Static<typeof withdrawn>;

export const refundStatuses = [
  'approval',
  'pending',
  'claimable',
  'by_hand',
  'completed',
  'declined',
] as const;

export const withdrawalCalls = {
  withdrawals: {
    method: 'GET',
    path: '/api/withdrawals.php',
    access: 'member',
    summary: 'My orders that I can still withdraw from',
    status: 200,
    reply: object({ orders: list(withdrawableOrder) }),
  },
  withdraw: {
    method: 'POST',
    path: '/api/withdrawal.php',
    access: 'public',
    summary: 'Withdraw from a purchase',
    // Each withdrawal sends a mail.
    limits: [{ name: 'withdrawal', points: 10, seconds: 3600, by: 'caller' }],
    body: withdrawal,
    status: 201,
    reply: withdrawn,
  },
} as const satisfies Record<string, Call>;
