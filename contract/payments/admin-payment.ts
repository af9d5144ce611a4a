import { type Static, Type } from 'typebox';
import { paymentMethods } from '../lists/payment-methods.ts';
import { count, id, instant, money, nullable, object, oneOf, uuid } from '../schema.ts';
import { paymentStatuses } from './orders.ts';
import { refundStatuses } from './refunds.ts';

export const adminRefund = object({
  id: uuid,
  payment_id: uuid,
  kind: oneOf(['withdrawal', 'deletion', 'operator', 'late', 'closing', 'duplicate']),
  credits: count,
  amount: money,
  status: oneOf(refundStatuses),
  reason: nullable(Type.String()),
  operator: nullable(id),
  decided_by: nullable(id),
  failure: nullable(Type.String()),
  /** The page on which the member claims the money, while it waits for that. */
  claim_url: nullable(Type.String()),
  tries: count,
  created_at: instant,
});

export type AdminRefund = Static<typeof adminRefund>;

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

/** A statement of withdrawal that matches no order, so an operator has to answer it. */
export const unmatchedWithdrawal = object({
  id: uuid,
  name: Type.String(),
  email: Type.String(),
  order: Type.String(),
  received_at: instant,
});
