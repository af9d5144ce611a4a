import { sql } from 'kysely';
import type { Money } from '#contract/schema.ts';
import { centsOf } from '#contract/money.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction, type Tx } from '../../platform/database/index.ts';
import type { AuditNote } from '../../platform/http/context.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { settingsOf } from '../../site-settings/index.ts';
import { bookRefund } from './book-refund.ts';
import { refundLimits } from '../operator-payments.ts';
import { lockPayer } from '../payer.ts';
import { lockPayment, paymentOf, type PaymentRow } from '../payment-row.ts';
import { lockRefund, type RefundStatus } from './refund-row.ts';
import { completeRefund } from './send-refunds.ts';
import { tellOpenPages } from './withdraw.ts';

/** Who asks or decides, and how it is noted. */
interface Operator {
  id: number;
  audit: AuditNote;
}

export interface RefundRequest {
  /** Made by the browser: a repeat is the same refund. */
  id: string;
  payment: string;
  amount: Money;
  /** Taken back with it; at most the unused ones of the order. */
  credits: number;
  reason: string;
}

/**
 * An operator's refund of a payment, whole or in part. Above the site's limit (`refund_approval_cents`) it waits for a
 * second operator and nothing is taken before. Each is noted with its reason.
 *
 * Refuses `not_found`, `conflict` when it is more than is left of the money or the unused credits.
 */
export async function askRefund(app: App, operator: Operator, request: RefundRequest): Promise<RefundStatus> {
  const memberId = (await paymentOf(app.db, request.payment))?.member_id;
  if (memberId === undefined) throw refuse('not_found');
  const status = await inTransaction(app.db, async (tx) => {
    const payment = await lockBoth(tx, memberId, request.payment);
    const known = await lockRefund(tx, request.id);
    if (known) return known.status;
    const amountCents = await checked(tx, payment, request);
    if (await needsSecond(app, tx, payment, amountCents, operator.id)) {
      await sql`
        insert into refunds (id, payment_id, member_id, kind, credits, amount_cents, currency, status, reason, asked_by)
        values (${request.id}, ${payment.id}, ${memberId}, 'operator', ${request.credits}, ${amountCents}, ${payment.currency}, 'approval', ${request.reason},
          ${operator.id})`.execute(tx);
    } else await bookRefund(app, tx, { ...request, payment, kind: 'operator', amountCents, operatorId: operator.id });
    await operator.audit(tx, {
      act: 'refund.ask',
      member: memberId,
      object: request.id,
      details: { payment: payment.id, cents: amountCents, credits: request.credits },
    });
    return (await lockRefund(tx, request.id))!.status;
  });
  if (status !== 'approval') await tell(app, memberId);
  return status;
}

/**
 * Decides a refund: approves or declines what waits for a second operator, who has to be another than the first, or says
 * that one was given back by hand. A repeat returns the state.
 *
 * Refuses `not_found`, `conflict` for one's own request and for what is no longer possible.
 */
export async function decideRefund(app: App, operator: Operator, id: string, decision: 'approve' | 'decline' | 'done'): Promise<RefundStatus> {
  const { rows } = await sql<{ member_id: number; payment_id: string }>`select member_id, payment_id from refunds where id = ${id}`.execute(app.db);
  const found = rows[0];
  if (!found) throw refuse('not_found');
  const status = await inTransaction(app.db, async (tx) => {
    const payment = await lockBoth(tx, found.member_id, found.payment_id);
    const refund = (await lockRefund(tx, id))!;
    const wanted = { approve: 'approval', decline: 'approval', done: 'by_hand' }[decision];
    if (refund.status !== wanted) {
      if (refund.decided_by === operator.id) return refund.status;
      throw refuse('conflict');
    }
    if (decision === 'done') await completeRefund(app, tx, id, operator.id);
    if (decision === 'decline')
      await sql`update refunds set status = 'declined', decided_by = ${operator.id}, settled_at = app_now() where id = ${id}`.execute(tx);
    if (decision === 'approve') {
      if (refund.asked_by === operator.id) throw refuse('conflict');
      const { unused, leftCents } = await refundLimits(tx, payment);
      if (refund.amount_cents > leftCents) throw refuse('conflict');
      // Some may have been used while it waited.
      const credits = Math.min(refund.credits, unused);
      await bookRefund(app, tx, { id, payment, kind: 'operator', credits, amountCents: refund.amount_cents, approvedBy: operator.id });
    }
    await operator.audit(tx, { act: `refund.${decision}`, member: found.member_id, object: id, details: { payment: found.payment_id } });
    return (await lockRefund(tx, id))!.status;
  });
  await tell(app, found.member_id);
  return status;
}

/** A statement of withdrawal that named no order has been answered by a person. Refuses `not_found`. */
export async function handleWithdrawal(app: App, operator: Operator, id: string): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    const { rows } = await sql<{ handled: boolean }>`
      select handled_at is not null as handled from withdrawals where id = ${id} and outcome = 'unmatched' for update`.execute(tx);
    if (!rows[0]) throw refuse('not_found');
    if (rows[0].handled) return;
    await sql`update withdrawals set handled_at = app_now(), handled_by = ${operator.id} where id = ${id}`.execute(tx);
    await operator.audit(tx, { act: 'withdrawal.handled', object: id });
  });
}

/** The locks of everything that moves money: member, then payment. */
async function lockBoth(tx: Tx, memberId: number, paymentId: string): Promise<PaymentRow> {
  await lockPayer(tx, memberId);
  return (await lockPayment(tx, paymentId))!;
}

async function checked(tx: Tx, payment: PaymentRow, { amount, credits }: RefundRequest): Promise<number> {
  const cents = amount.currency === payment.currency ? centsOf(amount.amount) : null;
  const { unused, leftCents } = await refundLimits(tx, payment);
  if (cents === null || cents < 1 || cents > leftCents || credits > unused) throw refuse('conflict');
  return cents;
}

/**
 * Whether a second operator has to agree. The limit is for all refunds of the payment together, and for all that one
 * operator gives alone within 24 hours: a large refund in small parts is still a large one.
 */
async function needsSecond(app: App, tx: Tx, payment: PaymentRow, cents: number, operatorId: number): Promise<boolean> {
  const { refund_approval_cents: limits } = await settingsOf(app, payment.host ?? undefined);
  const limit = limits[payment.currency] ?? -1;
  // Two requests of one operator at the same moment, for two payments, are counted one after the other.
  await sql`select pg_advisory_xact_lock(hashtextextended('refunds of operator ' || ${operatorId}, 0))`.execute(tx);
  const { rows } = await sql<{ payment: number; day: number }>`
    select
      coalesce(sum(amount_cents) filter (where payment_id = ${payment.id} and status <> 'declined'), 0)::int as payment,
      coalesce(sum(amount_cents) filter (
        where asked_by = ${operatorId} and decided_by is distinct from asked_by and currency = ${payment.currency}
          and status in ('pending', 'by_hand', 'completed') and created_at > app_now() - interval '1 day'
      ), 0)::int as day
    from refunds where payment_id = ${payment.id} or (asked_by = ${operatorId} and created_at > app_now() - interval '1 day')`.execute(tx);
  const { payment: ofPayment, day } = rows[0]!;
  return Math.max(ofPayment, day) + cents > limit;
}

async function tell(app: App, memberId: number): Promise<void> {
  const { rows } = await sql<{ credits: number; paid_user: boolean }>`select credits, paid_user from members where id = ${memberId}`.execute(app.db);
  if (rows[0]) tellOpenPages(app, memberId, rows[0]);
}
