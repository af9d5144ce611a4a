import { sql } from 'kysely';
import type { App } from '../platform/app.ts';
import type { Db } from '../platform/database/index.ts';
import { jobInSql } from '../platform/jobs.ts';

export const MESSAGE_NOTIFICATION = 'message-notification';

/** Gives recipients who are online time to read the message first. */
const DELAY_SECONDS = 120;
const MAX_ATTEMPTS = 5;

export interface MessageNews {
  member: number;
  conversation: number;
}

/**
 * Queues the notification of a conversation's first unread message; it covers later ones too. It is an
 * expression over a row of `store_messages`, part of the query that stores the message, so a crash cannot
 * lose the notification.
 */
export const queuedNotification = jobInSql(MESSAGE_NOTIFICATION, {
  payload: sql`json_build_object('member', recipient, 'conversation', conversation)`,
  key: sql`'message ' || recipient || ' ' || conversation`,
  runAt: sql`now() + ${sql.lit(`${DELAY_SECONDS} seconds`)}::interval`,
  maxAttempts: MAX_ATTEMPTS,
});

/** Queues the same job, in place of one that waits. */
export const queueNotification = (
  { jobs }: Pick<App, 'jobs'>,
  db: Db,
  news: MessageNews,
  seconds = DELAY_SECONDS,
): Promise<void> =>
  jobs.add(db, MESSAGE_NOTIFICATION, news, {
    key: `message ${news.member} ${news.conversation}`,
    runAt: new Date(Date.now() + seconds * 1000),
    maxAttempts: MAX_ATTEMPTS,
  });
