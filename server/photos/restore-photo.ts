import { sql } from 'kysely';
import type { Tx } from '../platform/database/index.ts';
import { updateProfilePhotos } from './update-profile-photos.ts';

export async function restorePhoto(tx: Tx, id: number, operatorId: number): Promise<void> {
  const { rows } = await sql<{ member_id: number }>`
    update photos set status = 'active', refusal_reason = null, decided_at = app_now(), decided_by = ${operatorId}
    where id = ${id} and status = 'refused' returning member_id`.execute(tx);
  // Copies of the photo are no longer suspicious.
  await sql`delete from refused_pictures where fingerprint = (select fingerprint from photos where id = ${id})`.execute(
    tx,
  );
  if (rows[0]) await updateProfilePhotos(tx, rows[0].member_id);
}
