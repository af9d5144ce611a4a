import { sql } from 'kysely';
import { jobInSql } from '../platform/jobs.ts';

/** The job that tells a recipient by mail and push: `{ member, conversation }`. */
export const MESSAGE_NOTIFICATION = 'message-notification';

/** Long enough for somebody who is there to read it first. */
const DELAY = sql.lit('2 minutes');

/**
 * Has a recipient told of a conversation's first unread message, a little later; those that follow are told together with
 * it. Over a row of `send_messages`, in the statement that stores the message: a crash after it loses no notification.
 */
export const queuedNotification = jobInSql(MESSAGE_NOTIFICATION, {
  payload: sql`json_build_object('member', recipient, 'conversation', conversation)`,
  key: sql`'message ' || recipient || ' ' || conversation`,
  runAt: sql`now() + ${DELAY}::interval`,
  maxAttempts: 5,
});
