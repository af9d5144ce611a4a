import { recordCommand } from '../audit/index.ts';
import { inTransaction, type Db } from '../platform/database/index.ts';

/**
 * Closes a partner's page and stops its postbacks. Booked conversions stay. Returns false if the network does
 * not exist.
 */
export async function closeNetwork(db: Db, key: string): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('networks')
      .set({ active: false })
      .where('key', '=', key)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await recordCommand(tx, 'partner.close', { object: key });
    return true;
  });
}
