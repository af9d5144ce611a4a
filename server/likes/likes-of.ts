import { sql, type RawBuilder } from 'kysely';
import type { LikeType } from '#contract/lists/like-types.ts';
import { itemAt } from '#contract/must.ts';
import type { App } from '../platform/app.ts';
import type { Db } from '../platform/database/index.ts';
import { nextPage } from '../platform/database/next-page.ts';
import { prepared, type Value } from '../platform/fast/prepared.ts';
import { JsonText } from '../platform/http/context.ts';
import { readCursor, writeCursor } from '../platform/http/cursor.ts';
import { hydrate, myVersion, type Shown } from '../profiles/index.ts';
import { knownTo, type ListViewer, type Viewer } from '../visibility/index.ts';

/** Likes per page of one tab, and of likes.php as a whole. */
const TAB_PAGE = 24;
const WHOLE_PAGE = 100;

type Listed = Shown & { like_new: boolean; place: number };

/**
 * GET /api/likes.php: likes sent and received, newest first; unseen received ones come before seen ones. A
 * match is an id that occurs in both lists. With `type`, only one tab. No list contains hidden profiles.
 */
export async function likesOf(
  app: Pick<App, 'db' | 'parts'>,
  viewer: Viewer<number>,
  type: LikeType | undefined,
  cursor: string | undefined,
): Promise<JsonText> {
  const page =
    type === 'matches' ? matchesOf(app.db, viewer, cursor) : bothListsOf(app.db, viewer, type, cursor);
  return answer(app, viewer, await page);
}

interface LikesPage {
  sent: Listed[];
  received: Listed[];
  next: string | null;
}

const listName = (viewer: Viewer<number>, type: LikeType | undefined) =>
  `likes ${viewer.id} ${type ?? 'whole'}`;

async function matchesOf(db: Db, viewer: Viewer<number>, cursor: string | undefined): Promise<LikesPage> {
  const list = listName(viewer, 'matches');
  const rows = await rowsOf(matchesPage, db, viewer, TAB_PAGE + 1, readCursor(list, cursor, 1)?.[0]);
  const shown = rows.slice(0, TAB_PAGE);
  return {
    sent: shown,
    received: shown,
    next: nextPage(rows, TAB_PAGE, (last) => writeCursor(list, [last.place])),
  };
}

async function bothListsOf(
  db: Db,
  viewer: Viewer<number>,
  type: 'sent' | 'received' | undefined,
  cursor: string | undefined,
): Promise<LikesPage> {
  const list = listName(viewer, type);
  const size = type ? TAB_PAGE : WHOLE_PAGE;
  // The cursor contains flag and place of the last received like, and the place of the last sent one.
  const [flag, receivedBefore, sentBefore] = readCursor(list, cursor, 3) ?? [];
  const [allReceived, allSent] = await Promise.all([
    type === 'sent' ? [] : rowsOf(receivedPage, db, viewer, size + 1, receivedBefore, flag),
    type === 'received' ? [] : rowsOf(sentPage, db, viewer, size + 1, sentBefore),
  ]);
  const [received, sent] = [allReceived.slice(0, size), allSent.slice(0, size)];
  const last = received.at(-1);
  const goesOn = allReceived.length > size || allSent.length > size;
  const next = [
    last ? Number(last.like_new) : (flag ?? 0),
    last ? last.place : (receivedBefore ?? 0),
    sent.at(-1)?.place ?? sentBefore ?? 0,
  ];
  return { sent, received, next: goesOn ? writeCursor(list, next) : null };
}

async function answer(
  app: Pick<App, 'parts'>,
  viewer: Viewer<number>,
  { sent, received, next }: LikesPage,
): Promise<JsonText> {
  const people = await hydrate(app, viewer, [...sent, ...received]);
  const profiles = sent.map((row) => people.text(row)).filter(Boolean);
  const likedBy = received.map((row) => people.text(row, `"like_new":${row.like_new}`)).filter(Boolean);
  return new JsonText(
    `{"profiles":[${profiles.join(',')}],"liked_by":[${likedBy.join(',')}],"next":${JSON.stringify(next)}}`,
  );
}

/** Query parameters. `flag` and `before` are the position of a later page; only received likes use `flag`. */
interface Asked extends Record<string, unknown> {
  member: number;
  pool: number;
  flag: boolean;
  before: number;
}
/**
 * Each combination of these values has a prepared query: first or later page, page size, and whether resold
 * cam listings are shown.
 */
interface Kind extends Readonly<Record<string, number | boolean>> {
  later: boolean;
  size: number;
  resell: boolean;
}

