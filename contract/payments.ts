import { Type, type Static } from 'typebox';
import { paymentMethods, paymentStatuses } from './enums.ts';
import { locales } from './lists/locales.ts';
import { refunded } from './refunds.ts';
import { count, id, instant, list, money, nullable, object, oneOf, optional, text, uuid } from './schema.ts';

export const company = object({
  name: Type.String(),
  address: Type.String(),
  city: Type.String(),
  country: Type.String(),
  kvk: nullable(Type.String()),
  tradenames: list(Type.String()),
  vat_numbers: list(Type.String()),
  support_phone: nullable(Type.String()),
  delete_discount: nullable(count),
  /** SEPA creditor identifier, which a direct debit mandate names. */
  creditor_id: optional(nullable(Type.String())),
  added: instant,
});
export type Company = Static<typeof company>;

export const creditPackage = object({
  id,
  credits: count,
  price: money,
  price_per_message: money,
  /** Chosen most in the last 90 days of paid orders, of which there were enough. */
  popular: Type.Boolean(),
  /** An operator recommends it. */
  recommended: optional(Type.Boolean()),
  discount: nullable(object({ percentage: count, old_price: money, code: nullable(Type.String()) })),
});
export type CreditPackage = Static<typeof creditPackage>;

export const methodOffer = object({ id: oneOf(paymentMethods), transaction_costs: money });

export const packages = object({
  packages: list(creditPackage),
  methods: list(methodOffer),
  company,
  country: optional(Type.String()),
  vat_percentage: optional(Type.Number({ minimum: 0 })),
  debt: optional(Type.Integer({ minimum: 0, description: 'Credits that the next purchase pays first, after a chargeback' })),
  stored_card: optional(nullable(object({ id, brand: Type.String(), last4: Type.String() }))),
  last_order: optional(nullable(object({ package: id, method: oneOf(paymentMethods), credits: count, amount: money, created_at: instant }))),
});
export type Packages = Static<typeof packages>;

export const startPayment = object({
  package: id,
  method: oneOf(paymentMethods),
  discountcode: optional(text(60)),
  idempotency_key: uuid,
  recurring: optional(Type.Boolean({ description: 'Pay with the stored card' })),
  save_card: optional(Type.Boolean({ description: 'Keep the card for a next order; true when absent' })),
  consent: optional(Type.Boolean({ description: 'To the terms and the right of withdrawal: an order without it is refused' })),
  return_to: optional(text(300)),
  language: optional(oneOf(locales, { description: 'Of the page the payer comes back to' })),
});

export const paymentStarted = object({ payment_id: uuid, status: oneOf(paymentStatuses), redirect_url: optional(Type.String()) });

/** A receipt, or the credit note of a refund: receipt.php gives it as a PDF. */
export const paymentReceipt = object({ id: uuid, kind: oneOf(['receipt', 'credit_note']), number: Type.String() });
export type PaymentReceipt = Static<typeof paymentReceipt>;

/** A payment as its owner sees it. `loading` is the client's own first state. */
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
  /** The member's first purchase, which made the member premium. Only in payment.php. */
  first: optional(Type.Boolean()),
  /** Completed once, then taken back. */
  reversed: optional(oneOf(['chargeback', 'refund'])),
  refund: optional(nullable(refunded)),
  /** Until when the member may withdraw from it; null when it is no longer, or was never, possible. */
  withdraw_until: optional(nullable(instant)),
});
export type Payment = Static<typeof payment>;

/** The fields of a discount code. */
export const discountCode = object({
  code: Type.String(),
  country: nullable(Type.String()),
  user_id: nullable(id),
  expires: nullable(instant),
  value_percentage: count,
  currency: nullable(Type.String()),
  minimum_order_value: nullable(money),
  status: oneOf(['active', 'used', 'expired', 'disabled']),
  validity: oneOf(['once', 'once-per-user', 'unlimited']),
  expired: Type.Boolean(),
  paymentmethods: nullable(list(oneOf(paymentMethods))),
  seconds_left: optional(nullable(count)),
  /** Paid orders that used it; only for operators. */
  uses: optional(count),
});
export type DiscountCode = Static<typeof discountCode>;

/** One line of a member's own statement. */
export const ledgerLine = object({
  id,
  kind: Type.String(),
  credits: Type.Integer(),
  balance: count,
  with: nullable(Type.String()),
  created_at: instant,
});

export const directDebit = Type.Union([
  object({
    payment_id: optional(uuid),
    package: id,
    discountcode: optional(text(60)),
    idempotency_key: uuid,
    account_holder: text(200),
    iban: text(60),
    street: text(200),
    house_number: text(40),
    postal_code: text(40),
    city: text(200),
    mobile: text(60),
    consent: Type.Boolean(),
    return_to: optional(text(300)),
    language: optional(oneOf(locales)),
  }),
  object({ payment_id: uuid, code: text(20) }),
  object({ payment_id: uuid, resend: Type.Literal(true) }),
]);
export const directDebitAnswer = object({
  payment_id: uuid,
  status: oneOf(paymentStatuses),
  step: oneOf(['sms', 'done']),
  phone: optional(Type.String()),
  resend_in: optional(count),
});
