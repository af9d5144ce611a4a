import { jobIn } from '../platform/jobs.ts';
import type { Module } from '../platform/module.ts';
import { officeHandlers } from './handlers.ts';
import { listHandlers } from './lists/handlers.ts';
import { askOnceADay } from './releases/ask-once-a-day.ts';
import { officeSeries } from './series.ts';
import { signInHandlers } from './sign-in/handlers.ts';
import { tables } from './tables.ts';
import { operatorTokenHandlers } from './token-handlers.ts';

export { askForRelease } from './releases/ask-for-release.ts';
export { storedRelease } from './releases/stored-release.ts';
export { isNewer } from './releases/is-newer.ts';
export { isDemoOwner } from './staff/is-demo-owner.ts';
export { ownerLink } from './staff/owner-link.ts';

export const module: Module = {
  tables,
  handlers: (app) => ({
    ...officeHandlers(app),
    ...listHandlers(app),
    ...operatorTokenHandlers(app),
    ...signInHandlers(app),
  }),
  jobs: (app) => ({ 'ask-for-release': jobIn('partners', () => askOnceADay(app)) }),
  cron: [{ job: 'ask-for-release', at: '41 4 * * *' }],
  series: officeSeries,
};
