import type { App } from '../platform/app.ts';
import type { Module } from '../platform/module.ts';
import { takeDownUntrue } from './claims-of.ts';
import { countDays } from './count-days.ts';
import { measureClaims } from './measure-claims.ts';
import { figuresHandlers } from './routes.ts';
import { tables } from './tables.ts';

export { countDays } from './count-days.ts';
export { measureClaims } from './measure-claims.ts';

export const module: Module = {
  tables,
  handlers: figuresHandlers,
  jobs: (app: App) => ({
    async 'count-figures'() {
      await countDays(app);
    },
    async 'measure-claims'() {
      await measureClaims(app);
      await takeDownUntrue(app);
    },
  }),
  cron: [
    { job: 'count-figures', at: '11 * * * *' },
    { job: 'measure-claims', at: '41 3 * * *' },
  ],
};
