import { sql } from 'kysely';
import { itemAt } from '#contract/must.ts';
import type { Verification } from '#contract/photos/verification.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { settingsOf } from '../../site-settings/index.ts';
import type { PhotoParts } from '../add-photo.ts';
import { dropFiles } from '../files/drop-files.ts';
import { keepFiles } from '../files/keep-files.ts';
import { meetLists } from '../known/meet-lists.ts';
import { pdqBits } from '../known/pdq-near.ts';
import { processPhoto } from '../process-photo.ts';
import { fingerprint } from '../screening/fingerprint.ts';
import { notePicture } from '../screening/note-picture.ts';
import { askModel } from '../screening/screen.ts';
import { verificationOf } from './verification-of.ts';

/**
 * PUT /api/verification.php: stores the selfie for the moderators. A repeat changes nothing. Throws
 * `conflict` if the member has no pose or an expired one, `account_held` for a listed
 * picture, and the errors of `processPhoto` for an invalid file.
 */
export async function sendSelfie(
  app: PhotoParts,
  member: number,
  content: Buffer,
  host: string | undefined,
): Promise<Verification> {
  const { state } = await verificationOf(app.db, member);
  if (state === 'waiting') return verificationOf(app.db, member);
  if (state !== 'asked') throw refuse('conflict');
  const processed = await processPhoto(content, `member ${member}`);
  const { pdq, awaits } = await meetLists(app, member, processed, 'selfie');
  const looks = await fingerprint(itemAt(processed.files, 0).content);
  // A screening service outside the site receives no selfies.
  const { intimate } = await askModel(app, processed, await settingsOf(app, host));
  const folder = await keepFiles(app, processed);
  const numAffectedRows = await inTransaction(app.db, async (tx) => {
    const stored = await sql`
      update verifications set storage_key = ${folder}, sent_at = app_now(), fingerprint = ${looks}::bigint,
        pdq = ${pdqBits(pdq.hash)}, pdq_quality = ${pdq.quality}, awaits_lists = ${awaits}, intimate = ${intimate}
      where member_id = ${member} and decided_at is null and sent_at is null`.execute(tx);
    if (stored.numAffectedRows) await notePicture(app, tx, member, { looks, pdq });
    return stored.numAffectedRows;
  });
  // Of two selfies sent at the same time, the first is stored.
  if (numAffectedRows === 0n) await dropFiles(app, app.db, folder);
  app.events.emit(member, 'changed', { what: 'user' });
  return verificationOf(app.db, member);
}
