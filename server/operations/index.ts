import type { App } from '../platform/app.ts';
import { type JobHandler, longJob } from '../platform/jobs.ts';
import type { Module } from '../platform/module.ts';
import { evaluateAlerts } from './alerts/evaluate-alerts.ts';
import { forgetPageErrors } from './forget-page-errors.ts';
import { operationsHandlers } from './handlers.ts';
import { EXAMINATION, runExamination } from './run-examination.ts';
import { tables } from './tables.ts';

export { storePageError } from './store-page-error.ts';
export { withoutQuotations } from './without-quotations.ts';

/** The doctor waits for other services, so it must not occupy the workers of the site's own work. */
const examination = (app: App): JobHandler<{ thorough?: boolean }> => {
  const examine = longJob(60, ({ thorough = false }: { thorough?: boolean }) =>
    runExamination(app, { thorough }),
  );
  return Object.assign(examine, { lane: 'partners' } as const);
};

export const module: Module = {
  tables,
  handlers: operationsHandlers,
  jobs: (app: App) => ({
    [EXAMINATION]: examination(app),
    'examine-thoroughly': examination(app),
    'evaluate-alerts': () => evaluateAlerts(app),
    'forget-page-errors': () => forgetPageErrors(app.db),
  }),
  cron: [
    { job: EXAMINATION, at: '7 * * * *' },
    { job: 'examine-thoroughly', at: '13 5 * * *', payload: { thorough: true } },
    { job: 'evaluate-alerts', at: '*/5 * * * *' },
    { job: 'forget-page-errors', at: '47 4 * * *' },
  ],
};
