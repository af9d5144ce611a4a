import type { Module } from '../platform/module.ts';
import { openGateways } from './gateways/index.ts';
import { rememberMostChosen } from './most-chosen.ts';
import { pollPayments } from './poll-payments.ts';
import { deskHandlers } from './desk-routes.ts';
import { paymentHandlers } from './routes.ts';
import { SEND_REFUNDS_JOB } from './refunds/book-refund.ts';
import { FORGET_STATEMENTS, forgetStatements } from './refunds/withdraw.ts';
import { sendRefunds } from './refunds/send-refunds.ts';
import { registerSandboxCheckout } from './gateways/sandbox-checkout.ts';
import { tables } from './tables.ts';

export { queueHeldReceipts } from './receipts/receipt.ts';
export { withdrawOnDeletion } from './refunds/withdraw.ts';

export const module: Module = {
  tables,
  create: (app) => ({ gateways: openGateways(app), mostChosen: rememberMostChosen(app) }),
  handlers: (app) => ({ ...paymentHandlers(app), ...deskHandlers(app) }),
  jobs: (app) => ({
    'poll-payments': () => pollPayments(app),
    [SEND_REFUNDS_JOB]: () => sendRefunds(app),
    [FORGET_STATEMENTS]: () => forgetStatements(app.db),
  }),
  cron: [
    { job: 'poll-payments', at: '* * * * *' },
    { job: SEND_REFUNDS_JOB, at: '* * * * *' },
    { job: FORGET_STATEMENTS, at: '47 3 * * *' },
  ],
  routes(http, app) {
    registerSandboxCheckout(http, app);
  },
};
