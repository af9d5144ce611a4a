import { sql, type RawBuilder } from 'kysely';
import type { LikeType } from '#contract/enums.ts';
import type { App } from '../platform/app.ts';
import type { Db } from '../platform/database/index.ts';
import { readCursor, writeCursor } from '../platform/http/cursor.ts';
import { JsonText } from '../platform/http/context.ts';
import { hydrate, myVersion, type Shown } from '../profiles/index.ts';
import { knownTo, type Viewer } from '../visibility/index.ts';

/** Likes a page of one tab, and a page of likes.php as a whole. */
const TAB_PAGE = 24;
const WHOLE_PAGE = 100;

/** A row of a list, with where the list goes on after it. */
type Listed = Shown & { like_new: boolean; place: number };

/**
 * GET /api/likes.php: likes sent and received, newest first, received ones new first; a match is an id in both. With
 * `type` one tab only. A profile that may no longer be seen is in none of the lists.
 */
export async function likesOf(
  app: Pick<App, 'db' | 'parts'>,
  viewer: Viewer<number>,
  type: LikeType | undefined,
  cursor: string | undefined,
): Promise<JsonText> {
  const { db } = app;
  const list = `likes ${viewer.id} ${type ?? 'whole'}`;
  if (type === 'matches') {
    const rows = await matchesPage(db, viewer, TAB_PAGE + 1, readCursor(list, cursor, 1)?.[0]);
    const shown = rows.slice(0, TAB_PAGE);
    return answer(app, viewer, { sent: shown, received: shown, next: rows.length > TAB_PAGE ? writeCursor(list, [shown.at(-1)!.place]) : null });
  }
  const size = type ? TAB_PAGE : WHOLE_PAGE;
  // Where each of the two lists went on: the flag and place of the last received one, the place of the last sent one.
  const [flag, receivedBefore, sentBefore] = readCursor(list, cursor, 3) ?? [];
  const [allReceived, allSent] = await Promise.all([
    type === 'sent' ? [] : receivedPage(db, viewer, size + 1, flag, receivedBefore),
    type === 'received' ? [] : sentPage(db, viewer, size + 1, sentBefore),
  ]);
  const [received, sent] = [allReceived.slice(0, size), allSent.slice(0, size)];
  const last = received.at(-1);
  const goesOn = allReceived.length > size || allSent.length > size;
  const next = [last ? Number(last.like_new) : (flag ?? 0), last ? last.place : (receivedBefore ?? 0), sent.at(-1)?.place ?? sentBefore ?? 0];
  return answer(app, viewer, { sent, received, next: goesOn ? writeCursor(list, next) : null });
}

async function answer(
  app: Pick<App, 'parts'>,
  viewer: Viewer<number>,
  { sent, received, next }: { sent: Listed[]; received: Listed[]; next: string | null },
): Promise<JsonText> {
  const people = await hydrate(app, viewer, [...sent, ...received]);
  const profiles = sent.map((row) => people.text(row)).filter(Boolean);
  const likedBy = received.map((row) => people.text(row, `"like_new":${row.like_new}`)).filter(Boolean);
  return new JsonText(`{"profiles":[${profiles.join(',')}],"liked_by":[${likedBy.join(',')}],"next":${JSON.stringify(next)}}`);
}

async function receivedPage(db: Db, viewer: Viewer<number>, size: number, flag?: number, before?: number): Promise<Listed[]> {
  const after: RawBuilder<boolean> = flag === undefined ? sql`true` : sql`(l.like_new, l.id) < (${flag === 1}, ${before ?? 0})`;
  const { rows } = await sql<Listed>`
    with page as (
      select p.id, p.xmin as version, l.like_new, l.id as place
      from likes l join profiles p on p.id = l.liker_id
      where l.liked_id = ${viewer.id} and ${after} and ${knownTo(viewer)}
      order by l.like_new desc, l.id desc limit ${size}
    )
    select page.*, ${myVersion(viewer.id)},
      page.id = any(array(select mine.liked_id from likes mine where mine.liker_id = ${viewer.id} and mine.liked_id = any(array(select id from page)))) as liked
    from page order by like_new desc, place desc`.execute(db);
  return rows;
}

async function sentPage(db: Db, viewer: Viewer<number>, size: number, before?: number): Promise<Listed[]> {
  const after: RawBuilder<boolean> = before === undefined ? sql`true` : sql`l.id < ${before}`;
  const { rows } = await sql<Listed>`
    select p.id, p.xmin as version, ${myVersion(viewer.id)}, true as liked, false as like_new, l.id as place
    from likes l join profiles p on p.id = l.liked_id
    where l.liker_id = ${viewer.id} and ${after} and ${knownTo(viewer)}
    order by l.id desc limit ${size}`.execute(db);
  return rows;
}

/** Newest match first: the moment of the second like. Read from the member's own likes, which are the fewer. */
async function matchesPage(db: Db, viewer: Viewer<number>, size: number, before?: number): Promise<Listed[]> {
  const after: RawBuilder<boolean> = before === undefined ? sql`true` : sql`greatest(s.id, r.id) < ${before}`;
  const { rows } = await sql<Listed>`
    select p.id, p.xmin as version, ${myVersion(viewer.id)}, true as liked, r.like_new, greatest(s.id, r.id) as place
    from likes s join likes r on r.liker_id = s.liked_id and r.liked_id = s.liker_id join profiles p on p.id = s.liked_id
    where s.liker_id = ${viewer.id} and ${after} and ${knownTo(viewer)}
    order by greatest(s.id, r.id) desc limit ${size}`.execute(db);
  return rows;
}

/** New likes that a member may see, as a column: the badge. Counted to 100, since it shows 99+ beyond. */
export const newLikesCount = (viewer: Viewer<number | RawBuilder<number>>): RawBuilder<number> => sql`(
  select count(*)::int from (
    select from likes l join profiles p on p.id = l.liker_id
      where l.liked_id = ${viewer.id} and l.like_new and ${knownTo(viewer)} limit 100
  ) found)`;

/** The same of each of the members. */
export async function newLikesOfEach(db: Db, members: readonly number[], resell: boolean): Promise<Map<number, number>> {
  const { rows } = await sql<{ member: number; count: number }>`
    select m.id as member, ${newLikesCount({ id: sql`m.id`, resell })} as count from unnest(${members}::bigint[]) m (id)`.execute(db);
  return new Map(rows.map(({ member, count }) => [member, count]));
}

/** The same of one member. */
export const newLikesOf = async (db: Db, { id, resell }: Viewer<number>): Promise<number> => (await newLikesOfEach(db, [id], resell)).get(id) ?? 0;
