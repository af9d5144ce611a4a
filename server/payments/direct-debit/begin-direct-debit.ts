import { sql } from 'kysely';
import type { CallBody } from '#contract/calls.ts';
import { needsMandate } from '#contract/lists/payment-methods.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction, type Db } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { gatewayNamed } from '../gateways/index.ts';
import { payerOf, payingCountry } from '../payer.ts';
import { ownPayment, type PaymentRow } from '../payment-row.ts';
import { storeIntent, type OrderRequest } from '../store-intent.ts';
import { debitOf } from './debit-row.ts';
import { checkForm, decryptForm, encryptForm, hashIban, type DirectDebitForm } from './direct-debit-form.ts';
import { assertMayDebit } from './direct-debit-limits.ts';
import { RESEND_SECONDS, sendCode } from './sms-code.ts';
import { type Answer, smsStep } from './sms-step.ts';

type FormBody = Extract<CallBody<'directDebit'>, { iban: string }>;

/**
 * POST /api/directdebit.php with the form: stores the order and the encrypted mandate, and sends the code.
 * Repeating the same form within a minute sends no second code. Throws `invalid_fields` for an invalid form,
 * `method_unavailable` (also while the e-mail address is unconfirmed), and the errors of `assertMayDebit`,
 * `sendCode` and `startPayment`.
 */
export async function beginDirectDebit(app: App, body: FormBody, order: OrderRequest): Promise<Answer> {
  const begun = body.payment_id ? await ownPayment(app.db, order.memberId, body.payment_id) : null;
  if (body.payment_id && !(begun && needsMandate(begun.method))) throw refuse('not_found');
  if (begun && begun.status !== 'pending')
    return { payment_id: begun.id, status: begun.status, step: 'done' };
  // An invalid form must not store an order.
  const payer = await payerOf(app.db, order.memberId);
  if (!payer?.confirmed) throw refuse('method_unavailable');
  const country = begun?.country ?? (await payingCountry(app, payer, order.ip, order.host));
  const form = await checkForm(body, country);
  const payment = begun ?? (await storeIntent(app, order));
  if (!needsMandate(payment.method) || !gatewayNamed(app, payment.gateway).capabilities.directDebit)
    throw refuse('method_unavailable');
  await assertMayDebit(
    app.db,
    payment.member_id,
    hashIban(app.config.secret, form.iban),
    payment.amount_cents,
    payment.id,
  );
  await inTransaction(app.db, async (tx) => {
    const sendAgain = await storeForm(app, tx, payment, form);
    if (sendAgain) await sendCode(app, tx, payment, form.mobile, order.ip);
  });
  return smsStep(app.db, payment);
}

/**
 * Stores the form. Returns whether to send an SMS: for a new form, for another mobile number or account (a
 * code signs only the account it was sent for), or a minute after the last SMS.
 */
async function storeForm(app: App, tx: Db, payment: PaymentRow, form: DirectDebitForm): Promise<boolean> {
  const { secret } = app.config;
  const before = await debitOf(tx, payment.id, true);
  if (before?.confirmed_at) return false;
  await sql`
    insert into direct_debits (payment_id, member_id, form_encrypted, iban_hash, iban_last4, mobile_last2)
    values (${payment.id}, ${payment.member_id}, ${encryptForm(secret, payment.id, form)}, ${hashIban(secret, form.iban)}, ${form.iban.slice(-4)}, ${form.mobile.slice(-2)})
    on conflict (payment_id) do update set form_encrypted = excluded.form_encrypted, iban_hash = excluded.iban_hash,
      iban_last4 = excluded.iban_last4, mobile_last2 = excluded.mobile_last2`.execute(tx);
  if (!before || before.sent_ago >= RESEND_SECONDS) return true;
  const { mobile, iban } = decryptForm(secret, payment.id, before.form_encrypted);
  return mobile !== form.mobile || iban !== form.iban;
}
