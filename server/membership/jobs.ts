import { checkFiles } from '../photos/index.ts';
import type { App } from '../platform/app.ts';
import { longJob, type CronEntry, type JobHandlers } from '../platform/jobs.ts';
import { DELETE_FILES_JOB } from './deletion/delete-files-job.ts';
import { FORGET_JOBS_JOB, forgetJobs } from './deletion/forget-jobs.ts';
import { purgeDue } from './deletion/purge-due.ts';
import { dropUnusedAccounts } from './deletion/unused-accounts.ts';
import { dropExports } from './export/drop-exports.ts';
import { EXPORT_JOB, makeExport, type ExportJob } from './export/make-export.ts';
import { RESET_JOB, type ResetJob } from './reset-job.ts';
import { sendResetMail } from './send-reset-mail.ts';
import { forgetRules } from './sign-up-rules/forget-rules.ts';

export const membershipJobs = (app: App): JobHandlers => ({
  [RESET_JOB]: (job: ResetJob) => sendResetMail(app, job),
  'account-purge': () => purgeDue(app),
  'account-drop-unused': () => dropUnusedAccounts(app),
  [EXPORT_JOB]: longJob(60, (job: ExportJob, context) => makeExport(app, job, context)),
  'account-drop-exports': () => dropExports(app),
  'sign-up-rules-forget': () => forgetRules(app.db),
  [FORGET_JOBS_JOB]: ({ member }: { member: number }) => forgetJobs(app, app.db, member),
  async [DELETE_FILES_JOB]({ folders }: { folders: string[] }) {
    // Evidence that outlives the account keeps its files.
    for (const folder of folders) await checkFiles(app, folder);
  },
});

export const membershipCron: CronEntry[] = [
  { job: 'account-purge', at: '11 * * * *' },
  { job: 'account-drop-unused', at: '29 5 * * *' },
  { job: 'account-drop-exports', at: '37 * * * *' },
  { job: 'sign-up-rules-forget', at: '47 * * * *' },
];