/** `page` selects id, version, like_new and place; `liked` is evaluated over it. */
const listOf = (
  page: (value: Value<Asked>, kind: Kind) => RawBuilder<unknown>,
  liked: (value: Value<Asked>) => RawBuilder<unknown>,
  order: RawBuilder<unknown>,
) =>
  prepared<Asked, { rows: Omit<Listed, 'my_version'>[] | null; my_version: string }, Kind>(
    (value, kind) => sql`
      with page as (${page(value, kind)})
      select json_agg(listed order by ${order}) as rows, ${myVersion(value('member'))}
      from (select id, version, like_new, place, ${liked(value)} as liked from page) listed`,
  );

const receivedPage = listOf(
  (value, { later, size, resell }) => sql`
    select p.id, p.xmin as version, l.like_new, l.id as place
    from likes l join profiles p on p.id = l.liker_id
    where l.liked_id = ${value('member')} and ${later ? sql`(l.like_new, l.id) < (${value('flag')}::boolean, ${value('before')}::bigint)` : sql`true`}
      and ${knownTo({ id: value('member'), pool: value('pool'), resell })}
    order by l.like_new desc, l.id desc limit ${sql.lit(size)}`,
  (value) => sql`id = any(array(
    select mine.liked_id from likes mine where mine.liker_id = ${value('member')} and mine.liked_id = any(array(select id from page))))`,
  sql`like_new desc, place desc`,
);

const sentPage = listOf(
  (value, { later, size, resell }) => sql`
    select p.id, p.xmin as version, false as like_new, l.id as place
    from likes l join profiles p on p.id = l.liked_id
    where l.liker_id = ${value('member')} and ${later ? sql`l.id < ${value('before')}` : sql`true`} and ${knownTo({ id: value('member'), pool: value('pool'), resell })}
    order by l.id desc limit ${sql.lit(size)}`,
  () => sql`true`,
  sql`place desc`,
);

/**
 * Newest match first, by the time of the second like. It starts from the likes that the member sent, which
 * are usually fewer than those received.
 */
const matchesPage = listOf(
  (value, { later, size, resell }) => sql`
    select p.id, p.xmin as version, r.like_new, greatest(s.id, r.id) as place
    from likes s join likes r on r.liker_id = s.liked_id and r.liked_id = s.liker_id join profiles p on p.id = s.liked_id
    where s.liker_id = ${value('member')} and ${later ? sql`greatest(s.id, r.id) < ${value('before')}` : sql`true`}
      and ${knownTo({ id: value('member'), pool: value('pool'), resell })}
    order by greatest(s.id, r.id) desc limit ${sql.lit(size)}`,
  () => sql`true`,
  sql`place desc`,
);

async function rowsOf(
  query: typeof receivedPage,
  db: Db,
  { id: member, pool, resell }: Viewer<number>,
  size: number,
  before: number | undefined,
  flag?: number,
): Promise<Listed[]> {
  const found = await query(
    db,
    { member, pool, flag: flag === 1, before: before ?? 0 },
    { later: before !== undefined, size, resell },
  );
  const { rows, my_version } = itemAt(found, 0);
  return (rows ?? []).map((row) => Object.assign(row, { my_version }));
}

/**
 * SQL column for the badge: visible new likes among the newest thousand. It stops at 100, because the badge
 * shows 99+ above 99. Reading their profiles in one pass in id order takes half the time of a look-up for
 * each.
 */
export const newLikesCount = (viewer: ListViewer<number | RawBuilder<number>>): RawBuilder<number> => sql`(
  select count(*)::int from (
    select from profiles p
      where p.id = any(array(
          select l.liker_id from likes l where l.liked_id = ${viewer.id} and l.like_new order by l.like_new desc, l.id desc limit 1000))
        and ${knownTo(viewer)} limit 100
  ) found)`;

const countedOfEach = prepared<
  { members: readonly number[] },
  { member: number; count: number },
  { resell: boolean }
>(
  (value, { resell }) => sql`
    select m.id as member, ${newLikesCount({ id: sql`m.id`, pool: sql`m.pool_id`, resell })} as count from members m where m.id = any(${value('members')}::bigint[])`,
);

export async function newLikesOfEach(
  db: Db,
  members: readonly number[],
  resell: boolean,
): Promise<Map<number, number>> {
  const rows = await countedOfEach(db, { members }, { resell });
  return new Map(rows.map(({ member, count }) => [member, count]));
}

export const newLikesOf = async (db: Db, { id, resell }: Viewer<number>): Promise<number> =>
  (await newLikesOfEach(db, [id], resell)).get(id) ?? 0;
