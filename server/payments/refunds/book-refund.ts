import { sql } from 'kysely';
import { takeBackCredits, type Booked } from '../../credits/index.ts';
import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import type { PaymentRow } from '../payment-row.ts';
import { creditNoteFor } from '../receipts/receipts.ts';
import { tellWebhooks } from '../tell-webhooks.ts';
import { refundedCents, type RefundKind } from './refund-row.ts';

export const SEND_REFUNDS_JOB = 'send-refunds';

export interface NewRefund {
  id: string;
  payment: PaymentRow;
  kind: RefundKind;
  credits: number;
  amountCents: number;
  reason?: string | null;
  operatorId?: number | null;
  approvedBy?: number;
}

/**
 * Books a refund: takes the credits back and stores the refund in one transaction; a job calls the gateway
 * after the commit. If the gateway has no API for refunds, it becomes an operator's task. The caller must
 * hold the locks on the member's and the payment's rows, and must have checked credits and amount. Returns
 * the new balance, or null if no credits are taken back.
 */
export async function bookRefund(app: App, tx: Tx, refund: NewRefund): Promise<Booked | null> {
  const { id, payment, kind, credits, amountCents } = refund;
  const byProgram =
    app.parts.gateways.all.find(({ name }) => name === payment.gateway)?.capabilities.refunds ?? false;
  const status = amountCents === 0 ? 'completed' : byProgram ? 'pending' : 'by_hand';
  const booked =
    credits > 0
      ? await takeBackCredits(tx, {
          member: payment.member_id,
          kind: 'refund',
          credits,
          key: `refund:${id}`,
          payment: payment.id,
        })
      : null;
  await sql`
    insert into refunds (id, payment_id, member_id, kind, credits, amount_cents, currency, status, reason, asked_by, next_try_at, settled_at)
    values (${id}, ${payment.id}, ${payment.member_id}, ${kind}, ${credits}, ${amountCents}, ${payment.currency}, ${status}, ${refund.reason ?? null},
      ${refund.operatorId ?? null}, app_now(), case when ${status} = 'completed' then app_now() end)
    on conflict (id) do update set status = excluded.status, credits = excluded.credits, decided_by = ${refund.approvedBy ?? null}, approved_by = ${refund.approvedBy ?? null}, next_try_at = app_now()`.execute(
    tx,
  );
  await endPremium(tx, payment.member_id);
  await creditNoteFor(app, tx, { id, payment, amountCents, credits });
  if (amountCents > 0)
    await tellWebhooks(app, tx, payment, { event: 'payment.refunded', refund: id, amountCents });
  if (status === 'pending') await app.jobs.add(tx, SEND_REFUNDS_JOB);
  return booked;
}

/**
 * A purchase makes the member premium permanently, even without credits. Premium ends only if every purchase
 * was fully refunded. The welcome offer does not start again.
 */
async function endPremium(tx: Tx, memberId: number): Promise<void> {
  await sql`
    update members m set paid_user = false, welcome_ended_at = coalesce(welcome_ended_at, app_now())
    where id = ${memberId} and paid_user and not exists (
      select from entries_of(${memberId}) e left join payments p on p.id = e.payment_id
      where e.kind = 'purchase' and p.charged_back_at is null and p.refunded_at is null
        and (p.id is null or p.amount_cents > ${refundedCents(sql`p.id`)})
    )`.execute(tx);
}
