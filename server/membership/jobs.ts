import { sql } from 'kysely';
import type { App } from '../platform/app.ts';
import type { Tx } from '../platform/database/index.ts';
import type { CronEntry, JobContext, JobHandlers } from '../platform/jobs.ts';
import { settingByHost } from '../site-settings/index.ts';
import { dropExports, EXPORT_JOB, makeExport, type ExportJob } from './export/make-export.ts';
import { DELETE_FILES_JOB, FORGET_JOBS_JOB, forgetJobs, purgeMember } from './purge-member.ts';
import { dropUnusedAccounts } from './unused-accounts.ts';
import { RESET_JOB, sendResetMail } from './reset-password.ts';

/** Accounts made for a taken address can never be activated; they go after these days. */
const SHADOW_DAYS = 30;
/** Purged in one run; the next hour goes on. */
const MOST_AT_ONCE = 500;

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

/** Purges accounts whose 14 days are over (docs/product.md 4), and old accounts made for taken addresses. */
async function purgeDue(app: App): Promise<void> {
  const days = await settingByHost(app, 'reactivation_days', sql`host`);
  const due = sql<boolean>`(status = 'pending_deletion' and delete_requested_at < app_now() - (${days}) * interval '1 day')
    or (shadow_email_key is not null and signup_date < app_now() - ${SHADOW_DAYS} * interval '1 day')`;
  const members = await app.db.selectFrom('members').where(due).select('id').limit(MOST_AT_ONCE).execute();
  for (const { id } of members) {
    const stillDue = async (tx: Tx) => (await tx.selectFrom('members').where('id', '=', id).where(due).select('id').executeTakeFirst()) !== undefined;
    if (await purgeMember(app, id, stillDue)) app.log.info({ member: id }, 'a member was purged');
  }
}
