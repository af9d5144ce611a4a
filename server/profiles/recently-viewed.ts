import { sql } from 'kysely';
import type { ProfileCard } from '#contract/profiles.ts';
import type { App } from '../platform/app.ts';
import type { Db } from '../platform/database/index.ts';
import { knownTo, type Viewer } from '../visibility/index.ts';
import { hydrate, skeletonColumns, type Shown } from './hydrate.ts';

/** Profiles kept for each member, and for how long. */
const KEPT = 50;
const KEPT_DAYS = 90;

/** Puts a profile that a member opened at the head of the list; the oldest beyond `KEPT` go. The viewed one never learns of it. */
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
      and (o.place >= ${KEPT}::int or o.viewed_at < app_now() - ${sql.lit(`${KEPT_DAYS} days`)}::interval)`.execute(db);
}

/** GET /api/recently-viewed.php: the profiles that a member opened lately and may still see, the last one first. */
export async function recentlyViewed(app: Pick<App, 'db' | 'parts'>, viewer: Viewer<number>): Promise<ProfileCard[]> {
  const { rows } = await sql<Shown>`
    select ${skeletonColumns(viewer.id, sql`array(select profile_id from profile_views where member_id = ${viewer.id})`)} from profile_views v join profiles p on p.id = v.profile_id
    where v.member_id = ${viewer.id} and ${knownTo(viewer)} order by v.viewed_at desc limit ${sql.lit(KEPT)}`.execute(app.db);
  const people = await hydrate(app, viewer, rows);
  return rows.flatMap((row) => people.card(row) ?? []);
}

/** DELETE /api/recently-viewed.php: empties the list. */
export async function forgetViewed(db: Db, viewer: number): Promise<void> {
  await db.deleteFrom('profile_views').where('member_id', '=', viewer).execute();
}
