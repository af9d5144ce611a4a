import { sql } from 'kysely';
import type { MemberProfile } from '#contract/profiles.ts';
import type { App } from '../platform/app.ts';
import { one, type Db } from '../platform/database/index.ts';
import { assertVisible, listedFor, type Viewer } from '../visibility/index.ts';
import { hydrate, skeletonColumns, type Shown } from './hydrate.ts';
import { profileWasOpened } from './opened.ts';
import { rememberView } from './remember-view.ts';
import { profileOf } from './whole-profile.ts';

const RELATED = 8;

/**
 * GET /api/member.php: a profile with photos, related profiles, and the likes, blocks and conversation
 * between the two members. It adds the profile to the viewer's recently viewed ones and calls the listeners
 * of `whenProfileOpened`. Members' own profiles have no related ones. Throws `blocked_by` if the profile's owner has blocked the viewer, and `not_found`
 * if the visibility rule hides the profile.
 */
export async function memberProfile(
  app: Pick<App, 'db' | 'events' | 'parts'>,
  viewer: Viewer,
  id: number,
): Promise<MemberProfile> {
  const { db } = app;
  const relation = await assertVisible(db, viewer, id);
  const opener = viewer.id === id ? null : viewer.id;
  const [profile, between, related] = await Promise.all([
    profileOf(app, viewer, id),
    betweenThem(db, viewer.id, id),
    viewer.id === id ? [] : relatedTo(app, viewer, id),
    opener === null ? null : rememberView(db, opener, id),
    opener === null ? null : profileWasOpened(app, opener, id),
  ]);
  return { ...profile, related, ...between, blocked: relation.blocked };
}

async function betweenThem(
  db: Db,
  viewer: number | null,
  id: number,
): Promise<Pick<MemberProfile, 'liked' | 'likes_me' | 'conversation' | 'dismissed'>> {
  if (viewer === null) return { liked: false, likes_me: false, conversation: null };
  return one(
    sql<Pick<MemberProfile, 'liked' | 'likes_me' | 'conversation' | 'dismissed'>>`
    select exists (select from likes where liker_id = ${viewer} and liked_id = ${id}) as liked,
      exists (select from dismissed_profiles where member_id = ${viewer} and profile_id = ${id} and until > app_now()) as dismissed,
      exists (select from likes where liker_id = ${id} and liked_id = ${viewer}) as likes_me,
      (select conversation_id from side_with(${viewer}, ${id})) as conversation`.execute(db),
  );
}

/**
 * Profiles of the same gender and country, within five years of age, the same region first, then by closeness
 * of signup. It reads two index ranges for each birth year, so its cost does not depend on the size of the
 * site.
 */
async function relatedTo(app: Pick<App, 'db' | 'parts'>, viewer: Viewer, id: number) {
  const pick = (where: ReturnType<typeof sql>) => sql`
    select s.id from generate_series(it.birth_year - 5, it.birth_year + 5) y
    cross join lateral (
      select p.id from profiles p
      where p.country = it.country and p.gender = it.gender and p.birth_year = y::smallint ${where} and p.id <> it.id
        and ${listedFor(viewer)}
      order by p.id desc limit ${RELATED}::int
    ) s`;
  const { rows } = await sql<Shown>`
    with it as (select id, country, region, gender, birth_year from profiles where id = ${id}),
    candidates as (
      select near.id, 0 as step from it, lateral (${pick(sql`and p.region = it.region`)}) near
      union all
      select far.id, 1 from it, lateral (${pick(sql``)}) far
    ),
    chosen as (select id, min(step) as step from candidates group by id order by step, abs(id - ${id}::bigint) limit ${RELATED}::int)
    select ${skeletonColumns(viewer.id, sql`array(select id from chosen)`)} from chosen join profiles p on p.id = chosen.id order by chosen.step, abs(p.id - ${id}::bigint)`.execute(
    app.db,
  );
  const people = await hydrate(app, viewer, rows);
  return rows.flatMap((row) => people.card(row) ?? []);
}
