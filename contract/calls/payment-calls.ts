import { Type } from 'typebox';
import type { Call, RateLimit } from '../call.ts';
import { directDebit, directDebitAnswer, discountCode, ledgerLine, packages, payment, paymentStarted, startPayment } from '../payments.ts';
import { withdrawableOrder, withdrawal, withdrawn } from '../refunds.ts';
import { count, list, nullable, object, optional, page, text, uuid } from '../schema.ts';

/** Codes are guessable words. */
const codeTries = { name: 'discount-code', points: 30, seconds: 600, by: 'address' } as const satisfies RateLimit;
/** A person does not start one every ten seconds. */
const orders = { name: 'payment', points: 60, seconds: 600, by: 'member' } as const satisfies RateLimit;

/** Credits and payments: packages, discount codes, orders, the ledger. */
export const paymentCalls = {
  packages: {
    method: 'GET',
    path: '/api/packages.php',
    access: 'public',
    summary: "Packages and methods of the payer's country",
    status: 200,
    reply: packages,
  },
  discountCode: {
    method: 'GET',
    path: '/api/discountcode.php',
    access: 'public',
    summary: 'A discount code, or the active welcome discount',
    changesState: true,
    limits: [{ ...codeTries, field: 'code' }],
    query: Type.Object({ code: optional(text(60)), welcome: optional(text(10)) }),
    status: 200,
    reply: discountCode,
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
    summary: 'A receipt or credit note as a PDF, by the id of its payment or refund', // Drawing one takes the processor's time: enough for a year's worth of them at once.
    limits: [{ name: 'receipt', points: 60, seconds: 600, by: 'member' }],
    query: Type.Object({ id: uuid }),
    streams: true,
    status: 200,
    reply: Type.Any(),
  },
  withdrawals: {
    method: 'GET',
    path: '/api/withdrawals.php',
    access: 'member',
    summary: 'Orders that may still be withdrawn from',
    status: 200,
    reply: object({ orders: list(withdrawableOrder) }),
  },
  withdraw: {
    method: 'POST',
    path: '/api/withdrawal.php',
    access: 'public',
    summary: 'Withdraw from a purchase', // A mail goes out for each.
    limits: [{ name: 'withdrawal', points: 10, seconds: 3600, by: 'caller' }],
    body: withdrawal,
    status: 201,
    reply: withdrawn,
  },
  retentionOffer: {
    method: 'POST',
    path: '/api/retention-offer.php',
    access: 'member',
    summary: 'The offer to a member who is about to delete the account, if there is one',
    body: object({}),
    status: 200,
    reply: object({ offer: nullable(discountCode) }),
  },
  statement: {
    method: 'GET',
    path: '/api/statement.php',
    access: 'member',
    summary: 'Credits, line by line',
    query: page,
    status: 200,
    reply: object({ lines: list(ledgerLine), debt: optional(count), next: nullable(Type.String()) }),
  },
  paymentWebhook: {
    method: 'POST',
    path: '/api/payment-webhook.php',
    access: 'public',
    summary: "The gateway's notification",
    accepts: 'form',
    query: Type.Object({ gateway: optional(text(20)) }),
    status: 200,
    reply: Type.Any(),
  },
  paymentPostback: {
    method: 'GET',
    path: '/api/payment-webhook.php',
    access: 'public',
    summary: "The gateway's notification, of gateways that write it into the address",
    query: Type.Object({}),
    status: 200,
    reply: Type.Any(),
  },
  directDebit: {
    method: 'POST',
    path: '/api/directdebit.php',
    access: 'member',
    summary: 'Direct debit and its SMS step',
    limits: [orders],
    body: directDebit,
    status: 200,
    reply: directDebitAnswer,
  },
} as const satisfies Record<string, Call>;
