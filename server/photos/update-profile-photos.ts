import { sql } from 'kysely';
import type { Tx } from '../platform/database/index.ts';

/**
 * Updates the profile's photo count and main photo after a change. If the main photo was deleted, refused or
 * made private, the first eligible photo replaces it. The caller must hold the lock on the member's row.
 */
export async function updateProfilePhotos(tx: Tx, memberId: number): Promise<void> {
  await sql`
    update profiles p set
      num_photos = (select count(*) from photos where member_id = p.id and status = 'active' and not private),
      main_photo_id = coalesce(
        (select id from photos where id = p.main_photo_id and not private and status <> 'refused'),
        (select id from photos where member_id = p.id and not private and status <> 'refused'
         order by status = 'active' desc, position, id limit 1))
    where p.id = ${memberId}`.execute(tx);
}
