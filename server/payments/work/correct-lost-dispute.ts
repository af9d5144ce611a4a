import { v5 as uuidV5 } from 'uuid';
import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import { lockPayment } from '../payment-row.ts';
import { creditNoteFor } from '../receipts/receipts.ts';
import { refundedCentsOf } from '../refunds/refund-row.ts';

const creditNoteId = (payment: string) => uuidV5('lost dispute', payment);

/**
 * Issues the credit note of a lost dispute over what refunds have left of the payment: the buyer has not paid, so
 * neither revenue nor VAT is owed. A repeat changes nothing.
 */
export async function correctLostDispute(app: App, tx: Tx, paymentId: string): Promise<void> {
  const payment = await lockPayment(tx, paymentId);
  if (!payment) return;
  const amountCents = payment.amount_cents - (await refundedCentsOf(tx, paymentId));
  if (amountCents > 0)
    await creditNoteFor(app, tx, { id: creditNoteId(paymentId), payment, amountCents, credits: 0 });
}
