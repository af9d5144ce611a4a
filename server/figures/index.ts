import type { App } from '../platform/app.ts';
import { longJob } from '../platform/jobs.ts';
import type { Module } from '../platform/module.ts';
import { countCampaigns } from './count-campaigns.ts';
import { countDays } from './count-days.ts';
import { figuresHandlers } from './handlers.ts';
import { measureClaims } from './measure-claims.ts';
import { tables } from './tables.ts';
import { takeDownUntrue } from './take-down-untrue.ts';
import { countQuarters } from './today/count-quarters.ts';
import { todayHandlers } from './today/handlers.ts';

export { countDays } from './count-days.ts';
export { measureClaims } from './measure-claims.ts';

export const module: Module = {
  tables,
  handlers: (app) => ({ ...figuresHandlers(app), ...todayHandlers(app) }),
  jobs: (app: App) => ({
    'count-figures': longJob(60, async () => {
      await countDays(app);
    }),
    'count-quarters': longJob(60, () => countQuarters(app)),
    'count-campaigns': longJob(60, () => countCampaigns(app)),
    'measure-claims': longJob(60, async () => {
      await measureClaims(app);
      await takeDownUntrue(app);
    }),
  }),
  cron: [
    { job: 'count-figures', at: '11 * * * *' },
    { job: 'count-quarters', at: '1,16,31,46 * * * *' },
    { job: 'count-campaigns', at: '26 3 * * *' },
    { job: 'measure-claims', at: '41 3 * * *' },
  ],
};
