import { sql } from 'kysely';
import type { Role } from '#contract/enums.ts';
import type { Locale } from '#contract/locales.ts';
import type { App } from '../../platform/app.ts';
import type { MemberSession } from '../../platform/http/context.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { receiptPdf } from './receipt-pdf.ts';
import { receiptOf } from './receipts.ts';

/** Who may read the receipts of others: those who answer questions about money. */
const readers: readonly Role[] = ['operator', 'finance', 'support'];

/**
 * GET /api/receipt.php: the PDF of a receipt or credit note in its member's language, by the id of the payment or
 * refund. An operator's look is noted. Refuses `not_found` for another member's.
 */
export async function receiptFile(app: App, session: MemberSession, id: string): Promise<{ name: string; pdf: Buffer }> {
  const receipt = await receiptOf(app.db, id);
  const own = receipt?.member_id === session.memberId;
  if (!receipt || !(own || session.roles.some((role) => readers.includes(role)))) throw refuse('not_found');
  if (!own) {
    await sql`
      insert into audit_log (operator_id, action, member_id, details)
      values (${session.memberId}, 'receipt.look', ${receipt.member_id}, ${JSON.stringify({ receipt: receipt.number })}::jsonb)`.execute(app.db);
  }
  const locale = own ? session.language : await languageOf(app, receipt.member_id, receipt.payment_id);
  return { name: `${receipt.number}.pdf`, pdf: await receiptPdf(receipt, locale) };
}

/** The member's language; of one who is gone that of the order. */
async function languageOf(app: App, memberId: number, paymentId: string): Promise<Locale> {
  const { rows } = await sql<{ language: Locale }>`
    select coalesce(m.language, p.locale) as language from payments p left join members m on m.id = ${memberId} where p.id = ${paymentId}`.execute(app.db);
  return rows[0]!.language;
}
