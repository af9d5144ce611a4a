import type { Module } from '../platform/module.ts';
import { moderationHandlers } from './handlers.ts';
import { heldAccountHandlers } from './held-accounts/handlers.ts';
import { registerHeldFiles } from './held-accounts/http.ts';
import { registerComplaintFiles } from './http.ts';
import { complaintJobs, END_SUSPENSIONS, FLAG_TEXTS, FORGET_EVIDENCE, REQUEUE_STATEMENTS } from './jobs.ts';
import { moderationOfficeHandlers } from './office-handlers.ts';
import { tables } from './tables.ts';
import { trustedFlaggerHandlers } from './trusted-flaggers/handlers.ts';

export { type BulkOperator, recordBulk, rowOperator, runOncePerMember } from './bulk/run-once-per-member.ts';
export { complain } from './complain.ts';
export { applyMeasure } from './measures/apply-measure.ts';
export { measuresOf } from './measures/measures-of.ts';
export type { Operator } from './operator.ts';
export { inheritBlocks } from './kept-blocks/inherit-blocks.ts';
export { retryRefusedStatements } from './statements/retry-refused-statements.ts';
export { statementFigures } from './statements/statement-figures.ts';
export { rememberAddress } from './kept-blocks/remember-address.ts';

export const module: Module = {
  tables,
  handlers: (app) => ({
    ...moderationHandlers(app),
    ...moderationOfficeHandlers(app),
    ...heldAccountHandlers(app),
    ...trustedFlaggerHandlers(app),
  }),
  routes(http, app) {
    registerComplaintFiles(http, app);
    registerHeldFiles(http, app);
  },
  jobs: complaintJobs,
  cron: [
    { job: FORGET_EVIDENCE, at: '53 3 * * *' },
    { job: END_SUSPENSIONS, at: '*/5 * * * *' },
    { job: FLAG_TEXTS, at: '* * * * *' },
    { job: REQUEUE_STATEMENTS, at: '27 * * * *' },
  ],
};
