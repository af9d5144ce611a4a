import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';

/**
 * DELETE /api/message.php: turns the sender's own message into a tombstone for both, without a refund. Its
 * image is deleted with the unsent ones. Idempotent. Throws `not_found` if the member has sent no such
 * message.
 */
export async function deleteMessage(
  app: Pick<App, 'db' | 'events'>,
  member: number,
  message: number,
): Promise<void> {
  const deleted = await inTransaction(app.db, async (tx) => {
    const { rows } = await sql<{ conversation_id: number; other_id: number }>`
      select m.conversation_id, side.other_id
        from (select array_agg(conversation_id) as ids from sides_of(${member})) mine
          cross join lateral messages_among(mine.ids, ${message}) m
          cross join lateral side_of(${member}, m.conversation_id) side
        where m.sender_id = ${member}`.execute(tx);
    const [found] = rows;
    if (!found) throw refuse('not_found');
    await sql`
      update messages set kind = 'deleted', body = null, gift = null, image_id = null, about = null, former_texts = null,
          sender_reaction = null, recipient_reaction = null, revision = revision + 1
        where conversation_id = ${found.conversation_id} and id = ${message}`.execute(tx);
    await sql`
      update participants set last_kind = 'deleted', last_excerpt = null
        where member_id in (${member}, ${found.other_id}) and conversation_id = ${found.conversation_id} and last_message_id = ${message}`.execute(
      tx,
    );
    return found;
  });
  for (const side of [member, deleted.other_id])
    app.events.emit(side, 'changed', { what: 'chats', conversation: deleted.conversation_id });
}
