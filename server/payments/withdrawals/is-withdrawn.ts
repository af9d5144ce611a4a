import { sql } from 'kysely';
import type { Db } from '../../platform/database/index.ts';
import type { PaymentRow } from '../payment-row.ts';

export async function isWithdrawn(db: Db, { id, member_id }: PaymentRow): Promise<boolean> {
  const { rows } =
    await sql`select from withdrawals where member_id = ${member_id} and payment_id = ${id} limit 1`.execute(
      db,
    );
  return rows.length > 0;
}
