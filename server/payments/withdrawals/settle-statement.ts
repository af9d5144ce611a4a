import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { must } from '#contract/must.ts';
import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import { databaseNow } from '../../platform/database/now.ts';
import type { PaymentRow } from '../payment-row.ts';
import { bookRefund } from '../refunds/book-refund.ts';
import { pollAfterSeconds } from '../rules.ts';
import { acknowledgeStatement } from './acknowledge-statement.ts';
import { type Statement, type Stored, storeStatement } from './statement.ts';
import { withdrawUntil, type Withdrawable } from './withdrawable.ts';

interface StatedWithdrawal {
  payment: PaymentRow;
  order: Withdrawable | null;
  statement: Statement;
  kind: 'withdrawal' | 'deletion';
}

export interface SettledStatement {
  stored: Stored;
  /** The unpaid order that the statement cancelled. The caller closes it at its gateway after the commit. */
  closed: PaymentRow | null;
}

export async function settleStatement(
  app: App,
  tx: Tx,
  { payment, order, statement, kind }: StatedWithdrawal,
): Promise<SettledStatement> {
  const refundId = order && order.unused > 0 ? await refundOrder(app, tx, order, kind) : null;
  const closed = payment.status === 'pending' ? payment : null;
  if (closed) await cancelOrder(tx, closed);
  const isLate = !order && (await isTooLate(app, tx, payment));
  const outcome = refundId ? 'refunded' : isLate ? 'late' : 'nothing_unused';
  const found = { memberId: payment.member_id, paymentId: payment.id, refundId, outcome } as const;
  const stored = must(await storeStatement(tx, statement, found), 'statement that was just stored');
  await acknowledgeStatement(app, tx, statement, stored, payment);
  return { stored, closed };
}

async function refundOrder(
  app: App,
  tx: Tx,
  { payment, unused, amountCents }: Withdrawable,
  kind: 'withdrawal' | 'deletion',
): Promise<string> {
  const id = randomUUID();
  await bookRefund(app, tx, { id, payment, kind, credits: unused, amountCents });
  return id;
}

const isTooLate = async (app: App, tx: Tx, payment: PaymentRow): Promise<boolean> =>
  payment.status === 'completed' && (await withdrawUntil(app, payment)) <= (await databaseNow(tx));

/**
 * Cancels an unpaid order. The caller closes it at the gateway after the commit; money that still arrives is
 * refunded.
 */
async function cancelOrder(tx: Tx, payment: PaymentRow): Promise<void> {
  await sql`
    update payments set status = 'cancelled', failure_reason = 'withdrawn', settled_at = app_now(), poll_tries = 0,
      next_poll_at = app_now() + ${pollAfterSeconds(0)} * interval '1 second'
    where id = ${payment.id}`.execute(tx);
}
