import { sql } from 'kysely';
import { one, type Tx } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { assertVisible, type Viewer } from '../../visibility/index.ts';

export interface ChangeableMessage {
  sender: number;
  kind: string;
  body: string | null;
  other: number;
  /** The state of the viewer's request, and that of the other's. */
  request: string | null;
  theirRequest: string | null;
  /** The other member has written too. */
  answered: boolean;
}

/**
 * A message that the viewer can change, locked after its conversation as in a send. Throws `not_found` if the viewer
 * has no such message, `blocked_by` or `blocked` after a block, and `message_deleted` for a deleted one.
 */
export async function changeableMessage(
  tx: Tx,
  viewer: Viewer<number>,
  { conversation, message }: { conversation: number; message: number },
): Promise<ChangeableMessage> {
  await sql`select from conversations where id = ${conversation} for no key update`.execute(tx);
  const { rows } = await sql<ChangeableMessage>`
    select m.sender_id as sender, m.kind, m.body, mine.other_id as other, mine.request, theirs.request as "theirRequest",
        theirs.messages_sent > 0 as answered
      from side_of(${viewer.id}, ${conversation}) mine
        cross join lateral side_of(mine.other_id, mine.conversation_id) theirs
        cross join message_of(${conversation}, ${message}) found
        cross join lateral (select (found.message).*) m
      where m.id > mine.cleared_to_id`.execute(tx);
  const found = rows[0];
  if (!found) throw refuse('not_found');
  const { blocked, name } = await assertVisible(tx, viewer, found.other);
  if (blocked) throw refuse('blocked', { name });
  if (found.kind === 'deleted') throw refuse('message_deleted');
  if (found.theirRequest === 'declined') throw refuse('contact_declined', { name });
  const { held } = await one(
    sql<{ held: boolean }>`select held_at is not null as held from members where id = ${viewer.id}`.execute(
      tx,
    ),
  );
  if (held) throw refuse('account_held');
  return found;
}
