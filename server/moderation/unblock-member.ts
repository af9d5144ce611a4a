import { inTransaction, type Db } from '../platform/database/index.ts';
import { lockPair } from '../platform/database/pair-lock.ts';
import { forgetBlock } from './kept-blocks/forget-block.ts';

/** DELETE /api/block.php. Chats and likes that the block deleted are not restored. */
export async function unblockMember(db: Db, blocker: number, blocked: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockPair(tx, blocker, blocked);
    await tx
      .deleteFrom('blocks')
      .where('blocker_id', '=', blocker)
      .where('blocked_id', '=', blocked)
      .execute();
    await forgetBlock(tx, blocker, blocked);
  });
}
