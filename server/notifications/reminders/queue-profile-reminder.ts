import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import { HOUR_MS, PROFILE_DAYS, PROFILE_REMINDER } from './reminder-jobs.ts';

export const queueProfileReminder = (app: Pick<App, 'jobs'>, tx: Tx, member: number): Promise<void> =>
  app.jobs.add(
    tx,
    PROFILE_REMINDER,
    { member },
    {
      key: `member ${member} profile`,
      runAt: new Date(Date.now() + PROFILE_DAYS * 24 * HOUR_MS),
      maxAttempts: 5,
    },
  );
