import { sql } from 'kysely';
import { inTransaction, type Db } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Operator } from '../operator.ts';

/**
 * DELETE /api/admin/trusted-flaggers: ends the status, with which the link stops working. Repeating it changes nothing.
 * Throws `not_found` for an unknown flagger.
 */
export async function endTrustedFlagger(db: Db, operator: Operator, id: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { rows } = await sql<{ ended: boolean }>`
      select ended_at is not null as ended from trusted_flaggers where id = ${id} for update`.execute(tx);
    if (!rows[0]) throw refuse('not_found');
    if (rows[0].ended) return;
    await sql`update trusted_flaggers set ended_at = app_now(), ended_by = ${operator.id} where id = ${id}`.execute(
      tx,
    );
    await operator.audit(tx, { object: id });
  });
}
