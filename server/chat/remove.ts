import { sql } from 'kysely';
import type { App } from '../platform/app.ts';
import type { Db } from '../platform/database/index.ts';
import { refuse } from '../platform/http/refusal.ts';

/**
 * DELETE /api/chat.php: hides a conversation and all that was said so far, for this member only; a new message reopens
 * it empty (docs/product.md 10). A repeat is fine.
 *
 * Refuses `not_found` for a conversation that is not the member's.
 */
export async function removeConversation(app: Pick<App, 'db' | 'events' | 'parts'>, member: number, conversation: number): Promise<void> {
  const { rows } = await sql<{ conversation_id: number }>`
    update participants p set hidden = true, cleared_to_id = p.last_message_id, unread = 0,
        last_read_id = case when me.read_marks then p.last_message_id else p.last_read_id end
      from members me
      where p.member_id = ${member} and p.conversation_id = ${conversation} and me.id = ${member} returning p.conversation_id`.execute(app.db);
  if (rows.length === 0) throw refuse('not_found');
  app.events.emit(member, 'changed', { what: 'chats', conversation });
  await app.parts.badges.announce(member);
}

/**
 * DELETE /api/message.php: the sender's own message becomes a tombstone for both; what it cost is not given back. Its
 * image goes with the images that nobody sent. A repeat is fine.
 *
 * Refuses `not_found` for a message that is not the member's own.
 */
export async function deleteMessage(app: Pick<App, 'db' | 'events'>, member: number, message: number): Promise<void> {
  const { rows } = await sql<{ conversation_id: number; other_id: number }>`
    with deleted as (
    update messages m set kind = 'deleted', body = null, gift = null, image_id = null
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
  for (const side of [member, deleted.other_id]) app.events.emit(side, 'changed', { what: 'chats', conversation: deleted.conversation_id });
}

/** Deletes every conversation between two members with its messages, in the caller's transaction: what blocking does (docs/product.md 6). */
export async function deleteConversationsBetween(tx: Db, one: number, other: number): Promise<void> {
  await tx.deleteFrom('conversations').where('member_low', '=', Math.min(one, other)).where('member_high', '=', Math.max(one, other)).execute();
}
