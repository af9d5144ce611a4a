import { type Static, Type } from 'typebox';
import { type Call, type RateLimit } from '../call.ts';
import { countryCodes } from '../lists/countries.ts';
import { locales } from '../lists/locales.ts';
import { paymentMethods } from '../lists/payment-methods.ts';
import {
  count,
  id,
  instant,
  list,
  money,
  nullable,
  object,
  oneOf,
  optional,
  page,
  text,
  uuid,
} from '../schema.ts';
import { company } from '../site-settings/settings.ts';
import { codeTries } from './discounts.ts';
import { refunded } from './refunds.ts';

export const paymentStatuses = ['loading', 'pending', 'completed', 'failed', 'cancelled'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** All payment methods share this limit. Nobody starts an order every ten seconds. */
export const orders = {
  name: 'payment',
  points: 60,
  seconds: 600,
  by: 'member',
} as const satisfies RateLimit;

export const creditPackage = object({
  id,
  credits: count,
  price: money,
  price_per_message: money,
  /** The package was bought most often in the last 90 days, and there were enough orders to tell. */
  popular: Type.Boolean(),
  recommended: optional(Type.Boolean()),
  discount: nullable(object({ percentage: count, old_price: money, code: nullable(Type.String()) })),
});

export type CreditPackage = Static<typeof creditPackage>;

export const methodOffer = object({ id: oneOf(paymentMethods), transaction_costs: money });

export const packages = object({
  packages: list(creditPackage),
  lead: optional(Type.String({ description: 'Introduction of the price page, if an experiment changes it' })),
  methods: list(methodOffer),
  company,
  country: optional(Type.String({ description: 'The payer’s home country, which decides the VAT' })),
  payment_country: optional(
    oneOf(countryCodes, { description: 'The country whose currency and methods these are' }),
  ),
  payment_countries: optional(list(oneOf(countryCodes))),
  vat_percentage: optional(Type.Number({ minimum: 0 })),
  debt: optional(
    Type.Integer({
      minimum: 0,
      description: 'Credits owed after a chargeback; the next purchase pays them first',
    }),
  ),
  stored_card: optional(nullable(object({ id, brand: Type.String(), last4: Type.String() }))),
  last_order: optional(
    nullable(
      object({
        package: id,
        method: oneOf(paymentMethods),
        credits: count,
        amount: money,
        created_at: instant,
      }),
    ),
  ),
});

export type Packages = Static<typeof packages>;

export const startPayment = object({
  package: id,
  method: oneOf(paymentMethods),
  payment_country: optional(
    oneOf(countryCodes, { description: 'The country they pay from; by default the home country' }),
  ),
  discountcode: optional(text(60)),
  idempotency_key: uuid,
  recurring: optional(Type.Boolean({ description: 'Pay with the stored card' })),
  save_card: optional(Type.Boolean({ description: 'Store the card for the next order; defaults to true' })),
  consent: optional(
    Type.Boolean({ description: 'Agrees to the terms and the right of withdrawal. Required' }),
  ),
  return_to: optional(text(300)),
  language: optional(oneOf(locales, { description: 'Language of the page that the payer returns to' })),
});

export const paymentStarted = object({
  payment_id: uuid,
  status: oneOf(paymentStatuses),
  redirect_url: optional(Type.String()),
});

export const paymentReceipt = object({
  id: uuid,
  kind: oneOf(['receipt', 'credit_note']),
  number: Type.String(),
});

export type PaymentReceipt = Static<typeof paymentReceipt>;

/** Why a member is offered another gateway for the same order. */
export const nextAttempts = ['declined', 'down'] as const;
export type NextAttempt = (typeof nextAttempts)[number];

/** A payment as its payer sees it. The status `loading` exists only in the client. */
export const payment = object({
  payment_id: uuid,
  status: oneOf(paymentStatuses),
  credits: count,
  amount: money,
  method: oneOf(paymentMethods),
  transaction_costs: money,
  package: optional(nullable(id)),
  recurring: optional(Type.Boolean()),
  created_at: optional(instant),
  return_to: optional(nullable(Type.String())),
  redirect_url: optional(nullable(Type.String())),
  receipts: optional(list(paymentReceipt)),
  /**
   * True if this was the member's first purchase, which brings premium. Only present in the call `payment`.
   */
  first: optional(Type.Boolean()),
  /** If another gateway can take the same order: why this one did not. Only present in the call `payment`. */
  next_attempt: optional(nullable(oneOf(nextAttempts))),
  reversed: optional(oneOf(['chargeback', 'refund'])),
  refund: optional(nullable(refunded)),
  /** End of the withdrawal period; null if withdrawing is not possible. */
  withdraw_until: optional(nullable(instant)),
});

export type Payment = Static<typeof payment>;

export const orderCalls = {
  packages: {
    method: 'GET',
    path: '/api/packages.php',
    access: 'public',
    summary: 'Packages and payment methods of the payer’s country, or of another one that they pay from',
    query: Type.Object({
      country: optional(oneOf(countryCodes)),
      /** The price page without experiments. */
      usual: optional(Type.Boolean()),
    }),
    status: 200,
    reply: packages,
  },
  startPayment: {
    method: 'POST',
    path: '/api/payment.php',
    access: 'member',
    summary: 'Start a payment',
    limits: [orders, { ...codeTries, field: 'discountcode' }],
    body: startPayment,
    status: 201,
    reply: paymentStarted,
  },
  retryPayment: {
    method: 'POST',
    path: '/api/payment-retry.php',
    access: 'member',
    summary: 'Pay a declined order at the next gateway, with the package, price, discount and consent it has',
    limits: [orders],
    body: object({ payment_id: uuid }),
    status: 201,
    reply: paymentStarted,
  },
  checkPayment: {
    method: 'POST',
    path: '/api/payment-check.php',
    access: 'member',
    summary: 'Ask the gateway about an open payment now',
    // Each costs a request to the gateway. The page of a payment sends twelve.
    limits: [{ name: 'payment-check', points: 60, seconds: 600, by: 'member' }],
    body: object({ payment_id: uuid }),
    status: 200,
    reply: object({ status: oneOf(paymentStatuses) }),
  },
  payment: {
    method: 'GET',
    path: '/api/payment.php',
    access: 'member',
    summary: 'State of a payment',
    query: Type.Object({ id: uuid }),
    status: 200,
    reply: payment,
  },
  payments: {
    method: 'GET',
    path: '/api/payments.php',
    access: 'member',
    summary: 'Order history',
    query: page,
    status: 200,
    reply: object({ payments: list(payment), next: nullable(Type.String()) }),
  },
  receipt: {
    method: 'GET',
    path: '/api/receipt.php',
    access: 'member',
    summary: 'A receipt or credit note as a PDF, by the id of the payment or refund',
    // Rendering a PDF is expensive. This is enough to download those of a year at once.
    limits: [{ name: 'receipt', points: 60, seconds: 600, by: 'member' }],
    query: Type.Object({ id: uuid }),
    streams: true,
    status: 200,
    reply: Type.Any(),
  },
  paymentWebhook: {
    method: 'POST',
    path: '/api/payment-webhook.php',
    access: 'public',
    external: true,
    summary: 'Notification by a payment gateway',
    accepts: 'form',
    rawBody: true,
    query: Type.Object({ gateway: optional(text(20)) }),
    status: 200,
    reply: Type.Any(),
  },
  paymentPostback: {
    method: 'GET',
    path: '/api/payment-webhook.php',
    access: 'public',
    external: true,
    summary: 'Notification by a payment gateway, in the query string',
    query: Type.Object({}),
    status: 200,
    reply: Type.Any(),
  },
} as const satisfies Record<string, Call>;
