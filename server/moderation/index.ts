import type { Module } from '../platform/module.ts';
import { registerComplaintFiles } from './complaint-file-routes.ts';
import { complaintJobs, END_SUSPENSIONS, FLAG_TEXTS, FORGET_EVIDENCE } from './jobs.ts';
import { moderationHandlers } from './routes.ts';
import { tables } from './tables.ts';

export { applyMeasure, measuresOf, type Operator } from './take-measure.ts';
export { inheritBlocks, rememberAddress } from './kept-blocks.ts';

export const module: Module = {
  tables,
  handlers: moderationHandlers,
  routes: registerComplaintFiles,
  jobs: complaintJobs,
  cron: [
    { job: FORGET_EVIDENCE, at: '53 3 * * *' },
    { job: END_SUSPENSIONS, at: '*/5 * * * *' },
    { job: FLAG_TEXTS, at: '* * * * *' },
  ],
};
