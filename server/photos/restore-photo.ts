import { sql } from 'kysely';
import { withdrawHold } from '../identity/index.ts';
import type { App } from '../platform/app.ts';
import type { Tx } from '../platform/database/index.ts';
import { updateProfilePhotos } from './update-profile-photos.ts';

/** Shows a photo whose refusal was reversed, and ends the hold if it was refused as under age. */
export async function restorePhoto(
  app: Pick<App, 'db' | 'events' | 'parts'>,
  tx: Tx,
  id: number,
  operatorId: number,
): Promise<void> {
  const { rows } = await sql<{ member: number; picture: string }>`
    update photos set status = case when awaits_lists then 'inspecting' else 'active' end, refusal_reason = null, decided_at = app_now(), decided_by = ${operatorId}
    where id = ${id} and status = 'refused' returning member_id as member, storage_key as picture`.execute(
    tx,
  );
  // Copies of the photo are no longer suspicious.
  await sql`delete from refused_pictures where fingerprint = (select fingerprint from photos where id = ${id})`.execute(
    tx,
  );
  const photo = rows[0];
  if (!photo) return;
  await withdrawHold(app, tx, photo);
  await updateProfilePhotos(app, tx, photo.member);
}
