import { sql } from 'kysely';
import type { App } from '../platform/app.ts';
import type { JobHandlers } from '../platform/jobs.ts';
import { dropFiles } from '../photos/index.ts';
import { flagTexts } from './flagged-texts.ts';
import { endSuspensions } from './take-measure.ts';

/** A decision may be contested for half a year (Digital Services Act, article 20); then what was complained of is forgotten. */
const KEPT_DAYS = 180;

/** The job that forgets the evidence of complaints decided long ago, with its files. */
export const FORGET_EVIDENCE = 'forget-complaint-evidence';

/** The job that lets members back in whose suspension is over, and the one that looks over new texts. */
export const END_SUSPENSIONS = 'end-suspensions';
export const FLAG_TEXTS = 'flag-texts';

export const complaintJobs = (app: App): JobHandlers => ({
  async [FORGET_EVIDENCE]() {
    const { rows } = await sql<{ folders: string[] }>`
      update complaints c set evidence = '{}', evidence_folders = '{}', evidence_cleared_at = app_now()
      from (select id, evidence_folders from complaints
        where decided_at < app_now() - ${KEPT_DAYS} * interval '1 day' and evidence_cleared_at is null limit 1000) old
      where c.id = old.id returning old.evidence_folders as folders`.execute(app.db);
    for (const folder of new Set(rows.flatMap(({ folders }) => folders))) await dropFiles(app, app.db, folder);
  },
  [END_SUSPENSIONS]: () => endSuspensions(app),
  [FLAG_TEXTS]: () => flagTexts(app),
});
