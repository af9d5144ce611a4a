import { sql } from 'kysely';
import type { Db } from '../platform/database/index.ts';
import { KEPT } from './recently-viewed.ts';

const KEPT_DAYS = 90;

/**
 * Puts an opened profile at the head of the member's list and drops the oldest beyond `KEPT`. The viewed
 * member is never informed.
 */
export async function rememberView(db: Db, viewer: number, id: number): Promise<void> {
  await sql`
    with seen as (
      insert into profile_views (member_id, profile_id) values (${viewer}, ${id})
      on conflict (member_id, profile_id) do update set viewed_at = excluded.viewed_at
    ),
    others as (
      select profile_id, viewed_at, row_number() over (order by viewed_at desc) as place
      from profile_views where member_id = ${viewer} and profile_id <> ${id}
    )
    delete from profile_views v using others o
    where v.member_id = ${viewer} and v.profile_id = o.profile_id
      and (o.place >= ${KEPT}::int or o.viewed_at < app_now() - ${sql.lit(`${KEPT_DAYS} days`)}::interval)`.execute(
    db,
  );
}
