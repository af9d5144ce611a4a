import { sql } from 'kysely';
import { accountOf, closeAccount } from '../identity/index.ts';
import { withdrawOnDeletion } from '../payments/index.ts';
import type { App } from '../platform/app.ts';
import type { Tx } from '../platform/database/index.ts';
import type { AuditNote } from '../platform/http/context.ts';

/**
 * Closes a member's account for breaking the terms and tells them why, what becomes of their credits, and how to have it looked at
 * again. Unused credits of purchases that may still be withdrawn from go back as money. Returns false for somebody who works here, and
 * for nobody. A repeat is fine and tells nobody twice.
 */
export async function closeMember(app: App, memberId: number, decision: { note: string | null; host: string | null; audit: AuditNote }): Promise<boolean> {
  const account = await accountOf(app.db, memberId);
  return closeAccount(app, memberId, decision.audit, async (tx) => {
    await withdrawOnDeletion(app, tx, memberId);
    if (!account) return;
    const to = { email: account.email, name: account.name, locale: account.language, memberId, host: decision.host };
    await app.mailer.send(tx, 'account-closed', to, { name: account.name, note: decision.note, refunded: await refundedBy(tx, memberId) });
  });
}

/** The money that this transaction gives back. Rows of one transaction carry its one time. */
async function refundedBy(tx: Tx, memberId: number): Promise<{ amount: string; currency: string } | null> {
  const { rows } = await sql<{ amount: string; currency: string }>`
    select to_char(sum(r.amount_cents) / 100.0, 'FM999999990.00') as amount, p.currency from refunds r join payments p on p.id = r.payment_id
    where r.member_id = ${memberId} and r.created_at = app_now() group by p.currency order by 1 desc limit 1`.execute(tx);
  return rows[0] ?? null;
}
