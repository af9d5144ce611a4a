import { must } from '#contract/must.ts';
import type { Tx } from '../../platform/database/index.ts';
import { lockPayer } from '../payer.ts';
import { lockPayment, type PaymentRow } from '../payment-row.ts';

/** Every operation on money locks the member first, then the payment. */
export async function lockPayerAndPayment(tx: Tx, memberId: number, paymentId: string): Promise<PaymentRow> {
  await lockPayer(tx, memberId);
  return must(await lockPayment(tx, paymentId), 'payment');
}
