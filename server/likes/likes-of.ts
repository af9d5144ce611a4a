import { sql, type RawBuilder } from 'kysely';
import type { LikeType } from '#contract/enums.ts';
import type { LikedByCard, ProfileCard } from '#contract/profiles.ts';
import type { Db } from '../platform/database/index.ts';
import { readCursor, writeCursor } from '../platform/http/cursor.ts';
import { profileCardMap } from '../profiles/index.ts';
import { knownTo, type Viewer } from '../visibility/index.ts';

/** Likes a page of one tab, and a page of likes.php as a whole. */
const TAB_PAGE = 24;
const WHOLE_PAGE = 100;

export interface Likes {
  /** Liked by the member. */
  profiles: ProfileCard[];
  /** Who like the member, new ones first. */
  liked_by: LikedByCard[];
  next: string | null;
}

interface Received {
  profile: number;
  like_new: boolean;
  id: number;
}
type Sent = Omit<Received, 'like_new'>;

/**
 * GET /api/likes.php: likes sent and received, newest first, received ones new first; a match is an id in both. With
 * `type` one tab only. Who may not be seen any more stands in none of the lists.
 */
export async function likesOf(db: Db, viewer: Viewer<number>, type: LikeType | undefined, cursor: string | undefined): Promise<Likes> {
  const { id: member } = viewer;
  const list = `likes ${member} ${type ?? 'whole'}`;
  if (type === 'matches') return matchesOf(db, viewer, list, readCursor(list, cursor, 1));
  const size = type ? TAB_PAGE : WHOLE_PAGE;
  // Where each of the two lists went on: the flag and id of the last received one, the id of the last sent one.
  const [flag, receivedBefore, sentBefore] = readCursor(list, cursor, 3) ?? [];
  const [received, sent] = await Promise.all([
    type === 'sent' ? [] : receivedPage(db, viewer, size + 1, flag, receivedBefore),
    type === 'received' ? [] : sentPage(db, viewer, size + 1, sentBefore),
  ]);
  const more = received.length > size || sent.length > size;
  const shownReceived = received.slice(0, size);
  const shownSent = sent.slice(0, size);
  const cards = await profileCardMap(
    db,
    member,
    [...shownReceived, ...shownSent].map(({ profile }) => profile),
  );
  const lastReceived = shownReceived.at(-1);
  return {
    profiles: shownSent.flatMap(({ profile }) => cards.get(profile) ?? []),
    liked_by: shownReceived.flatMap(({ profile, like_new }) => (cards.has(profile) ? { ...cards.get(profile)!, like_new } : [])),
    next: more
      ? writeCursor(list, [
          lastReceived ? Number(lastReceived.like_new) : (flag ?? 0),
          lastReceived ? lastReceived.id : (receivedBefore ?? 0),
          shownSent.at(-1)?.id ?? sentBefore ?? 0,
        ])
      : null,
  };
}

async function receivedPage(db: Db, viewer: Viewer<number>, size: number, flag?: number, before?: number): Promise<Received[]> {
  const after: RawBuilder<boolean> = flag === undefined ? sql`true` : sql`(l.like_new, l.id) < (${flag === 1}, ${before ?? 0})`;
  const { rows } = await sql<Received>`
    select l.liker_id as profile, l.like_new, l.id
    from likes l join profiles p on p.id = l.liker_id
    where l.liked_id = ${viewer.id} and ${after} and ${knownTo(viewer)}
    order by l.like_new desc, l.id desc limit ${size}`.execute(db);
  return rows;
}

async function sentPage(db: Db, viewer: Viewer<number>, size: number, before?: number): Promise<Sent[]> {
  const after: RawBuilder<boolean> = before === undefined ? sql`true` : sql`l.id < ${before}`;
  const { rows } = await sql<Sent>`
    select l.liked_id as profile, l.id
    from likes l join profiles p on p.id = l.liked_id
    where l.liker_id = ${viewer.id} and ${after} and ${knownTo(viewer)}
    order by l.id desc limit ${size}`.execute(db);
  return rows;
}

/** Newest match first: the moment of the second like. Read from the member's own likes, which are the fewer. */
async function matchesOf(db: Db, viewer: Viewer<number>, list: string, position: number[] | null): Promise<Likes> {
  const after: RawBuilder<boolean> = position ? sql`greatest(s.id, r.id) < ${position[0]}` : sql`true`;
  const { rows } = await sql<Received>`
    select s.liked_id as profile, r.like_new, greatest(s.id, r.id) as id
    from likes s join likes r on r.liker_id = s.liked_id and r.liked_id = s.liker_id join profiles p on p.id = s.liked_id
    where s.liker_id = ${viewer.id} and ${after} and ${knownTo(viewer)}
    order by greatest(s.id, r.id) desc limit ${TAB_PAGE + 1}`.execute(db);
  const shown = rows.slice(0, TAB_PAGE);
  const cards = await profileCardMap(
    db,
    viewer.id,
    shown.map(({ profile }) => profile),
  );
  return {
    profiles: shown.flatMap(({ profile }) => cards.get(profile) ?? []),
    liked_by: shown.flatMap(({ profile, like_new }) => (cards.has(profile) ? { ...cards.get(profile)!, like_new } : [])),
    next: rows.length > TAB_PAGE ? writeCursor(list, [shown.at(-1)!.id]) : null,
  };
}

/** New likes that each of the members may see: the badge. Counted to 100, since it shows 99+ beyond. */
export async function newLikesOfEach(db: Db, members: readonly number[], resell: boolean): Promise<Map<number, number>> {
  const { rows } = await sql<{ member: number; count: number }>`
    select m.id as member, (
      select count(*)::int from (
        select from likes l join profiles p on p.id = l.liker_id
        where l.liked_id = m.id and l.like_new and ${knownTo({ id: sql`m.id`, resell })} limit 100
      ) found) as count
    from unnest(${members}::bigint[]) m (id)`.execute(db);
  return new Map(rows.map(({ member, count }) => [member, count]));
}

/** The same of one member. */
export const newLikesOf = async (db: Db, { id, resell }: Viewer<number>): Promise<number> => (await newLikesOfEach(db, [id], resell)).get(id) ?? 0;
