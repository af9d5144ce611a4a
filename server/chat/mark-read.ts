import { sql } from 'kysely';
import type { App } from '../platform/app.ts';

/**
 * Resets the unread count of a member's conversation (docs/product.md 4.6), and updates the member's other
 * tabs. The sender gets a read receipt if premium, and if neither of the two has switched receipts off
 * (docs/product.md 10.4). Messages read with receipts off stay unmarked, so switching receipts on later
 * reveals nothing. It also removes the member's own mark, of which the sender learns nothing. Does nothing if there
 * were neither unread messages nor a mark.
 */
export async function markRead(
  app: Pick<App, 'db' | 'events' | 'parts'>,
  member: number,
  conversation: number,
): Promise<void> {
  const { rows } = await sql<{ other_id: number; read_to: number; other_sees: boolean }>`
    with before as (
      select member_id, conversation_id, unread from participants
        where member_id = ${member} and conversation_id = ${conversation} and (unread > 0 or marked_unread) for update
    )
    update participants p set unread = 0, marked_unread = false,
        last_read_id = case when me.read_marks and before.unread > 0 then p.last_message_id else p.last_read_id end
      from before, members me, members other
      where p.member_id = before.member_id and p.conversation_id = before.conversation_id and me.id = ${member} and other.id = p.other_id
      returning p.other_id, p.last_message_id as read_to,
        before.unread > 0 and other.paid_user and other.read_marks and me.read_marks as other_sees`.execute(
    app.db,
  );
  const read = rows[0];
  if (!read) return;
  const event = { conversation, message: read.read_to, by: member };
  app.events.emit(member, 'read', event);
  if (read.other_sees) app.events.emit(read.other_id, 'read', event);
  await app.parts.badges.announce(member);
}
