import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { Db } from '../../platform/database/index.ts';

export const MESSAGE_NOTIFICATION = 'message-notification';

/** Gives recipients who are online time to read the message first. The job that follows comes up to a minute later. */
const DELAY_SECONDS = 90;
export const NOTIFICATION_ATTEMPTS = 5;

export interface MessageNews {
  member: number;
  conversation: number;
}

/**
 * Notes a conversation's first unread message, in the query that stores it, so a crash cannot lose the notification. It
 * covers later messages too. `sent` are rows of `store_messages`.
 */
export const noteUnread = (sent: string) => sql`
  insert into message_notices as notice (member_id, conversation_id, due_at)
    select recipient, conversation, app_now() + ${sql.lit(`${DELAY_SECONDS} seconds`)}::interval from ${sql.ref(sent)} where unread = 1
    on conflict (member_id, conversation_id) do update set due_at = excluded.due_at`;

/** Queues the job itself, in place of one that waits. */
export const queueNotification = (
  { jobs }: Pick<App, 'jobs'>,
  db: Db,
  news: MessageNews,
  seconds = DELAY_SECONDS,
): Promise<void> =>
  jobs.add(db, MESSAGE_NOTIFICATION, news, {
    key: `message ${news.member} ${news.conversation}`,
    runAt: new Date(Date.now() + seconds * 1000),
    maxAttempts: NOTIFICATION_ATTEMPTS,
  });
