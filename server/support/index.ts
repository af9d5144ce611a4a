import type { Module } from '../platform/module.ts';
import { supportHandlers } from './handlers.ts';
import { FORGET_THREADS, supportJobs } from './jobs.ts';
import { supportOfficeHandlers } from './office-handlers.ts';
import { tables } from './tables.ts';

export { isOpenThread } from './thread-row.ts';

export const module: Module = {
  tables,
  handlers: (app) => ({ ...supportHandlers(app), ...supportOfficeHandlers(app) }),
  jobs: supportJobs,
  cron: [{ job: FORGET_THREADS, at: '29 4 * * *' }],
};
