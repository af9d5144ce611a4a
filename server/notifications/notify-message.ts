import { sql } from 'kysely';
import { bringBack, queueNotification, type MessageNews } from '../chat/index.ts';
import type { App } from '../platform/app.ts';
import { profileCard } from '../profiles/index.ts';
import { maySee, viewerOf } from '../visibility/index.ts';
import { addresseeOf } from './audience.ts';
import { notify } from './notify.ts';
import { queueUnreadReminder } from './reminders/queue-unread-reminder.ts';
import { enterOnReply } from './series/enter-on-reply.ts';

interface Side {
  other_id: number;
  unread: number;
  messages_sent: number;
  hidden: boolean;
  archived: boolean;
  muted: boolean;
  /** Seconds until the mute ends; null if it never does. */
  muted_for: number | null;
}

/**
 * Notifies a member of unread messages in a conversation, some minutes after the first of them. It does
 * nothing if they were read in the meantime, the member has the site open, or the visibility rule now hides
 * the sender. A reminder follows a day later. For a muted conversation it waits until the mute ends, which also brings
 * the conversation back from the archive.
 */
export async function notifyMessage(app: App, news: MessageNews): Promise<void> {
  const { member, conversation } = news;
  const { rows } = await sql<Side>`
    select other_id, unread, messages_sent, hidden, archived, coalesce(muted_until > app_now(), false) as muted,
        case when isfinite(muted_until) then extract(epoch from muted_until - app_now())::float end as muted_for
      from participants where member_id = ${member} and conversation_id = ${conversation}`.execute(app.db);
  const [side] = rows;
  if (!side || side.unread === 0 || side.hidden) return;
  if (side.muted) {
    if (side.muted_for !== null) await queueNotification(app, app.db, news, side.muted_for);
    return;
  }
  if (side.archived) await bringBack(app, news);
  const to = await addresseeOf(app, member);
  if (!to) return;
  await queueUnreadReminder(app, member);
  if (to.present) return;
  const viewer = await viewerOf(app, member, to.host);
  if (!(await maySee(app.db, viewer, side.other_id))) return;
  const from = await profileCard(app, viewer, side.other_id);
  if (!from) return;
  const isNew = side.messages_sent === 0;
  // Answers of fictional profiles are no reason to sell.
  if (!isNew && from.kind === 'member') await enterOnReply(app, { member, host: to.host });
  await notify(app, to, {
    type: isNew ? 'new_conversations' : 'new_messages',
    from,
    item: { about_id: side.other_id, count: side.unread, conversation_id: conversation, match: false },
  });
}
