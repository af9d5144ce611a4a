import { sql } from 'kysely';
import { deleteConversationsBetween } from '../chat/index.ts';
import { inTransaction, type Db, type Tx } from '../platform/database/index.ts';
import { lockPair } from '../platform/database/pair-lock.ts';
import { refuse } from '../platform/http/refusal.ts';
import { deleteLikesBetween } from '../likes/index.ts';
import { assertVisible, type Viewer } from '../visibility/index.ts';
import { forgetBlock } from './kept-blocks.ts';

/**
 * POST /api/block.php: from now on the other neither sees nor reaches the member. Deletes the chats and likes of both in
 * the same transaction (docs/product.md 6). A repeat changes nothing. Returns the conversation that went, or null.
 *
 * Refuses `not_found` and `blocked_by` by the visibility rule, and oneself.
 */
export async function blockMember(db: Db, viewer: Viewer<number>, blocked: number): Promise<{ conversation: number | null }> {
  const { id: blocker } = viewer;
  if (blocker === blocked) throw refuse('not_found');
  return inTransaction(db, async (tx) => {
    await lockPair(tx, blocker, blocked);
    // A send locks its sender first: whichever of the two comes second sees what the other did.
    await sql`select from members where id in (${blocker}, ${blocked}) order by id for no key update`.execute(tx);
    await assertVisible(tx, viewer, blocked);
    await sql`insert into blocks (blocker_id, blocked_id) values (${blocker}, ${blocked}) on conflict do nothing`.execute(tx);
    await deleteLikesBetween(tx, blocker, blocked);
    const conversation = await conversationBetween(tx, blocker, blocked);
    await deleteConversationsBetween(tx, blocker, blocked);
    return { conversation };
  });
}

/** DELETE /api/block.php. What the block deleted does not come back. */
export async function unblockMember(db: Db, blocker: number, blocked: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockPair(tx, blocker, blocked);
    await tx.deleteFrom('blocks').where('blocker_id', '=', blocker).where('blocked_id', '=', blocked).execute();
    await forgetBlock(tx, blocker, blocked);
  });
}

async function conversationBetween(tx: Tx, one: number, other: number): Promise<number | null> {
  const found = await tx.selectFrom('participants').where('member_id', '=', one).where('other_id', '=', other).select('conversation_id').executeTakeFirst();
  return found?.conversation_id ?? null;
}
