import type { App } from '../platform/app.ts';
import type { CronEntry, JobContext, JobHandlers } from '../platform/jobs.ts';
import { dropExports, EXPORT_JOB, makeExport, type ExportJob } from './export/make-export.ts';
import { purgeDue } from './purge-due.ts';
import { DELETE_FILES_JOB, FORGET_JOBS_JOB, forgetJobs } from './purge-member.ts';
import { dropUnusedAccounts } from './unused-accounts.ts';
import { RESET_JOB, sendResetMail } from './reset-password.ts';

/** What membership does in the background. */
export const membershipJobs = (app: App): JobHandlers => ({
  [RESET_JOB]: (job: { key: string }) => sendResetMail(app, job),
  'account-purge': () => purgeDue(app),
  'account-drop-unused': () => dropUnusedAccounts(app),
  [EXPORT_JOB]: (job: ExportJob, context: JobContext) => makeExport(app, job, context),
  'account-drop-exports': () => dropExports(app),
  [FORGET_JOBS_JOB]: ({ member }: { member: number }) => forgetJobs(app, app.db, member),
  async [DELETE_FILES_JOB]({ folders }: { folders: string[] }) {
    for (const folder of folders) await app.storage.deleteFolder(folder);
  },
});

export const membershipCron: CronEntry[] = [
  { job: 'account-purge', at: '11 * * * *' },
  { job: 'account-drop-unused', at: '29 5 * * *' },
  { job: 'account-drop-exports', at: '37 * * * *' },
];
