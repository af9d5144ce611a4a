import type { App } from '../platform/app.ts';
import { profileCard } from '../profiles/index.ts';
import { maySee, viewerOf } from '../visibility/index.ts';
import { addresseeOf } from './audience.ts';
import { notify } from './notify.ts';
import { queueUnreadReminder } from './reminders/queue-unread-reminder.ts';

export interface MessageNews {
  member: number;
  conversation: number;
}

/**
 * Notifies a member of unread messages in a conversation, some minutes after the first of them. It does
 * nothing if they were read in the meantime, the member has the site open, or the visibility rule now hides
 * the sender. A reminder follows a day later.
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
  if (to.present) return;
  const viewer = await viewerOf(app, member, to.host);
  if (!(await maySee(app.db, viewer, side.other_id))) return;
  const from = await profileCard(app, viewer, side.other_id);
  if (!from) return;
  const isNew = side.messages_sent === 0;
  await notify(app, to, {
    type: isNew ? 'new_conversations' : 'new_messages',
    push: isNew ? 'conversation' : 'message',
    from,
    count: side.unread,
    path: `/chats/${conversation}`,
    tag: `chat-${conversation}`,
  });
}
