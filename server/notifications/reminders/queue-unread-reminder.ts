import type { App } from '../../platform/app.ts';
import { UNREAD_REMINDER, UNREAD_HOURS, HOUR_MS } from './reminder-jobs.ts';

/** Queues a reminder of messages still unread a day from now. Several conversations share one reminder. */
export const queueUnreadReminder = (app: Pick<App, 'jobs' | 'db'>, member: number): Promise<void> =>
  app.jobs.add(
    app.db,
    UNREAD_REMINDER,
    { member },
    { key: `member ${member} unread`, runAt: new Date(Date.now() + UNREAD_HOURS * HOUR_MS), maxAttempts: 5 },
  );
