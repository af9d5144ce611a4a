import type { Module } from '../platform/module.ts';
import { pollPayments } from './poll-payments.ts';
import { paymentHandlers } from './routes.ts';
import { registerPostback } from './postback.ts';
import { registerSandboxCheckout } from './sandbox-checkout.ts';

export const module: Module = {
  handlers: paymentHandlers,
  jobs: (app) => ({ 'poll-payments': () => pollPayments(app) }),
  cron: [{ job: 'poll-payments', at: '* * * * *' }],
  routes(http, app) {
    registerSandboxCheckout(http, app);
    registerPostback(http, app);
  },
};
