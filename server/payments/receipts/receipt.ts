import { sql } from 'kysely';
import { money } from '#contract/money.ts';
import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import { settingsOf } from '../../site-settings/index.ts';
import { methodName } from '../gateways/methods.ts';
import { lockPayer, type Payer } from '../payer.ts';
import type { PaymentRow } from '../payment-row.ts';
import { receiptOf } from './receipts.ts';

/**
 * Queues the mail of a receipt in the transaction that completes the payment: it goes out once, because that happens once.
 * An address that nobody has confirmed may be a stranger's: its receipts wait for `queueHeldReceipts`.
 */
export async function queueReceipt(app: App, tx: Tx, payment: PaymentRow, payer: Payer, number: string): Promise<void> {
  if (!payer.email || !payer.confirmed) return;
  const { refund_days } = await settingsOf(app, payment.host ?? undefined);
  await app.mailer.send(
    tx,
    'receipt',
    { email: payer.email, name: payer.name, locale: payer.language, memberId: payer.id, host: payment.host },
    {
      name: payer.name,
      payment_id: payment.id,
      number,
      credits: payment.credits,
      amount: money(payment.amount_cents, payment.currency),
      transaction_costs: payment.costs_cents > 0 ? money(payment.costs_cents, payment.currency) : null,
      vat_percentage: Number(payment.vat_percentage),
      method: methodName(payment.method, payer.language),
      paid_at: (payment.settled_at ?? new Date()).toISOString(),
      refund_days,
    },
  );
}

/** Queues the mails of receipts that were held back while the member's address was not confirmed, in the transaction that confirms it. */
export async function queueHeldReceipts(app: App, tx: Tx, memberId: number): Promise<void> {
  const { rows } = await sql<PaymentRow>`
    select * from payments p where member_id = ${memberId} and exists (select from receipts r where r.payment_id = p.id and r.kind = 'receipt')
    order by settled_at`.execute(tx);
  const payer = rows.length > 0 ? await lockPayer(tx, memberId) : null;
  if (!payer) return;
  for (const payment of rows) await queueReceipt(app, tx, payment, payer, (await receiptOf(tx, payment.id))!.number);
}
