import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { RefundOperator } from '../refunds/refund-operator.ts';

/**
 * Marks a withdrawal without a matching order as answered. Throws `not_found` if there is no such withdrawal.
 */
export async function handleWithdrawal(app: App, operator: RefundOperator, id: string): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    const { rows } = await sql<{ handled: boolean }>`
      select handled_at is not null as handled from withdrawals where id = ${id} and outcome = 'unmatched' for update`.execute(
      tx,
    );
    if (!rows[0]) throw refuse('not_found');
    if (rows[0].handled) return;
    await sql`update withdrawals set handled_at = app_now(), handled_by = ${operator.id} where id = ${id}`.execute(
      tx,
    );
    await operator.audit(tx, { act: 'withdrawal.handled', object: id });
  });
}
