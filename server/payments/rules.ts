import type { GatewayEvent, Outcome } from './gateways/gateway.ts';
import { outsideLadder, waitSeconds } from '../platform/retry.ts';
import type { PaymentRow } from './payment-row.ts';

/** The state of a payment that decides what a gateway's word changes. */
export interface PaymentState {
  status: 'pending' | 'completed' | 'failed' | 'cancelled';
  chargedBack: boolean;
  refunded: boolean;
}

export const stateOf = (payment: PaymentRow): PaymentState => ({
  status: payment.status,
  chargedBack: payment.charged_back_at !== null,
  refunded: payment.refunded_at !== null,
});

/** What of a gateway's word does not match the intent, or null. */
export function mismatchOf(payment: PaymentRow, event: GatewayEvent): 'amount' | 'currency' | 'member' | 'reference' | null {
  if (event.amountCents !== payment.amount_cents && !isPart(payment, event)) return 'amount';
  if (event.currency !== payment.currency) return 'currency';
  if (event.memberId !== null && event.memberId !== payment.member_id) return 'member';
  if (event.reference !== null && payment.gateway_reference !== null && event.reference !== payment.gateway_reference) return 'reference';
  return null;
}

/** A gateway without an interface for refunds tells of the part that an operator gave back there by hand. */
export const isPart = (payment: PaymentRow, event: GatewayEvent): boolean =>
  event.outcome === 'refunded' && payment.status === 'completed' && event.amountCents > 0 && event.amountCents < payment.amount_cents;

/** What a notification changes. A chargeback or refund that comes before its payment was heard of does both. */
export interface Change {
  status?: 'completed' | 'failed' | 'cancelled';
  /** Give the credits: only ever once a payment, on the way to `completed`. */
  credit?: true;
  /** Take the credits back: only ever once a payment. */
  reverse?: 'chargeback' | 'refund';
}

/**
 * What an outcome changes in a payment; an empty change is a repeat, or comes too late. The same notifications in any
 * order and number lead to the same end: money that arrived wins over failures, and is reversed at most once.
 */
export function changeOf(state: PaymentState, outcome: Outcome): Change {
  const completed = state.status === 'completed';
  const reversed = state.chargedBack || state.refunded;
  switch (outcome) {
    case 'paid':
      return completed ? {} : { status: 'completed', credit: true };
    case 'failed':
    case 'cancelled':
      return state.status === 'pending' ? { status: outcome } : {};
    case 'chargeback':
    case 'refunded': {
      if (reversed) return {};
      const reverse = outcome === 'chargeback' ? 'chargeback' : 'refund';
      return completed ? { reverse } : { status: 'completed', credit: true, reverse };
    }
    case 'pending':
      return {};
  }
}

/** Seconds until an open payment is asked about again. The payer takes a minute or two to pay: not before. */
export const pollAfterSeconds = (tries: number): number => Math.max(120, waitSeconds(outsideLadder, tries));

/** Bank transfers and direct debits may take days; nothing else is still paid after one. */
export function openForSeconds(method: string): number {
  return (method === 'sct' || method === 'sdd' ? 14 : 1) * 24 * 3600;
}
