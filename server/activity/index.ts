import type { Module } from '../platform/module.ts';
import { forgetActivity } from './forget-activity.ts';
import { activityHandlers } from './handlers.ts';
import { tables } from './tables.ts';

export { recordActivity, type NewActivity } from './record-activity.ts';
export { newActivityCount } from './shown-to.ts';

export const module: Module = {
  tables,
  handlers: activityHandlers,
  jobs: (app) => ({ 'forget-activity': () => forgetActivity(app.db) }),
  cron: [{ job: 'forget-activity', at: '17 4 * * *' }],
};
