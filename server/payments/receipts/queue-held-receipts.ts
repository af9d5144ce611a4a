import { sql } from 'kysely';
import { must } from '#contract/must.ts';
import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import { lockPayer } from '../payer.ts';
import type { PaymentRow } from '../payment-row.ts';
import { queueReceipt } from './queue-receipt.ts';
import { receiptOf } from './receipts.ts';

/**
 * Queues the receipts that waited for the member to confirm the address, in the transaction that confirms it.
 */
export async function queueHeldReceipts(app: App, tx: Tx, memberId: number): Promise<void> {
  const { rows } = await sql<PaymentRow>`
    select * from payments p where member_id = ${memberId} and exists (select from receipts r where r.payment_id = p.id and r.kind = 'receipt')
    order by settled_at`.execute(tx);
  const payer = rows.length > 0 ? await lockPayer(tx, memberId) : null;
  if (!payer) return;
  for (const payment of rows) {
    await queueReceipt(
      app,
      tx,
      payment,
      payer,
      must(await receiptOf(tx, payment.id), 'receipt of the payment'),
    );
  }
}
