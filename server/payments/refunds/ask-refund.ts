import { sql } from 'kysely';
import { centsOf, money } from '#contract/money.ts';
import { must } from '#contract/must.ts';
import type { Money } from '#contract/schema.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction, type Tx } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { queueMemberEvent } from '../../webhooks/index.ts';
import { refundLimits } from '../operator-payments.ts';
import { paymentOf, type PaymentRow } from '../payment-row.ts';
import { announceBalance } from './announce-balance.ts';
import { bookRefund } from './book-refund.ts';
import { lockPayerAndPayment } from './lock-payer-and-payment.ts';
import { needsSecond } from './refund-approval.ts';
import type { RefundOperator } from './refund-operator.ts';
import { lockRefund, type RefundStatus } from './refund-row.ts';

export interface RefundRequest {
  id: string;
  payment: string;
  amount: Money;
  credits: number;
  reason: string;
}

/**
 * An operator's refund of a payment, whole or in part. Above the site's limit (`refund_approval_cents`) or
 * the operator's own it waits for a second operator, and no credits are taken before the approval. The audit log records the
 * reason. Throws `not_found` if the payment does not exist, `own_decision` for the operator's own payment,
 * and `conflict` if the refund exceeds the remaining money or the unused credits.
 */
export async function askRefund(
  app: App,
  operator: RefundOperator,
  request: RefundRequest,
): Promise<RefundStatus> {
  const memberId = (await paymentOf(app.db, request.payment))?.member_id;
  if (memberId === undefined) throw refuse('not_found');
  if (memberId === operator.id) throw refuse('own_decision');
  const status = await inTransaction(app.db, async (tx) => {
    const payment = await lockPayerAndPayment(tx, memberId, request.payment);
    const known = await lockRefund(tx, request.id);
    if (known) return known.status;
    const amountCents = await checked(tx, payment, request);
    if (await needsSecond(app, tx, payment, amountCents, operator.id)) {
      await sql`
        insert into refunds (id, payment_id, member_id, kind, credits, amount_cents, currency, status, reason, asked_by)
        values (${request.id}, ${payment.id}, ${memberId}, 'operator', ${request.credits}, ${amountCents}, ${payment.currency}, 'approval', ${request.reason},
          ${operator.id})`.execute(tx);
      await queueMemberEvent(app, tx, 'refund.asked', memberId, {
        refund: request.id,
        payment: payment.id,
        ...money(amountCents, payment.currency),
      });
    } else
      await bookRefund(app, tx, {
        ...request,
        payment,
        kind: 'operator',
        amountCents,
        operatorId: operator.id,
      });
    await operator.audit(tx, {
      act: 'refund.ask',
      member: memberId,
      object: request.id,
      details: { payment: payment.id, cents: amountCents, credits: request.credits },
    });
    return must(await lockRefund(tx, request.id), 'refund').status;
  });
  if (status !== 'approval') await announceBalance(app, memberId);
  return status;
}

async function checked(tx: Tx, payment: PaymentRow, { amount, credits }: RefundRequest): Promise<number> {
  const cents = amount.currency === payment.currency ? centsOf(amount.amount) : null;
  const { unused, leftCents } = await refundLimits(tx, payment);
  if (cents === null || cents < 1 || cents > leftCents || credits > unused) throw refuse('conflict');
  return cents;
}
