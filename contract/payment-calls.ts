import { Type } from 'typebox';
import type { Call } from './call.ts';
import { directDebit, directDebitAnswer, discountCode, ledgerLine, packages, payment, paymentStarted, startPayment } from './payments.ts';
import { list, nullable, object, optional, page, text, uuid } from './schema.ts';

/** Credits and payments: packages, discount codes, orders, the ledger (payments.md). */
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
    query: Type.Object({ code: optional(text(60)), welcome: optional(text(10)) }),
    status: 200,
    reply: discountCode,
  },
  startPayment: {
    method: 'POST',
    path: '/api/payment.php',
    access: 'member',
    summary: 'Start a payment',
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
  statement: {
    method: 'GET',
    path: '/api/statement.php',
    access: 'member',
    summary: 'Credits, line by line',
    query: page,
    status: 200,
    reply: object({ lines: list(ledgerLine), next: nullable(Type.String()) }),
  },
  paymentWebhook: {
    method: 'POST',
    path: '/api/payment-webhook.php',
    access: 'public',
    summary: "The gateway's notification",
    accepts: 'form',
    query: Type.Object({}),
    status: 200,
    reply: Type.Any(),
  },
  directDebit: {
    method: 'POST',
    path: '/api/directdebit.php',
    access: 'member',
    summary: 'Direct debit and its SMS step',
    body: directDebit,
    status: 200,
    reply: directDebitAnswer,
  },
} as const satisfies Record<string, Call>;
