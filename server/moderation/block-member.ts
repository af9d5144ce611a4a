import { sql } from 'kysely';
import { deleteConversationsBetween } from '../chat/index.ts';
import { deleteLikesBetween } from '../likes/index.ts';
import { deletePhotoAccessBetween } from '../photos/index.ts';
import type { App } from '../platform/app.ts';
import { inTransaction, type Tx } from '../platform/database/index.ts';
import { lockPair } from '../platform/database/pair-lock.ts';
import { refuse } from '../platform/http/refusal.ts';
import { endCallsBetween } from '../video-calls/index.ts';
import { assertVisible, type Viewer } from '../visibility/index.ts';

/**
 * POST /api/block.php: hides the two members from each other. Ends their call and deletes their chats, likes and each other's access
 * to photos in the same transaction (docs/product.md 6.5). A repeat changes nothing. Returns the deleted conversation or null.
 * Throws `not_found` for the member's own profile, and `not_found` or `blocked_by` if the visibility rule
 * hides the other.
 */
export async function blockMember(
  app: Pick<App, 'db' | 'events' | 'jobs'>,
  viewer: Viewer<number>,
  blocked: number,
): Promise<{ conversation: number | null }> {
  const { id: blocker } = viewer;
  if (blocker === blocked) throw refuse('not_found');
  return inTransaction(app.db, async (tx) => {
    await lockPair(tx, blocker, blocked);
    // A send locks its sender first, so the second of the two transactions sees the result of the first.
    await sql`select from members where id in (${blocker}, ${blocked}) order by id for no key update`.execute(
      tx,
    );
    await assertVisible(tx, viewer, blocked);
    await sql`insert into blocks (blocker_id, blocked_id) values (${blocker}, ${blocked}) on conflict do nothing`.execute(
      tx,
    );
    await deleteLikesBetween(tx, blocker, blocked);
    await deletePhotoAccessBetween(tx, blocker, blocked);
    await endCallsBetween(app, tx, blocker, blocked);
    const conversation = await conversationBetween(tx, blocker, blocked);
    await deleteConversationsBetween(app, tx, blocker, blocked);
    return { conversation };
  });
}

async function conversationBetween(tx: Tx, one: number, other: number): Promise<number | null> {
  const found = await tx
    .selectFrom('participants')
    .where('member_id', '=', one)
    .where('other_id', '=', other)
    .select('conversation_id')
    .executeTakeFirst();
  return found?.conversation_id ?? null;
}
