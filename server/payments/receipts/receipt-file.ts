import { sql } from 'kysely';
import type { Locale } from '#contract/lists/locales.ts';
import type { App } from '../../platform/app.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { receiptPdf } from './receipt-pdf.ts';
import { receiptOf } from './receipts.ts';

export interface ReceiptFile {
  name: string;
  pdf: Buffer;
  /** Whose it is. */
  member: number;
}

/**
 * The PDF of a receipt or credit note in its member's language, by the id of the payment or refund: with `owner` only
 * that member's own. Refuses `not_found`.
 */
export async function receiptFile(app: App, id: string, { owner }: { owner?: number } = {}): Promise<ReceiptFile> {
  const receipt = await receiptOf(app.db, id);
  if (!receipt || (owner !== undefined && receipt.member_id !== owner)) throw refuse('not_found');
  const locale = await languageOf(app, receipt.member_id, receipt.payment_id);
  return { name: `${receipt.number}.pdf`, pdf: await receiptPdf(receipt, locale), member: receipt.member_id };
}

/** The member's language; of one who is gone that of the order. */
async function languageOf(app: App, memberId: number, paymentId: string): Promise<Locale> {
  const { rows } = await sql<{ language: Locale }>`
    select coalesce(m.language, p.locale) as language from payments p left join members m on m.id = ${memberId} where p.id = ${paymentId}`.execute(app.db);
  return rows[0]!.language;
}
