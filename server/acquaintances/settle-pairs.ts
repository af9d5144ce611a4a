import { inTransaction, type Db } from '../platform/database/index.ts';
import { addPairs } from './add-pairs.ts';
import { dropPairs } from './drop-pairs.ts';
import { lockContacts } from './pairs.ts';

/**
 * Makes a member's pairs, on both sides, follow from the contacts and marks. An import and a confirmation that run at
 * the same time do not see each other's rows; the job of the later one, which starts after both commits, does.
 */
export async function settlePairs(db: Db, member: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockContacts(tx, member);
    for (const side of ['owner_id', 'other_id'] as const) {
      await dropPairs(tx, side, member);
      await addPairs(tx, side, member);
    }
  });
}
