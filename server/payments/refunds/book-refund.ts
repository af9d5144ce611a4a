import { sql } from 'kysely';
import { takeBackCredits, type Booked } from '../../credits/index.ts';
import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import type { PaymentRow } from '../payment-row.ts';
import { tellWebhooks } from '../tell-webhooks.ts';
import { creditNoteFor } from '../receipts/receipts.ts';
import { refundedCents, type RefundKind } from './refund-row.ts';

/** The job that brings stored refunds to their gateways. */
export const SEND_REFUNDS_JOB = 'send-refunds';

export interface NewRefund {
  /** One refund an id, for ever. */
  id: string;
  payment: PaymentRow;
  kind: RefundKind;
  /** Taken back from the member; at most the unused ones of the order. */
  credits: number;
  amountCents: number;
  reason?: string | null;
  operatorId?: number | null;
  /** An approved request that is stored already. */
  approvedBy?: number;
}

/**
 * Books a refund: the credits go back and the money is promised in one transaction; the gateway is asked by a job after
 * its commit. A gateway that cannot give money back by program makes it a task for an operator. The caller holds the
 * member's and the payment's row locked and has decided that credits and amount are right. Returns the new balance, null
 * when no credits go back with it.
 */
export async function bookRefund(app: App, tx: Tx, refund: NewRefund): Promise<Booked | null> {
  const { id, payment, kind, credits, amountCents } = refund;
  const byProgram = app.parts.gateways.all.find(({ name }) => name === payment.gateway)?.capabilities.refunds ?? false;
  const status = amountCents === 0 ? 'completed' : byProgram ? 'pending' : 'by_hand';
  const booked =
    credits > 0 ? await takeBackCredits(tx, { member: payment.member_id, kind: 'refund', credits, key: `refund:${id}`, payment: payment.id }) : null;
  await sql`
    insert into refunds (id, payment_id, member_id, kind, credits, amount_cents, currency, status, reason, asked_by, next_try_at, settled_at)
    values (${id}, ${payment.id}, ${payment.member_id}, ${kind}, ${credits}, ${amountCents}, ${payment.currency}, ${status}, ${refund.reason ?? null},
      ${refund.operatorId ?? null}, app_now(), case when ${status} = 'completed' then app_now() end)
    on conflict (id) do update set status = excluded.status, credits = excluded.credits, decided_by = ${refund.approvedBy ?? null}, next_try_at = app_now()`.execute(
    tx,
  );
  await endPremium(tx, payment.member_id);
  await creditNoteFor(app, tx, { id, payment, amountCents, credits });
  if (amountCents > 0) await tellWebhooks(app, tx, payment, { event: 'payment.refunded', refund: id, amountCents });
  if (status === 'pending') await app.jobs.add(tx, SEND_REFUNDS_JOB);
  return booked;
}

/**
 * Premium comes with a purchase and stays for ever, also without credits. It ends only when not one purchase stands: when
 * the money of each was given back wholly. The welcome offer does not begin again.
 */
async function endPremium(tx: Tx, memberId: number): Promise<void> {
  await sql`
    update members m set paid_user = false, welcome_ended_at = coalesce(welcome_ended_at, app_now())
    where id = ${memberId} and paid_user and not exists (
      select from ledger_entries e left join payments p on p.id = e.payment_id
      where e.member_id = ${memberId} and e.kind = 'purchase' and p.charged_back_at is null and p.refunded_at is null
        and (p.id is null or p.amount_cents > ${refundedCents(sql`p.id`)})
    )`.execute(tx);
}
