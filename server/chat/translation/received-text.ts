import { sql } from 'kysely';
import type { Db } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { assertVisible, type Viewer } from '../../visibility/index.ts';

/**
 * The text of a message that the viewer received and can still read. Throws `not_found` if there is none, and
 * `blocked_by` or `blocked` after a block.
 */
export async function receivedText(
  db: Db,
  viewer: Viewer<number>,
  { conversation, message, visibleDays }: { conversation: number; message: number; visibleDays: number },
): Promise<string> {
  const { rows } = await sql<{ body: string; other: number }>`
    select m.body, side.other_id as other
      from participants side
        join messages m on m.conversation_id = side.conversation_id and m.id = ${message} and m.id > side.cleared_to_id
      where side.member_id = ${viewer.id} and side.conversation_id = ${conversation} and m.sender_id <> ${viewer.id}
        and m.body is not null and m.created_at > app_now() - ${visibleDays} * interval '1 day'`.execute(db);
  const found = rows[0];
  if (!found) throw refuse('not_found');
  const { blocked, name } = await assertVisible(db, viewer, found.other);
  if (blocked) throw refuse('blocked', { name });
  return found.body;
}
