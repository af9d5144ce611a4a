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
    select * from mark_read(${member}, ${conversation})`.execute(app.db);
  const read = rows[0];
  if (!read) return;
  const event = { conversation, message: read.read_to, by: member };
  app.events.emit(member, 'read', event);
  if (read.other_sees) app.events.emit(read.other_id, 'read', event);
  await app.parts.badges.announce(member);
}
