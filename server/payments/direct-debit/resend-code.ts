import { must } from '#contract/must.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { ownPayment } from '../payment-row.ts';
import { debitOf } from './debit-row.ts';
import { decryptForm } from './direct-debit-form.ts';
import { RESEND_SECONDS, sendCode } from './sms-code.ts';
import { type Answer, smsStep } from './sms-step.ts';

/**
 * POST with `resend`: sends another code, at the earliest 60 seconds after the last. Throws `not_found` if
 * the member has no such debit, and `too_many_requests` before that time.
 */
export async function resendCode(app: App, memberId: number, paymentId: string, ip: string): Promise<Answer> {
  const payment = await ownPayment(app.db, memberId, paymentId);
  const debit = payment && (await debitOf(app.db, paymentId));
  if (!payment || !debit) throw refuse('not_found');
  if (debit.confirmed_at || payment.status !== 'pending')
    return { payment_id: payment.id, status: payment.status, step: 'done' };
  await inTransaction(app.db, async (tx) => {
    const locked = must(await debitOf(tx, paymentId, true), 'direct debit');
    if (locked.sent_ago < RESEND_SECONDS)
      throw refuse('too_many_requests', {}, RESEND_SECONDS - locked.sent_ago);
    await sendCode(
      app,
      tx,
      payment,
      decryptForm(app.config.secret, paymentId, locked.form_encrypted).mobile,
      ip,
    );
  });
  return smsStep(app.db, payment);
}
