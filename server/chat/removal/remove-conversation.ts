import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { refuse } from '../../platform/http/refusal.ts';

/**
 * DELETE /api/chat.php: hides a conversation and all its messages so far, for this member only. A new message
 * reopens it empty (docs/product.md 10.3), neither pinned nor archived, but still muted. Idempotent. Throws `not_found` if the member has no such
 * conversation.
 */
export async function removeConversation(
  app: Pick<App, 'db' | 'events' | 'parts'>,
  member: number,
  conversation: number,
): Promise<void> {
  const { rows } = await sql<{ conversation_id: number }>`
    with me as materialized (select read_marks from members where id = ${member})
    update participants p set hidden = true, cleared_to_id = p.last_message_id, unread = 0, pinned = false, archived = false, marked_unread = false,
        last_read_id = case when me.read_marks then p.last_message_id else p.last_read_id end
      from me where p.member_id = ${member} and p.conversation_id = ${conversation} returning p.conversation_id`.execute(
    app.db,
  );
  if (rows.length === 0) throw refuse('not_found');
  app.events.emit(member, 'changed', { what: 'chats', conversation });
  await app.parts.badges.announce(member);
}
