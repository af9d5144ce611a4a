import type { App } from '../../platform/app.ts';
import type { Db } from '../../platform/database/index.ts';

export const FORGET_JOBS_JOB = 'account-forget-jobs';

export async function forgetJobs(app: Pick<App, 'jobs'>, db: Db, memberId: number): Promise<void> {
  const left = await app.jobs.forgetMember(db, memberId);
  if (left)
    await app.jobs.add(db, FORGET_JOBS_JOB, { member: memberId }, { runAt: new Date(Date.now() + 600_000) });
}
