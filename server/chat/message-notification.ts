import { sql } from 'kysely';
import { jobInSql } from '../platform/jobs.ts';

export const MESSAGE_NOTIFICATION = 'message-notification';

/** Gives recipients who are online time to read the message first. */
const DELAY = sql.lit('2 minutes');

/**
 * Queues the notification of a conversation's first unread message; it covers later ones too. It is an
 * expression over a row of `store_messages`, part of the query that stores the message, so a crash cannot
 * lose the notification.
 */
export const queuedNotification = jobInSql(MESSAGE_NOTIFICATION, {
  payload: sql`json_build_object('member', recipient, 'conversation', conversation)`,
  key: sql`'message ' || recipient || ' ' || conversation`,
  runAt: sql`now() + ${DELAY}::interval`,
  maxAttempts: 5,
});
