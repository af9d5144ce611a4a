import { sql } from 'kysely';
import { inTransaction, type Db } from '../../platform/database/index.ts';
import { lockWriter } from './lock-writer.ts';

/** PUT /api/admin/desk-presence: sets a writer on or away. Away, they keep what they hold and get nothing more. */
export async function setPresence(db: Db, operator: number, isOn: boolean): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockWriter(tx, operator);
    await sql`
      update desk_writers set is_on = ${isOn}, active_at = app_now(),
        changed_at = case when is_on = ${isOn} then changed_at else app_now() end
      where operator_id = ${operator}`.execute(tx);
  });
}
