import { type Static, Type } from 'typebox';
import type { Call } from '../call.ts';
import { countryCodes } from '../lists/countries.ts';
import { count, id, instant, list, money, nullable, object, oneOf, optional, text, uuid } from '../schema.ts';
import { adminPayment, adminRefund } from './admin-payment.ts';
import { gatewayDispute } from './disputes.ts';
import { paymentReceipt } from './orders.ts';
import { refundStatuses } from './refunds.ts';

export const adminPaymentDetail = object({
  payment: adminPayment,
  country: oneOf(countryCodes),
  receipts: list(paymentReceipt),
  gateway_reference: nullable(Type.String()),
  failure: nullable(Type.String()),
  discount_code: nullable(Type.String()),
  transaction_costs: money,
  balance: count,
  debt: count,
  premium: Type.Boolean(),
  /** Upper limits of a refund in credits and money, and the statutory amount for the unused credits. */
  unused: count,
  refundable: money,
  proportional: money,
  withdraw_until: nullable(instant),
  refunds: list(adminRefund),
  ledger: list(
    object({ id, kind: Type.String(), credits: Type.Integer(), balance: count, created_at: instant }),
  ),
  /** Disputes that the gateway lists, or that a file named. */
  disputes: list(gatewayDispute),
  notifications: list(
    object({ outcome: Type.String(), amount: money, changed: Type.Boolean(), created_at: instant }),
  ),
});

export type AdminPaymentDetail = Static<typeof adminPaymentDetail>;

/**
 * Requests a refund or decides one. A second operator approves or declines it; `done` records that an
 * operator paid it back by hand.
 */
export const adminRefundRequest = Type.Union([
  object({ id: uuid, payment: uuid, amount: money, credits: count, reason: text(500, 3) }),
  object({ refund: uuid, decision: oneOf(['approve', 'decline', 'done']) }),
  object({ withdrawal: uuid, decision: oneOf(['handled']) }),
]);

export const paymentOfficeCalls = {
  adminPayment: {
    method: 'GET',
    path: '/api/admin/payment',
    scope: [{ of: 'payment', at: 'query.id' }],
    access: 'operator',
    reads: true,
    summary: 'A payment with its ledger, refunds and notifications',
    roles: ['finance'],
    audit: { act: 'payment.look', member: 'reply.payment.member', object: 'query.id' },
    query: Type.Object({ id: uuid }),
    status: 200,
    reply: adminPaymentDetail,
  },
  adminClosingRefunds: {
    method: 'GET',
    path: '/api/admin/closing-refunds',
    scope: [{ of: 'member', at: 'query.member' }],
    access: 'operator',
    reads: true,
    summary: 'The money that closing a member’s account would refund, by currency',
    roles: ['moderator', 'support'],
    audit: { act: 'closing_refund.look', member: 'query.member' },
    query: Type.Object({ member: id }),
    status: 200,
    reply: object({ refunds: list(money) }),
  },
  adminReceipt: {
    method: 'GET',
    path: '/api/admin/receipt',
    scope: [{ of: 'payment', at: 'query.id' }],
    access: 'operator',
    reads: true,
    summary: 'A member’s receipt or credit note as a PDF, by the id of the payment or refund',
    roles: ['finance', 'support'],
    limits: [{ name: 'receipt', points: 60, seconds: 600, by: 'member' }],
    audit: { act: 'receipt.look', object: 'query.id' },
    query: Type.Object({ id: uuid }),
    streams: true,
    status: 200,
    reply: Type.Any(),
  },
  adminRefund: {
    method: 'POST',
    path: '/api/admin/refund',
    scope: [
      { of: 'payment', at: 'body.payment', absent: 'anything' },
      { of: 'refund', at: 'body.refund', absent: 'anything' },
      { of: 'withdrawal', at: 'body.withdrawal', absent: 'anything' },
    ],
    access: 'operator',
    summary: 'Request a refund, or decide one',
    roles: ['finance'],
    audit: { act: 'refund', object: 'body.payment' },
    body: adminRefundRequest,
    status: 200,
    reply: object({ ok: Type.Literal(true), status: optional(oneOf(refundStatuses)) }),
  },
} as const satisfies Record<string, Call>;
