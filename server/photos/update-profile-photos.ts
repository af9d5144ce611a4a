import { sql } from 'kysely';
import type { App } from '../platform/app.ts';
import type { Tx } from '../platform/database/index.ts';
import { endOutdatedBadge } from './verification/end-outdated-badge.ts';

/**
 * Updates the profile's photo count and main photo after a change. If the main photo was deleted, refused or
 * made private, the first eligible photo replaces it. Ends the verified badge if the photos have changed since they were
 * compared. The caller must hold the lock on the member's row.
 */
export async function updateProfilePhotos(
  app: Pick<App, 'db' | 'events' | 'parts'>,
  tx: Tx,
  memberId: number,
): Promise<void> {
  await sql`
    update profiles p set
      num_photos = (select count(*) from photos where member_id = p.id and status = 'active' and not private),
      main_photo_id = coalesce(
        (select id from photos where id = p.main_photo_id and not private and status <> 'refused'),
        (select id from photos where member_id = p.id and not private and status <> 'refused'
         order by status = 'active' desc, position, id limit 1))
    where p.id = ${memberId}`.execute(tx);
  await endOutdatedBadge(app, tx, memberId);
}
