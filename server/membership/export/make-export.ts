import { sql } from 'kysely';
import { accountOf, recipientOf } from '../../identity/index.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/index.ts';
import type { JobContext } from '../../platform/jobs.ts';
import { seal } from '../../platform/sealing.ts';
import { exportEntries } from './export-files.ts';
import { inPieces } from './pieces.ts';
import { findExport, KEPT_DAYS, pieceKey, SEALING_PURPOSE } from './stored-export.ts';
import { zip } from './zip.ts';

export const EXPORT_JOB = 'account-export';

export interface ExportJob {
  member: number;
}

const PIECE_BYTES = 4_000_000;

/** Makes a queued export and notifies the member by mail. A failed run starts over. */
export async function makeExport(
  app: App,
  { member }: ExportJob,
  { attempt, maxAttempts, log }: Pick<JobContext, 'attempt' | 'maxAttempts' | 'log'>,
) {
  const row = await findExport(app.db, member);
  if (row?.state !== 'waiting') return;
  try {
    let [pieces, bytes] = [0, 0];
    for await (const piece of inPieces(zip(exportEntries(app, member)), PIECE_BYTES)) {
      await app.storage.put(
        pieceKey(row.folder, pieces),
        seal(app.config.secret, SEALING_PURPOSE, `${member} ${pieces}`, piece),
        'application/octet-stream',
      );
      pieces++;
      bytes += piece.length;
    }
    const kept = await inTransaction(app.db, async (tx) => {
      const { rows } = await sql<{ expires_at: Date }>`
        update data_exports set state = 'ready', pieces = ${pieces}, bytes = ${bytes}, made_at = app_now(), expires_at = app_now() + ${KEPT_DAYS} * interval '1 day'
        where member_id = ${member} and folder = ${row.folder} and state = 'waiting' returning expires_at`.execute(
        tx,
      );
      const [ready] = rows;
      const account = ready && (await accountOf(tx, member));
      if (!account) return false;
      await app.mailer.send(tx, 'export-ready', recipientOf(account), {
        name: account.name,
        until: ready.expires_at.toISOString(),
      });
      return true;
    });
    // The member was purged during the run.
    if (!kept) await app.storage.deleteFolder(row.folder);
  } catch (error) {
    if (attempt < maxAttempts) throw error;
    log.error({ err: error }, 'export failed');
    await sql`update data_exports set state = 'failed' where member_id = ${member} and folder = ${row.folder}`.execute(
      app.db,
    );
    await app.storage.deleteFolder(row.folder);
  }
}
