import { sql } from 'kysely';
import type { CountryCode } from '#contract/lists/countries.ts';
import { needsMandate, type PaymentMethod, slowMethods } from '#contract/lists/payment-methods.ts';
import { outsideLadder, waitSeconds } from '../platform/retry.ts';
import type { GatewayEvent, Outcome } from './gateways/gateway.ts';
import type { PaymentRow } from './payment-row.ts';

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

/**
 * Direct debit requires a confirmed address, because anyone can type in anyone's number for the SMS code, and
 * is offered at home only (docs/product.md 13.9). Visitors see every method.
 */
export const isOfferedTo = (
  payer: { confirmed: boolean } | null,
  method: PaymentMethod,
  { home, country }: { home: CountryCode; country: CountryCode },
): boolean => !needsMandate(method) || (country === home && (payer?.confirmed ?? true));

export function mismatchOf(
  payment: PaymentRow,
  event: GatewayEvent,
): 'amount' | 'currency' | 'member' | 'reference' | null {
  if (event.amountCents !== payment.amount_cents && !isPart(payment, event)) return 'amount';
  if (event.currency !== payment.currency) return 'currency';
  if (event.memberId !== null && event.memberId !== payment.member_id) return 'member';
  if (
    event.reference !== null &&
    payment.gateway_reference !== null &&
    event.reference !== payment.gateway_reference
  )
    return 'reference';
  return null;
}

/** Partial refunds are made manually at gateways without an API for refunds. */
export const isPart = (payment: PaymentRow, event: GatewayEvent): boolean =>
  event.outcome === 'refunded' &&
  payment.status === 'completed' &&
  event.amountCents > 0 &&
  event.amountCents < payment.amount_cents;

/** The effect of a notification. A chargeback or refund that arrives before its payment has both effects. */
export interface Change {
  status?: 'completed' | 'failed' | 'cancelled';
  /** Book the credits. True at most once per payment, on the transition to `completed`. */
  credit?: true;
  reverse?: 'chargeback' | 'refund';
}

/**
 * The effect of an outcome on a payment. A repeated or late event has none. The same notifications in any
 * order and number lead to the same final state: money that arrived overrides failures, and is reversed at
 * most once.
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

/** Seconds until an open payment is polled again. At least two minutes, because payers take that long. */
export const pollAfterSeconds = (tries: number): number => Math.max(120, waitSeconds(outsideLadder, tries));

const DAY = 24 * 3600;
const SLOW_DAYS = 14;

/** Bank transfers and direct debits may take days. Other methods can be paid for one day. */
export const openForSeconds = (method: PaymentMethod): number =>
  slowMethods.includes(method) ? SLOW_DAYS * DAY : DAY;

export const openForSecondsOfRow = sql<number>`case when method = any(${slowMethods}::text[]) then ${SLOW_DAYS * DAY}::int else ${DAY}::int end`;
