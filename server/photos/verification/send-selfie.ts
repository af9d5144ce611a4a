import { sql } from 'kysely';
import type { Verification } from '#contract/photos/verification.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { PhotoParts } from '../add-photo.ts';
import { dropFiles } from '../files/drop-files.ts';
import { keepFiles } from '../files/keep-files.ts';
import { processPhoto } from '../process-photo.ts';
import { verificationOf } from './verification-of.ts';

/**
 * PUT /api/verification.php: stores the selfie for the moderators. A repeat changes nothing. Throws
 * `conflict` if the member has no pose or an expired one, and the errors of `processPhoto` for an invalid
 * file.
 */
export async function sendSelfie(app: PhotoParts, member: number, content: Buffer): Promise<Verification> {
  const { state } = await verificationOf(app.db, member);
  if (state === 'waiting') return verificationOf(app.db, member);
  if (state !== 'asked') throw refuse('conflict');
  const folder = await keepFiles(app, await processPhoto(content, `member ${member}`));
  const { numAffectedRows } = await sql`
    update verifications set storage_key = ${folder}, sent_at = app_now()
    where member_id = ${member} and decided_at is null and sent_at is null`.execute(app.db);
  // Of two selfies sent at the same time, the first is stored.
  if (numAffectedRows === 0n) await dropFiles(app, app.db, folder);
  app.events.emit(member, 'changed', { what: 'user' });
  return verificationOf(app.db, member);
}
