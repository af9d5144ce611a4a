import { sql } from 'kysely';
import { money } from '#contract/money.ts';
import { must } from '#contract/must.ts';
import { recordActivity } from '../../activity/index.ts';
import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import { lockPayer } from '../payer.ts';
import { lockPayment } from '../payment-row.ts';
import { lockRefund } from './refund-row.ts';

/**
 * Marks a refund as completed, and also the payment if no money of it is left, and notifies the member.
 * Returns false if the refund was completed or declined before.
 */
export async function completeRefund(
  app: App,
  tx: Tx,
  id: string,
  operatorId: number | null,
): Promise<boolean> {
  const { rows } = await sql<{
    member_id: number;
    payment_id: string;
  }>`select member_id, payment_id from refunds where id = ${id}`.execute(tx);
  if (!rows[0]) return false;
  // Every operation on money locks member, payment and refund in this order.
  const payer = await lockPayer(tx, rows[0].member_id);
  const payment = must(await lockPayment(tx, rows[0].payment_id), 'payment of the refund');
  const refund = must(await lockRefund(tx, id), 'refund');
  if (!(['pending', 'claimable', 'by_hand'] as const).some((status) => status === refund.status)) {
    if (refund.status === 'declined')
      app.log.error(
        { refund: id, payment: payment.id, alert: 'payments' },
        'a gateway paid a refund that had been declined',
      );
    return false;
  }
  await sql`update refunds set status = 'completed', claim_url = null, settled_at = app_now(), decided_by = coalesce(${operatorId}, decided_by) where id = ${id}`.execute(
    tx,
  );
  await sql`
    update payments set refunded_at = app_now() where id = ${payment.id} and refunded_at is null
      and amount_cents <= (select sum(amount_cents) from refunds where payment_id = ${payment.id} and status = 'completed')`.execute(
    tx,
  );
  if (!payer) return true;
  const amount = money(refund.amount_cents, refund.currency);
  await recordActivity(app, tx, {
    member: payer.id,
    kind: 'refund',
    key: id,
    details: { money: amount, payment: payment.id },
  });
  if (payer.email) {
    await app.mailer.send(
      tx,
      'refund',
      {
        email: payer.email,
        name: payer.name,
        locale: payer.language,
        memberId: payer.id,
        host: payment.host,
      },
      {
        name: payer.name,
        payment_id: payment.id,
        amount,
        credits: refund.credits,
      },
    );
  }
  return true;
}
