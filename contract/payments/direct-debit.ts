import { Type } from 'typebox';
import type { Call } from '../call.ts';
import { locales } from '../lists/locales.ts';
import { count, id, object, oneOf, optional, text, uuid } from '../schema.ts';
import { orders, paymentStatuses } from './orders.ts';

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

export const directDebitCalls = {
  directDebit: {
    method: 'POST',
    path: '/api/directdebit.php',
    access: 'member',
    summary: 'Pay by SEPA direct debit, confirmed by an SMS code',
    limits: [orders],
    body: directDebit,
    status: 200,
    reply: directDebitAnswer,
  },
} as const satisfies Record<string, Call>;
