import { money } from '#contract/money.ts';
import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import { methodName } from '../gateways/methods.ts';
import type { Payer } from '../payer.ts';
import type { PaymentRow } from '../payment-row.ts';
import { contractWords } from './receipt-words.ts';
import type { Receipt } from './receipts.ts';

/**
 * Queues the mail of a receipt in the transaction that completes the payment, which happens once. An
 * unconfirmed address may be a stranger's, so its receipts wait for `queueHeldReceipts`.
 */
export async function queueReceipt(
  app: App,
  tx: Tx,
  payment: PaymentRow,
  payer: Payer,
  { number, details }: Pick<Receipt, 'number' | 'details'>,
): Promise<void> {
  if (!payer.email || !payer.confirmed) return;
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
      contract: contractWords(details, payer.language),
    },
  );
}
