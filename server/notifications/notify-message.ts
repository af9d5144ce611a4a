import type { App } from '../platform/app.ts';
import { profileCardMap } from '../profiles/index.ts';
import { maySee, viewerOf } from '../visibility/index.ts';
import { addresseeOf } from './audience.ts';
import { queueUnreadReminder } from './reminders.ts';
import { tell } from './tell.ts';

export interface MessageNews {
  /** The recipient. */
  member: number;
  conversation: number;
}

/**
 * Tells a member of unread messages in a conversation, some minutes after the first of them. Whoever has read them since,
 * or has the site open, is not told now; a reminder looks again a day later. Nobody is told of a sender whom the
 * visibility rule hides by then.
 */
export async function notifyMessage(app: App, { member, conversation }: MessageNews): Promise<void> {
  const side = await app.db
    .selectFrom('participants')
    .select(['other_id', 'unread', 'messages_sent', 'hidden'])
    .where('member_id', '=', member)
    .where('conversation_id', '=', conversation)
    .executeTakeFirst();
  if (!side || side.unread === 0 || side.hidden) return;
  const to = await addresseeOf(app, member);
  if (!to) return;
  await queueUnreadReminder(app, member);
  if (to.present || !(await maySee(app.db, await viewerOf(app, member, to.host), side.other_id))) return;
  const from = (await profileCardMap(app, member, [side.other_id])).get(side.other_id);
  if (!from) return;
  const isNew = side.messages_sent === 0;
  await tell(app, to, {
    type: isNew ? 'new_conversations' : 'new_messages',
    push: isNew ? 'conversation' : 'message',
    from,
    count: side.unread,
    path: `/chats/${conversation}`,
    tag: `chat-${conversation}`,
  });
}
