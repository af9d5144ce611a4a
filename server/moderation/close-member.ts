import { sql } from 'kysely';
import type { Money } from '#contract/schema.ts';
import { withdrawOnDeletion } from '../payments/index.ts';
import type { App } from '../platform/app.ts';
import type { Tx } from '../platform/database/index.ts';

/**
 * What goes with the closing of an account for good, in its transaction: unused credits of purchases that may still be withdrawn from
 * go back as money. Returns that money, null for none; the mail of the ban tells the member.
 */
export async function settleClosedAccount(app: App, tx: Tx, memberId: number): Promise<Money | null> {
  await withdrawOnDeletion(app, tx, memberId);
  // Rows of one transaction carry its one time.
  const { rows } = await sql<Money>`
    select to_char(sum(r.amount_cents) / 100.0, 'FM999999990.00') as amount, p.currency from refunds r join payments p on p.id = r.payment_id
    where r.member_id = ${memberId} and r.created_at = app_now() group by p.currency order by 1 desc limit 1`.execute(tx);
  return rows[0] ?? null;
}
