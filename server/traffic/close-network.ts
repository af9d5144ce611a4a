import { inTransaction, type Db, type Tx } from '../platform/database/index.ts';
import type { Noted } from '../platform/http/context.ts';

/**
 * Closes a partner's page and stops its postbacks. Booked conversions stay. Returns false if the network does
 * not exist.
 */
export async function closeNetwork(
  db: Db,
  key: string,
  record: (tx: Tx, act: Noted) => Promise<void>,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('networks')
      .set({ active: false })
      .where('key', '=', key)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await record(tx, { object: key });
    return true;
  });
}
