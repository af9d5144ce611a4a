import { sql } from 'kysely';
import type { Photo } from '#contract/photos/photo.ts';
import type { ProfileCard } from '#contract/profiles.ts';
import type { App } from '../platform/app.ts';
import { inTransaction, type Db, type Tx } from '../platform/database/index.ts';
import { refuse } from '../platform/http/refusal.ts';
import { hydrate, skeletonColumns, type Shown } from '../profiles/index.ts';
import { acceptsContactFrom, isOpenToLiked, listedFor, soughtBy, type Viewer } from '../visibility/index.ts';
import { likeProfile, type LikeOutcome } from './like-profile.ts';

export interface SwipeRules {
  likesPerDay: number;
  /** The site's time zone, for members who have not set one. */
  timeZone: string;
}

export interface Swipe {
  /** The top card. Null if no cards or no likes are left. */
  profile: ProfileCard | null;
  photos?: Photo[];
  upcoming?: ProfileCard | null;
  likes_left: number;
  /** When the member's next day begins. Null while likes are left. */
  next_at: string | null;
}

interface Day {
  day: string;
  used: number;
  next_at: Date;
}

/**
 * GET /api/swipe.php: the next card of the swipe game and the likes left on the member's calendar day
 * (docs/product.md 4.11). `onTop` is a card returned by an undo; it comes before others.
 */
export async function swipeOf(
  app: Pick<App, 'db' | 'parts'>,
  viewer: Viewer<number>,
  rules: SwipeRules,
  onTop: number | null = null,
): Promise<Swipe> {
  const { db } = app;
  const { used, next_at } = await dayOf(db, viewer.id, rules.timeZone);
  const left = Math.max(0, rules.likesPerDay - used);
  if (left === 0) return { profile: null, likes_left: 0, next_at: next_at.toISOString() };
  const cards = await nextCards(db, viewer);
  const top = onTop !== null && (await isUndecided(db, viewer, onTop)) ? onTop : (cards[0] ?? null);
  if (top === null) return { profile: null, likes_left: left, next_at: null };
  const under = cards.find((card) => card !== top) ?? null;
  const [profile, upcoming, photos] = await Promise.all([
    cardOf(app, viewer, top),
    under === null ? null : cardOf(app, viewer, under),
    app.parts.photos.photosOf(db, viewer.id, top),
  ]);
  return { profile, upcoming, photos, likes_left: left, next_at: null };
}

async function cardOf(
  app: Pick<App, 'db' | 'parts'>,
  viewer: Viewer<number>,
  id: number,
): Promise<ProfileCard | null> {
  const { rows } =
    await sql<Shown>`select ${skeletonColumns(viewer.id, sql`array[${id}::bigint]`)} from profiles p where p.id = ${id}`.execute(
      app.db,
    );
  return rows[0] ? (await hydrate(app, viewer, rows)).card(rows[0]) : null;
}

/**
 * POST /api/swipe.php: a like or a pass on a card. Returns null for a pass. A repeat of the same choice
 * counts once. The row per day enforces the limit under parallel requests. Throws `swipe_limit` with
 * `retry-after` if no likes are left, and `not_found` or `blocked_by` if the visibility rule hides the
 * profile.
 */
export async function chooseSwipe(
  db: Db,
  viewer: Viewer<number>,
  choice: { profile: number; like: boolean },
  rules: SwipeRules,
): Promise<LikeOutcome | null> {
  const { id: member } = viewer;
  return inTransaction(db, async (tx) => {
    const { day, used, next_at } = await dayOf(tx, member, rules.timeZone);
    const { rows } = await sql`
      insert into swipe_choices (member_id, profile_id, liked, day) values (${member}, ${choice.profile}, ${choice.like}, ${day})
      on conflict (member_id, profile_id) do update set liked = true, day = excluded.day, created_at = excluded.created_at where excluded.liked and not swipe_choices.liked
      returning 1`.execute(tx);
    const isNew = rows.length > 0;
    const limit = () => refuse('swipe_limit', undefined, (next_at.getTime() - Date.now()) / 1000);
    if (!choice.like) {
      if (isNew && used >= rules.likesPerDay) throw limit();
      return null;
    }
    if (isNew && !(await takeLike(tx, member, day, rules.likesPerDay))) throw limit();
    return likeProfile(tx, viewer, choice.profile);
  });
}

