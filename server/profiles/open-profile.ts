import { sql } from 'kysely';
import type { MemberProfile } from '#contract/profiles.ts';
import type { App } from '../platform/app.ts';
import type { Db } from '../platform/database/index.ts';
import type { SiteSettings } from '#contract/setting-table.ts';
import { assertVisible, listedFor, type Viewer } from '../visibility/index.ts';
import { hydrate, skeletonColumns, type Shown } from './hydrate.ts';
import { withoutHidden } from './cards.ts';
import { profileWasOpened } from './opened.ts';
import { profileOf } from './whole-profile.ts';
import { rememberView } from './recently-viewed.ts';

/** Related profiles shown. */
const RELATED = 8;

/** Fields of a profile that a site can hide, as `visible_profile_fields` and `visible_profile_notes` name them. */
const HIDEABLE = ['sexuality', 'hair_color', 'eye_color', 'body_type', 'relationship_status', 'tattoos', 'about'] as const;

type Visible = Pick<SiteSettings, 'visible_profile_fields' | 'visible_profile_notes'>;

/**
 * GET /api/member.php: a profile with photos, related profiles, likes, block and conversation between the two. A member
 * who opens it finds it among the recently viewed, and modules above hear of it (`whenProfileOpened`).
 *
 * Refuses `blocked_by` with the name, `not_found` by the visibility rule.
 */
export async function memberProfile(app: Pick<App, 'db' | 'events' | 'parts'>, viewer: Viewer, id: number, visible: Visible): Promise<MemberProfile> {
  const { db } = app;
  const relation = await assertVisible(db, viewer, id);
  const opens = viewer.id !== null && viewer.id !== id;
  const [profile, between, related] = await Promise.all([
    profileOf(app, viewer.id, id),
    betweenThem(db, viewer.id, id),
    relatedTo(app, viewer, id),
    opens ? rememberView(db, viewer.id!, id) : null,
    opens ? profileWasOpened(app, viewer.id!, id) : null,
  ]);
  if (viewer.id !== id) hideFields(profile, visible);
  const shown = viewer.id === id ? profile : { ...profile, ...withoutHidden(profile, viewer.hides) };
  return { ...shown, related, ...between, blocked: relation.blocked };
}

function hideFields(profile: Pick<MemberProfile, (typeof HIDEABLE)[number] | 'interests'>, { visible_profile_fields, visible_profile_notes }: Visible): void {
  const shown = new Set([...visible_profile_fields, ...visible_profile_notes]);
  for (const field of HIDEABLE) if (!shown.has(field)) profile[field] = null;
  if (!shown.has('interests')) profile.interests = [];
}

async function betweenThem(db: Db, viewer: number | null, id: number): Promise<Pick<MemberProfile, 'liked' | 'likes_me' | 'conversation'>> {
  if (viewer === null) return { liked: false, likes_me: false, conversation: null };
  const { rows } = await sql<Pick<MemberProfile, 'liked' | 'likes_me' | 'conversation'>>`
    select exists (select from likes where liker_id = ${viewer} and liked_id = ${id}) as liked,
      exists (select from likes where liker_id = ${id} and liked_id = ${viewer}) as likes_me,
      (select conversation_id from participants where member_id = ${viewer} and other_id = ${id}) as conversation`.execute(db);
  return rows[0]!;
}

/**
 * Others of the same gender and country, within five years of age, of the same region first: the nearest in time of
 * signing up. Two ranges of an index for each birth year, however large the site is.
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
