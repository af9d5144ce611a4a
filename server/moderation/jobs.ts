import { sql } from 'kysely';
import { forgetHeldEvidence } from '../identity/index.ts';
import { dropFiles } from '../photos/index.ts';
import type { App } from '../platform/app.ts';
import { jobIn, type JobHandlers } from '../platform/jobs.ts';
import { forgetBulkActs } from './bulk/forget-bulk-acts.ts';
import { endSuspensions } from './measures/end-suspensions.ts';
import { SEND_STATEMENT } from './statements/queue-statement.ts';
import { requeueStatements } from './statements/requeue-statements.ts';
import { sendStatement } from './statements/send-statement.ts';
import { flagTexts } from './texts/flag-texts.ts';

/** A few days longer than the period in which a decision can be appealed. */
const KEPT_DAYS = 190;

/**
 * The job that deletes the content of complaints decided `KEPT_DAYS` ago: evidence with its files, all text,
 * the address of the content, and a visitor's name and address; the pictures and words of held accounts; and
 * which members old bulk acts concerned.
 */
export const FORGET_EVIDENCE = 'forget-complaint-evidence';

export const END_SUSPENSIONS = 'end-suspensions';
export const FLAG_TEXTS = 'flag-texts';
export const REQUEUE_STATEMENTS = 'requeue-dsa-statements';

export const complaintJobs = (app: App): JobHandlers => ({
  async [FORGET_EVIDENCE]() {
    const { rows } = await sql<{ folders: string[] }>`
      with old as (
        select id, evidence_folders from complaints c
        where decided_at < app_now() - ${KEPT_DAYS} * interval '1 day' and (evidence_cleared_at is null or body <> '')
          and not exists (select from appeals a where a.complaint_id = c.id and a.state = 'open')
        limit 1000
      ), words as (update appeals set body = '', note = null where complaint_id in (select id from old))
      update complaints c set evidence = '{}', evidence_folders = '{}', evidence_cleared_at = app_now(), body = '', note = null, reporter_email = null, reporter_name = null, content_url = null
      from old where c.id = old.id returning old.evidence_folders as folders`.execute(app.db);
    const held = await forgetHeldEvidence(app.db, KEPT_DAYS);
    for (const folder of new Set([...rows.flatMap(({ folders }) => folders), ...held]))
      await dropFiles(app, app.db, folder);
    await forgetBulkActs(app.db);
  },
  [END_SUSPENSIONS]: () => endSuspensions(app),
  [FLAG_TEXTS]: () => flagTexts(app),
  [SEND_STATEMENT]: jobIn('partners', (job: { puid: string }) => sendStatement(app, job)),
  [REQUEUE_STATEMENTS]: () => requeueStatements(app),
});
