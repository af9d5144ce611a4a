import { sql } from 'kysely';
import { must } from '#contract/must.ts';
import { assertMayApprove } from '../../identity/index.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { isOnlyOperator, siteOf } from '../../site-settings/index.ts';
import { refundLimits } from '../operator-payments.ts';
import { announceBalance } from './announce-balance.ts';
import { bookRefund } from './book-refund.ts';
import { completeRefund } from './complete-refund.ts';
import { lockPayerAndPayment } from './lock-payer-and-payment.ts';
import type { RefundOperator } from './refund-operator.ts';
import { lockRefund, type RefundStatus } from './refund-row.ts';

/**
 * Decides a refund: approves or declines a request, or marks a manual refund as done. A second operator must
 * do either, not the one who requested the refund. A repeat returns the state. Throws `not_found` if the
 * refund does not exist, `own_decision` for the operator's own payment and for marking the operator's own
 * request as done, `beyond_own_limits` for approving more than the operator may refund at once, and `conflict` for approving the operator's own request and for a decision that the
 * refund's state no longer allows.
 */
export async function decideRefund(
  app: App,
  operator: RefundOperator,
  id: string,
  decision: 'approve' | 'decline' | 'done',
): Promise<RefundStatus> {
  const { rows } = await sql<{
    member_id: number;
    payment_id: string;
  }>`select member_id, payment_id from refunds where id = ${id}`.execute(app.db);
  const found = rows[0];
  if (!found) throw refuse('not_found');
  if (found.member_id === operator.id) throw refuse('own_decision');
  const status = await inTransaction(app.db, async (tx) => {
    const payment = await lockPayerAndPayment(tx, found.member_id, found.payment_id);
    const refund = must(await lockRefund(tx, id), 'refund');
    const wanted = { approve: 'approval', decline: 'approval', done: 'by_hand' }[decision];
    if (refund.status !== wanted) {
      if (refund.decided_by === operator.id) return refund.status;
      throw refuse('conflict');
    }
    const { host: site } = await siteOf(app, payment.host ?? undefined);
    const isAlone = () => isOnlyOperator(tx, operator.id, [site]);
    if (decision === 'done' && refund.asked_by === operator.id && !(await isAlone()))
      throw refuse('own_decision');
    if (decision === 'done') await completeRefund(app, tx, id, operator.id);
    if (decision === 'decline')
      await sql`update refunds set status = 'declined', decided_by = ${operator.id}, settled_at = app_now() where id = ${id}`.execute(
        tx,
      );
    if (decision === 'approve') {
      if (refund.asked_by === operator.id) throw refuse('conflict');
      await assertMayApprove(tx, operator.id, 'refund', refund.amount_cents);
      const { unused, leftCents } = await refundLimits(tx, payment);
      if (refund.amount_cents > leftCents) throw refuse('conflict');
      // The member may have used some of the credits in the meantime.
      const credits = Math.min(refund.credits, unused);
      await bookRefund(app, tx, {
        id,
        payment,
        kind: 'operator',
        credits,
        amountCents: refund.amount_cents,
        approvedBy: operator.id,
      });
    }
    await operator.audit(tx, {
      act: `refund.${decision}`,
      member: found.member_id,
      object: id,
      details: {
        payment: found.payment_id,
        cents: refund.amount_cents,
        credits: refund.credits,
        before: refund.status,
      },
    });
    return must(await lockRefund(tx, id), 'refund').status;
  });
  await announceBalance(app, found.member_id);
  return status;
}
