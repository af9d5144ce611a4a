import { sql } from 'kysely';
import { recordActivity } from '../../activity/index.ts';
import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import { settingsOf } from '../../site-settings/index.ts';

/**
 * Ends the badge of a member whose main photo, once others see it, is none of those that the selfie was compared with, or
 * who has no public photo left (docs/product.md 12.10). A badge that a moderator gave back stays until the photos change
 * again. The caller must hold the lock on the member's row.
 */
export async function endOutdatedBadge(
  app: Pick<App, 'db' | 'events' | 'parts'>,
  tx: Tx,
  member: number,
): Promise<void> {
  const { rows } = await sql<{ host: string | null; comparison: number }>`
    select m.host, v.id as comparison
    from profiles p join members m on m.id = p.id
      join lateral (select id, decided_at, compared_photos from verifications
        where member_id = p.id and verified order by id desc limit 1) v on true
      left join photos main on main.id = p.main_photo_id
    where p.id = ${member} and p.verified
      and (main.id is null or (main.status = 'active' and case when v.compared_photos is null
        then main.created_at > v.decided_at else main.id <> all (v.compared_photos) end))`.execute(tx);
  const outdated = rows[0];
  if (!outdated) return;
  const { badge_ends_with_photos } = await settingsOf(app, outdated.host ?? undefined);
  if (!badge_ends_with_photos) return;
  await sql`update profiles set verified = false where id = ${member}`.execute(tx);
  await recordActivity(app, tx, { member, kind: 'badge_ended', key: outdated.comparison });
}
