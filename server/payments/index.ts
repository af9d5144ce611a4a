import type { Module } from '../platform/module.ts';
import { importDisputes } from './disputes/import-disputes.ts';
import { gatewayHandlers } from './gateways/handlers.ts';
import { openGateways } from './gateways/index.ts';
import { registerSandboxCheckout } from './gateways/sandbox-http.ts';
import { paymentHandlers } from './handlers.ts';
import { rememberMostChosen } from './most-chosen.ts';
import { paymentOfficeHandlers } from './office-handlers.ts';
import { pollPayments } from './poll-payments.ts';
import { SEND_REFUNDS_JOB } from './refunds/book-refund.ts';
import { followClaims } from './refunds/follow-claims.ts';
import { sendRefunds } from './refunds/send-refunds.ts';
import { tables } from './tables.ts';
import { FORGET_WITHDRAWALS, forgetWithdrawals } from './withdrawals/forget-withdrawals.ts';
import { withdrawalHandlers } from './withdrawals/handlers.ts';
import { correctLostDisputes } from './work/correct-lost-disputes.ts';

export { applyPackage } from './catalogue/apply-package.ts';
export { checkGateways } from './gateways/registry.ts';
export { welcomeOfferEnd } from './discounts/welcome-offer-end.ts';
export { queueHeldReceipts } from './receipts/queue-held-receipts.ts';
export { closingRefundsOf, refundOnClosing, refundOnPurge } from './refunds/refund-closed-account.ts';
export { withdrawOnDeletion } from './withdrawals/withdraw-on-deletion.ts';

export const module: Module = {
  tables,
  create: (app) => ({ gateways: openGateways(app), mostChosen: rememberMostChosen(app) }),
  handlers: (app) => ({
    ...paymentHandlers(app),
    ...withdrawalHandlers(app),
    ...gatewayHandlers(app),
    ...paymentOfficeHandlers(app),
  }),
  jobs: (app) => ({
    'poll-payments': () => pollPayments(app),
    [SEND_REFUNDS_JOB]: () => sendRefunds(app),
    'follow-claims': () => followClaims(app),
    [FORGET_WITHDRAWALS]: () => forgetWithdrawals(app),
    'correct-lost-disputes': () => correctLostDisputes(app),
    'import-disputes': () => importDisputes(app),
  }),
  cron: [
    { job: 'poll-payments', at: '* * * * *' },
    { job: SEND_REFUNDS_JOB, at: '* * * * *' },
    { job: 'follow-claims', at: '*/5 * * * *' },
    { job: FORGET_WITHDRAWALS, at: '41 3 * * *' },
    { job: 'correct-lost-disputes', at: '44 3 * * *' },
    { job: 'import-disputes', at: '17 5 * * *' },
  ],
  routes(http, app) {
    registerSandboxCheckout(http, app);
  },
};
