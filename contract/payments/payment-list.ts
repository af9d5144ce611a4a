import { type Static, Type } from 'typebox';
import type { Call } from '../call.ts';
import { countryCodes } from '../lists/countries.ts';
import { currencies } from '../lists/currencies.ts';
import { gatewayNames } from '../lists/gateways.ts';
import { paymentMethods } from '../lists/payment-methods.ts';
import { listColumns } from '../office/list-columns.ts';
import { cursor, day, list, nullable, object, oneOf, optional, text } from '../schema.ts';
import { adminPayment, adminRefund, unmatchedWithdrawal } from './admin-payment.ts';
import { disputeStates } from './disputes.ts';

/** The status of an order, or what took its money back. */
export const paymentOutcomes = [
  'pending',
  'completed',
  'failed',
  'cancelled',
  'chargeback',
  'refund',
] as const;

export const paymentSorts = ['newest', 'oldest'] as const;

/** An amount as a filter names it, with a point. */
export const filterAmount = /^\d{1,7}(\.\d{1,2})?$/;

const amount = Type.String({
  pattern: filterAmount.source,
  description: 'In the currency of the order',
});

/** The filters of the list and its file, by their query parameters. */
export const paymentFilters = {
  find: optional(text(254)),
  status: optional(oneOf(paymentOutcomes)),
  /** The state of its dispute. */
  dispute: optional(oneOf(disputeStates)),
  method: optional(oneOf(paymentMethods)),
  gateway: optional(oneOf(gatewayNames)),
  country: optional(oneOf(countryCodes)),
  currency: optional(oneOf(currencies)),
  min: optional(amount),
  max: optional(amount),
  code: optional(text(60)),
  from: optional(day),
  to: optional(day),
};

export const paymentListColumns = [
  'amount',
  'status',
  'member',
  'email',
  'date',
  'method',
  'gateway',
  'country',
  'code',
  'credits',
  'refunded',
  'id',
] as const;
export type PaymentListColumn = (typeof paymentListColumns)[number];

export const listedPayment = object({
  ...adminPayment.properties,
  country: oneOf(countryCodes),
  code: nullable(Type.String({ description: 'The discount code' })),
});

export type ListedPayment = Static<typeof listedPayment>;

const filtersInQuery = Object.keys(paymentFilters).map((name) => `query.${name}`);
const sorted = { ...paymentFilters, sort: optional(oneOf(paymentSorts)) };

export const paymentListCalls = {
  adminPayments: {
    method: 'GET',
    path: '/api/admin/payments',
    scope: 'listed',
    bySite: true,
    access: 'operator',
    reads: true,
    summary:
      'Payments by number or e-mail address, and by filters; without any, also refunds and withdrawals that wait',
    roles: ['finance'],
    audit: { act: 'payment.list', each: 'reply.payments', member: 'member', object: 'payment_id' },
    query: Type.Object({ ...sorted, cursor: optional(cursor) }),
    status: 200,
    reply: object({
      payments: list(listedPayment),
      /** Refunds that wait for an operator; empty while searching. */
      tasks: list(adminRefund),
      unmatched: list(unmatchedWithdrawal),
      next: nullable(Type.String()),
    }),
  },
  adminPaymentsFile: {
    method: 'GET',
    path: '/api/admin/payments-file',
    scope: 'listed',
    bySite: true,
    access: 'operator',
    reads: true,
    stepUp: true,
    summary: 'The filtered list of payments as CSV',
    roles: ['finance'],
    audit: {
      act: 'payment.export',
      isExport: true,
      details: [...filtersInQuery, 'query.sort', 'query.columns'],
    },
    query: Type.Object({ ...sorted, columns: listColumns }),
    streams: true,
    status: 200,
    reply: Type.Any(),
  },
} as const satisfies Record<string, Call>;
