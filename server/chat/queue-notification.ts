import type { App } from '../platform/app.ts';
import type { StoredMessage } from './store-messages.ts';

/** The job that tells a recipient by mail and push: `{ member, conversation }`. */
export const MESSAGE_NOTIFICATION = 'message-notification';

/** Long enough for somebody who is there to read it first. */
const DELAY_MS = 2 * 60_000;

/**
 * Has the recipient told of a conversation's first unread message, a little later; those that follow are told together
 * with it. The message is stored already, so a failure is logged and no matter of the sender's.
 */
export async function queueNotification(app: Pick<App, 'db' | 'jobs' | 'log'>, { recipient, conversation, message, unread }: StoredMessage): Promise<void> {
  if (unread !== 1) return;
  try {
    const runAt = new Date(Date.now() + DELAY_MS);
    await app.jobs.add(
      app.db,
      MESSAGE_NOTIFICATION,
      { member: recipient, conversation },
      { key: `message ${recipient} ${conversation}`, runAt, maxAttempts: 5 },
    );
  } catch (error) {
    app.log.warn({ err: error, message }, 'a message was stored and its notification was not queued');
  }
}
