import type { Module } from '../platform/module.ts';
import { registerComplaintFiles } from './complaint-file-routes.ts';
import { complaintJobs, FORGET_EVIDENCE } from './jobs.ts';
import { moderationHandlers } from './routes.ts';
import { tables } from './tables.ts';

export { inheritBlocks, rememberAddress } from './kept-blocks.ts';

export const module: Module = {
  tables,
  handlers: moderationHandlers,
  routes: registerComplaintFiles,
  jobs: complaintJobs,
  cron: [{ job: FORGET_EVIDENCE, at: '53 3 * * *' }],
};
