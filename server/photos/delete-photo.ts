import { sql } from 'kysely';
import { inTransaction } from '../platform/database/index.ts';
import { refuse } from '../platform/http/refusal.ts';
import type { PhotoParts } from './add-photo.ts';
import { dropFiles } from './files/drop-files.ts';
import { lockMember } from './lock-member.ts';
import { updateProfilePhotos } from './update-profile-photos.ts';

/**
 * Deletes one of the member's photos. A job queued in the same transaction deletes its files. Throws
 * `not_found` if the member has no such photo.
 */
export async function deletePhoto(app: PhotoParts, memberId: number, id: number): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    await lockMember(tx, memberId);
    const { rows } = await sql<{ storage_key: string }>`
      delete from photos where id = ${id} and member_id = ${memberId} returning storage_key`.execute(tx);
    if (!rows[0]) throw refuse('not_found');
    await updateProfilePhotos(app, tx, memberId);
    await dropFiles(app, tx, rows[0].storage_key);
  });
  app.events.emit(memberId, 'changed', { what: 'user' });
}
