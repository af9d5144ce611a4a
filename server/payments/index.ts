import type { Module } from '../platform/module.ts';
import { openGateways } from './gateways/index.ts';
import { rememberMostChosen } from './most-chosen.ts';
import { pollPayments } from './poll-payments.ts';
import { deskHandlers } from './desk-routes.ts';
import { paymentHandlers } from './routes.ts';
import { FORGET_WITHDRAWALS, forgetWithdrawals } from './refunds/forget-withdrawals.ts';
import { SEND_REFUNDS_JOB } from './refunds/book-refund.ts';
import { sendRefunds } from './refunds/send-refunds.ts';
import { registerSandboxCheckout } from './gateways/sandbox-checkout.ts';
import { tables } from './tables.ts';

export { queueHeldReceipts } from './receipts/receipt.ts';
export { withdrawOnDeletion } from './refunds/withdraw.ts';

export const module: Module = {
  tables,
  create: (app) => ({ gateways: openGateways(app), mostChosen: rememberMostChosen(app) }),
  handlers: (app) => ({ ...paymentHandlers(app), ...deskHandlers(app) }),
  jobs: (app) => ({ 'poll-payments': () => pollPayments(app), [SEND_REFUNDS_JOB]: () => sendRefunds(app), [FORGET_WITHDRAWALS]: () => forgetWithdrawals(app) }),
  cron: [
    { job: 'poll-payments', at: '* * * * *' },
    { job: SEND_REFUNDS_JOB, at: '* * * * *' },
    { job: FORGET_WITHDRAWALS, at: '41 3 * * *' },
  ],
  routes(http, app) {
    registerSandboxCheckout(http, app);
  },
};
