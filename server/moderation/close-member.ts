import { sql } from 'kysely';
import { accountOf } from '../identity/index.ts';
import { withdrawOnDeletion } from '../payments/index.ts';
import type { App } from '../platform/app.ts';
import type { Tx } from '../platform/database/index.ts';

/**
 * What goes with the closing of an account for good, in its transaction: unused credits of purchases that may still be withdrawn from
 * go back as money, and the member is told what becomes of them.
 */
export async function settleClosedAccount(app: App, tx: Tx, memberId: number, { note, host }: { note: string | null; host: string | null }): Promise<void> {
  const account = await accountOf(tx, memberId);
  await withdrawOnDeletion(app, tx, memberId);
  if (!account || account.shadow) return;
  const to = { email: account.email, name: account.name, locale: account.language, memberId, host };
  await app.mailer.send(tx, 'account-closed', to, { name: account.name, note, refunded: await refundedBy(tx, memberId) });
}

/** The money that this transaction gives back. Rows of one transaction carry its one time. */
async function refundedBy(tx: Tx, memberId: number): Promise<{ amount: string; currency: string } | null> {
  const { rows } = await sql<{ amount: string; currency: string }>`
    select to_char(sum(r.amount_cents) / 100.0, 'FM999999990.00') as amount, p.currency from refunds r join payments p on p.id = r.payment_id
    where r.member_id = ${memberId} and r.created_at = app_now() group by p.currency order by 1 desc limit 1`.execute(tx);
  return rows[0] ?? null;
}
