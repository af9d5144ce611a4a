import { sql } from 'kysely';
import type { Locale } from '#contract/lists/locales.ts';
import type { App } from '../../platform/app.ts';
import { one } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { receiptPdf } from './receipt-pdf.ts';
import { receiptOf } from './receipts.ts';

export interface ReceiptFile {
  name: string;
  pdf: Buffer;
  member: number;
}

/**
 * The PDF of a receipt or credit note in its member's language, by the id of the payment or refund. Throws
 * `not_found` if it does not exist, or if it does not belong to `owner`.
 */
export async function receiptFile(
  app: App,
  id: string,
  { owner }: { owner?: number } = {},
): Promise<ReceiptFile> {
  const receipt = await receiptOf(app.db, id);
  if (!receipt || (owner !== undefined && receipt.member_id !== owner)) throw refuse('not_found');
  const locale = await languageOf(app, receipt.member_id, receipt.payment_id);
  return { name: `${receipt.number}.pdf`, pdf: await receiptPdf(receipt, locale), member: receipt.member_id };
}

async function languageOf(app: App, memberId: number, paymentId: string): Promise<Locale> {
  const { language } = await one(
    sql<{ language: Locale }>`
    select coalesce(m.language, p.locale) as language from payments p left join members m on m.id = ${memberId} where p.id = ${paymentId}`.execute(
      app.db,
    ),
  );
  return language;
}