/** Uses one of the day's likes. Returns false if none is left. The row lock serialises parallel likes. */
async function takeLike(tx: Tx, member: number, day: string, limit: number): Promise<boolean> {
  const { rows } = await sql`
    insert into swipe_days as d (member_id, day, likes_used) select ${member}, ${day}, 1 where ${limit}::int > 0
    on conflict (member_id, day) do update set likes_used = d.likes_used + 1 where d.likes_used < ${limit}::int
    returning 1`.execute(tx);
  return rows.length > 0;
}

/**
 * The member's calendar day, and when the next one begins. A new time zone applies from the next midnight of
 * the old one (`next_time_zone_at`); if the new zone then still has the same date, the day lasts until
 * midnight there.
 */
async function dayOf(db: Db, member: number, timeZone: string): Promise<Day> {
  const { rows } = await sql<Day>`
    select today.day::text as day, coalesce(d.likes_used, 0) as used,
      greatest((today.day + 1)::timestamp at time zone z.zone, case when not z.moved then (today.day + 1)::timestamp at time zone m.next_time_zone end) as next_at
    from members m,
      lateral (select m.next_time_zone_at <= app_now() is true as moved) change,
      lateral (select case when change.moved then m.next_time_zone else coalesce(m.time_zone, ${timeZone}) end as zone, change.moved) z,
      lateral (select (app_now() at time zone z.zone)::date as day) today
      left join swipe_days d on d.member_id = ${member} and d.day = today.day
    where m.id = ${member}`.execute(db);
  const row = rows[0];
  if (!row) throw refuse('not_found');
  return row;
}

const COMPARED = 1000;

/**
 * Condition over `profiles p`, whose id is also in `id`. `is false` keeps PostgreSQL from joining what the viewer
 * decided, which would read it all again for each profile: it reads it once, or looks up the one profile.
 */
const undecidedBy = (
  viewer: Viewer<number>,
  id = sql`p.id`,
) => sql<boolean>`p.kind <> 'cam' and ${listedFor(viewer)}
    and exists (select from swipes_of(${viewer.id}) c where c.profile_id = ${id}) is false
    and exists (select from likes l where l.liker_id = ${viewer.id} and l.liked_id = ${id}) is false`;

async function isUndecided(db: Db, viewer: Viewer<number>, id: number): Promise<boolean> {
  const { rows } =
    await sql`select from profiles p where p.id = ${id} and ${undecidedBy(viewer)} and ${acceptsContactFrom(viewer.id)}`.execute(
      db,
    );
  return rows.length > 0;
}

/**
 * The next two cards of the gender that the member seeks, neither swiped nor liked: first members who like
 * the member, then the newest of the member's country, then the newest elsewhere. Only a pass or like removes
 * a card, so a repeated query returns the same cards. Of each step the first `COMPARED` are asked whether they accept a
 * contact from the member, which bounds the cost for somebody whom most members refuse.
 */
async function nextCards(db: Db, viewer: Viewer<number>): Promise<number[]> {
  const { id: member } = viewer;
  const { rows: me } = await sql<{ country: string; sought: string }>`
    select me.country, ${soughtBy('me')} as sought from profiles me where me.id = ${member}`.execute(db);
  if (!me[0]) return [];
  const { country, sought } = me[0];
  // Run in sequence, because each query walks an index only to its first matches, and most members never need
  // the second.
  const steps = [
    {
      accepts: isOpenToLiked,
      order: sql`like_new desc, like_id desc`,
      found: sql`select p.id, r.like_new, r.id as like_id from likes r join profiles p on p.id = r.liker_id
        where r.liked_id = ${member} and p.gender = ${sought} and ${undecidedBy(viewer, sql`r.liker_id`)}`,
    },
    {
      accepts: acceptsContactFrom(member),
      order: sql`id desc`,
      found: sql`select p.id from profiles p
        where p.country = ${country} and p.gender = ${sought} and ${undecidedBy(viewer)}`,
    },
    {
      accepts: acceptsContactFrom(member),
      order: sql`id desc`,
      found: sql`select p.id from profiles p
        where p.country <> ${country} and p.gender = ${sought} and ${undecidedBy(viewer)}`,
    },
  ];
  const cards = new Set<number>();
  for (const { accepts, order, found } of steps) {
    // The same order in both, so that PostgreSQL needs no sort and stops at the second card.
    const { rows } = await sql<{ id: number }>`
      select p.id from (${found} order by ${order} limit ${sql.lit(COMPARED)}) p
        where ${accepts} order by ${order} limit 2`.execute(db);
    for (const { id } of rows) cards.add(id);
    if (cards.size >= 2) break;
  }
  return [...cards].slice(0, 2);
}
