import type { Module } from '../platform/module.ts';
import { forgetExpiredDates } from './forget-expired-dates.ts';
import { safetyHandlers } from './handlers.ts';
import { tables } from './tables.ts';

export { CHECK_IN_REMINDER, type CheckInNews } from './queue-reminder.ts';
export { takeDueCheckIn } from './take-due-check-in.ts';

export const module: Module = {
  tables,
  handlers: safetyHandlers,
  jobs: (app) => ({ 'forget-expired-dates': () => forgetExpiredDates(app.db) }),
  cron: [{ job: 'forget-expired-dates', at: '19 * * * *' }],
};
