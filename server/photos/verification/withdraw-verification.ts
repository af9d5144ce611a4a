import { sql } from 'kysely';
import type { Verification } from '#contract/photos/verification.ts';
import { inTransaction } from '../../platform/database/index.ts';
import type { PhotoParts } from '../add-photo.ts';
import { dropFiles } from '../files/drop-files.ts';
import { verificationOf } from './verification-of.ts';

/**
 * DELETE /api/verification.php: withdraws an undecided request and deletes its selfie. The request stays as
 * decided without a result, so that the next one gets the same pose. Idempotent.
 */
export async function withdrawVerification(app: PhotoParts, member: number): Promise<Verification> {
  await inTransaction(app.db, async (tx) => {
    const { rows } = await sql<{ storage_key: string | null }>`
      with open as (
        select id, storage_key from verifications where member_id = ${member} and decided_at is null for update
      )
      update verifications v set decided_at = app_now(), storage_key = null
      from open where v.id = open.id returning open.storage_key`.execute(tx);
    for (const { storage_key: folder } of rows) if (folder) await dropFiles(app, tx, folder);
  });
  return verificationOf(app.db, member);
}
