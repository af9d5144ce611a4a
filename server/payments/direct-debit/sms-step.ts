import type { CallReply } from '#contract/calls.ts';
import { must } from '#contract/must.ts';
import type { Db } from '../../platform/database/index.ts';
import type { PaymentRow } from '../payment-row.ts';
import { debitOf } from './debit-row.ts';
import { RESEND_SECONDS } from './sms-code.ts';

export type Answer = CallReply<'directDebit'>;

export async function smsStep(db: Db, payment: PaymentRow): Promise<Answer> {
  const debit = must(await debitOf(db, payment.id), 'direct debit');
  return {
    payment_id: payment.id,
    status: 'pending',
    step: 'sms',
    phone: `•••• ${debit.mobile_last2}`,
    resend_in: Math.max(0, Math.ceil(RESEND_SECONDS - debit.sent_ago)),
  };
}
