import type { Module } from '../platform/module.ts';
import { forgetSandboxSessions } from './forget-sandbox-sessions.ts';
import { ageCheckHandlers } from './handlers.ts';
import { registerAgePictures } from './office/http.ts';
import { registerSandboxAge } from './providers/sandbox-http.ts';
import { remindOfExpiry } from './reminders/remind-of-expiry.ts';
import { settleOpenChecks } from './settle-open-checks.ts';
import { tables } from './tables.ts';

export { ageChecksOf } from './age-checks-of.ts';
export { AGE_CHECK_REMINDER, type AgeCheckExpiry } from './reminders/remind-of-expiry.ts';
export { unrenewedUntil } from './reminders/unrenewed-until.ts';
export { AGE_CHECK_NOTIFICATION, type AgeCheckNews } from './store-age-result.ts';

const SETTLE = 'settle-age-checks';
const REMIND = 'remind-of-age-checks';
const FORGET_SESSIONS = 'forget-sandbox-age-sessions';

export const module: Module = {
  tables,
  handlers: ageCheckHandlers,
  jobs: (app) => ({
    [SETTLE]: () => settleOpenChecks(app),
    [REMIND]: () => remindOfExpiry(app),
    [FORGET_SESSIONS]: () => forgetSandboxSessions(app.db),
  }),
  cron: [
    { job: SETTLE, at: '* * * * *' },
    { job: REMIND, at: '41 * * * *' },
    { job: FORGET_SESSIONS, at: '33 4 * * *' },
  ],
  routes(http, app) {
    registerSandboxAge(http, app);
    registerAgePictures(http, app);
  },
};
