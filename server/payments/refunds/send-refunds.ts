import { sql } from 'kysely';
import { money } from '#contract/money.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction, type Tx } from '../../platform/database/index.ts';
import { outsideLadder } from '../../platform/retry.ts';
import { GatewayRefused } from '../gateways/gateway.ts';
import { gatewayNamed } from '../gateways/index.ts';
import { lockPayer } from '../payer.ts';
import { lockPayment, type PaymentRow } from '../payment-row.ts';
import { lockRefund, type RefundRow } from './refund-row.ts';

const BATCH = 50;

/**
 * Brings promised refunds to their gateways: right after the commit that promised them, and every minute those whose
 * gateway was away or whose process died. The refund's id makes a repeat harmless.
 */
export async function sendRefunds(app: App): Promise<void> {
  for (;;) {
    const due = await claimDue(app);
    for (const refund of due) await sendRefund(app, refund);
    if (due.length < BATCH) return;
  }
}

/** Takes due refunds and sets when they are due again, in one statement: senders beside each other take different ones. */
async function claimDue(app: App): Promise<RefundRow[]> {
  const { rows } = await sql<RefundRow>`
    update refunds set tries = tries + 1,
      next_try_at = app_now() + (array[${sql.join(outsideLadder.map((seconds) => sql`${seconds}::int`))}])[least(tries + 1, ${outsideLadder.length}::int)] * interval '1 second'
    where id in (
      select id from refunds where status = 'pending' and next_try_at <= app_now() order by next_try_at limit ${BATCH} for update skip locked
    ) returning *`.execute(app.db);
  return rows;
}

async function sendRefund(app: App, refund: RefundRow): Promise<void> {
  const { rows } = await sql<PaymentRow>`select * from payments where id = ${refund.payment_id}`.execute(app.db);
  const payment = rows[0]!;
  const about = { refund: refund.id, payment: payment.id, gateway: payment.gateway };
  try {
    await gatewayNamed(app, payment.gateway).refund(
      { paymentId: payment.id, reference: payment.gateway_reference, amountCents: payment.amount_cents, currency: payment.currency },
      { id: refund.id, amountCents: refund.amount_cents },
    );
  } catch (error) {
    if (error instanceof GatewayRefused) {
      app.log.error({ err: error, ...about, alert: 'payments' }, 'a gateway refuses a refund: it has to be given back by hand');
      await sql`update refunds set status = 'by_hand', failure_reason = ${error.message.slice(0, 300)} where id = ${refund.id} and status = 'pending'`.execute(
        app.db,
      );
    } else app.log.warn({ err: error, ...about, ...(refund.tries > 5 ? { alert: 'payments' } : {}) }, 'a refund could not be brought to its gateway');
    return;
  }
  await inTransaction(app.db, (tx) => completeRefund(app, tx, refund.id, null));
  app.events.emit(refund.member_id, 'changed', { what: 'payments' });
}

/**
 * The money is on its way back: marks the refund, and the payment when nothing of it is left, and tells the member.
 * Returns false when it was done or declined before.
 */
export async function completeRefund(app: App, tx: Tx, id: string, operatorId: number | null): Promise<boolean> {
  const { rows } = await sql<{ member_id: number; payment_id: string }>`select member_id, payment_id from refunds where id = ${id}`.execute(tx);
  if (!rows[0]) return false;
  // The same order of locks as everywhere: member, payment, refund.
  const payer = await lockPayer(tx, rows[0].member_id);
  const payment = (await lockPayment(tx, rows[0].payment_id))!;
  const refund = (await lockRefund(tx, id))!;
  if (refund.status !== 'pending' && refund.status !== 'by_hand') {
    if (refund.status === 'declined')
      app.log.error({ refund: id, payment: payment.id, alert: 'payments' }, 'a refund was given back after it had been stopped');
    return false;
  }
  await sql`update refunds set status = 'completed', settled_at = app_now(), decided_by = coalesce(${operatorId}, decided_by) where id = ${id}`.execute(tx);
  await sql`
    update payments set refunded_at = app_now() where id = ${payment.id} and refunded_at is null
      and amount_cents <= (select sum(amount_cents) from refunds where payment_id = ${payment.id} and status = 'completed')`.execute(tx);
  if (payer?.email) {
    await app.mailer.send(
      tx,
      'refund',
      { email: payer.email, name: payer.name, locale: payer.language, memberId: payer.id, host: payment.host },
      { name: payer.name, payment_id: payment.id, amount: money(refund.amount_cents, refund.currency), credits: refund.credits },
    );
  }
  return true;
}

/** Stops refunds of a payment that are not out yet: its money was taken back in another way. */
export async function declineRefunds(tx: Tx, paymentId: string, why: string): Promise<void> {
  await sql`
    update refunds set status = 'declined', failure_reason = ${why}, settled_at = app_now()
    where payment_id = ${paymentId} and status in ('approval', 'pending', 'by_hand')`.execute(tx);
}
