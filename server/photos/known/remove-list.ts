import { inTransaction, type Db, type Tx } from '../../platform/database/index.ts';

/** Removes a list. Returns false if there is none of this name. Open cases stay. */
export const removeList = (db: Db, name: string, record: (tx: Tx) => Promise<void>): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('known_picture_lists')
      .where('name', '=', name)
      .executeTakeFirst();
    if (numDeletedRows) await record(tx);
    return numDeletedRows > 0n;
  });
