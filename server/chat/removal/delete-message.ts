import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
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
  const { rows } = await sql<{ conversation_id: number; other_id: number }>`
    with deleted as (
    update messages m set kind = 'deleted', body = null, gift = null, image_id = null, about = null, former_texts = null,
        sender_reaction = null, recipient_reaction = null, revision = revision + 1
      from participants side
      where side.member_id = ${member} and m.conversation_id = side.conversation_id and m.id = ${message} and m.sender_id = ${member}
      returning m.conversation_id, side.other_id
    ),
    shown as (
      update participants p set last_kind = 'deleted', last_excerpt = null
        from deleted where p.member_id in (${member}, deleted.other_id) and p.conversation_id = deleted.conversation_id and p.last_message_id = ${message}
    )
    select conversation_id, other_id from deleted`.execute(app.db);
  const deleted = rows[0];
  if (!deleted) throw refuse('not_found');
  for (const side of [member, deleted.other_id])
    app.events.emit(side, 'changed', { what: 'chats', conversation: deleted.conversation_id });
}
