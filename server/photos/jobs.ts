import { sql } from 'kysely';
import type { App } from '../platform/app.ts';
import { longJob, type CronEntry, type JobHandlers } from '../platform/jobs.ts';
import { STORED_EXPORTS } from '../platform/storage.ts';
import { forgetExpiredGrants } from './access/forget-expired-grants.ts';
import { CHECK_FILES, checkFiles } from './files/check-files.ts';
import { colourPhotos } from './files/colour-photos.ts';
import { MAKE_AVIF, makeAvif } from './files/make-avif.ts';
import { loadListFolder } from './known/load-list-folder.ts';
import { photoShelf } from './known/photo-shelf.ts';
import { selfieShelf } from './known/selfie-shelf.ts';
import { shelfCron, shelfJobs } from './known/shelf-jobs.ts';
import { forgetSandboxLiveness } from './liveness/forget-sandbox-liveness.ts';
import { settleOpenLiveness } from './liveness/settle-open-liveness.ts';
import { forgetSelfies } from './verification/forget-selfies.ts';

/** Job that finds files without a row, for example after an older database backup was restored. */
const SWEEP = 'sweep-photo-files';
const COLOUR_PHOTOS = 'colour-photos';
const FORGET_SELFIES = 'forget-selfies';
const FORGET_GRANTS = 'forget-expired-photo-grants';
const LOAD_LISTS = 'load-lists-of-known-pictures';
const SETTLE_LIVENESS = 'settle-liveness-checks';
const FORGET_LIVENESS_SESSIONS = 'forget-sandbox-liveness-sessions';
const SWEEP_BATCH = 500;

export function photoJobs(app: App): JobHandlers {
  return {
    [CHECK_FILES]: ({ folder }: { folder: string }) => checkFiles(app, folder),
    [MAKE_AVIF]: ({ folder }: { folder: string }) => makeAvif(app, folder),
    [COLOUR_PHOTOS]: (_payload, { signal }) => colourPhotos(app, signal),
    [SWEEP]: () => sweepFiles(app),
    [FORGET_SELFIES]: () => forgetSelfies(app),
    [SETTLE_LIVENESS]: () => settleOpenLiveness(app),
    [FORGET_LIVENESS_SESSIONS]: () => forgetSandboxLiveness(app.db),
    [FORGET_GRANTS]: () => forgetExpiredGrants(app.db),
    [LOAD_LISTS]: longJob(60, () => loadListFolder(app)),
    ...shelfJobs(app, photoShelf(app)),
    ...shelfJobs(app, selfieShelf(app)),
  };
}

export const photoCron: CronEntry[] = [
  { job: SWEEP, at: '41 3 * * 0' },
  { job: COLOUR_PHOTOS, at: '*/10 * * * *' },
  { job: FORGET_SELFIES, at: '53 * * * *' },
  { job: SETTLE_LIVENESS, at: '* * * * *' },
  { job: FORGET_LIVENESS_SESSIONS, at: '37 4 * * *' },
  { job: FORGET_GRANTS, at: '57 * * * *' },
  { job: LOAD_LISTS, at: '13 * * * *' },
  ...shelfCron('photo'),
  ...shelfCron('selfie'),
];

/** Queues a check of every stored folder that no row refers to. The delay protects uploads in progress. */
async function sweepFiles({ db, storage, jobs }: App): Promise<void> {
  let batch: string[] = [];
  const check = async () => {
    const { rows } = await sql<{ folder: string }>`
      select folder from unnest(${batch}::text[]) folder
      where not exists (select from photos where storage_key = folder) and not exists (select from chat_images where storage_key = folder)
        and not exists (select from verifications where storage_key = folder) and not exists (select from voice_intros where storage_key = folder)
        and not exists (select from complaints where evidence_folders <> '{}' and evidence_folders @> array[folder])
        and not exists (select from account_holds where evidence_folders <> '{}' and evidence_folders @> array[folder])`.execute(
      db,
    );
    for (const { folder } of rows)
      await jobs.add(
        db,
        CHECK_FILES,
        { folder },
        { runAt: new Date(Date.now() + 3600_000), key: `check-photo-files:${folder}` },
      );
    batch = [];
  };
  for await (const folder of storage.folders()) {
    if (folder.startsWith(`${STORED_EXPORTS}/`)) continue;
    if (batch.push(folder) >= SWEEP_BATCH) await check();
  }
  await check();
}
