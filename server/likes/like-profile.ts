import { sql } from 'kysely';
import { inTransaction, type Db, type Tx } from '../platform/database/index.ts';
import { lockPair } from '../platform/database/pair-lock.ts';
import type { Jobs } from '../platform/jobs.ts';
import { assertVisible, type Viewer } from '../visibility/index.ts';

/** What a like led to. */
export interface LikeOutcome {
  liked: boolean;
  /** Both like each other. */
  match: boolean;
  /** False when the like stood already: nobody is told again. */
  isNew: boolean;
}

/** The job that tells the liked one by mail and push: `{ liker, liked, match }`. */
export const LIKE_NOTIFICATION = 'like-notification';

/**
 * POST /api/like.php: a like, and a match when it is mutual (docs/product.md 4). A repeat returns what the first did. Also inside
 * another's transaction (the swipe game).
 *
 * Refuses `not_found` and `blocked_by` by the visibility rule.
 */
export async function likeProfile(db: Db, jobs: Pick<Jobs, 'add'>, viewer: Viewer<number>, liked: number): Promise<LikeOutcome> {
  const { id: liker } = viewer;
  return inTransaction(db, async (tx) => {
    await lockPair(tx, liker, liked);
    await assertVisible(tx, viewer, liked, 'approached');
    const { rows } = await sql<{ is_new: boolean; match: boolean }>`
      with made as (
        insert into likes (liker_id, liked_id) values (${liker}, ${liked}) on conflict (liker_id, liked_id) do nothing returning id
      )
      select exists (select from made) as is_new, exists (select from likes where liker_id = ${liked} and liked_id = ${liker}) as match`.execute(tx);
    const { is_new: isNew, match } = rows[0]!;
    if (isNew && (await isNews(tx, liked, liker, match)))
      await jobs.add(tx, LIKE_NOTIFICATION, { liker, liked, match }, { key: `like ${liker} ${liked}`, maxAttempts: 5 });
    return { liked: true, match, isNew };
  });
}

/** A like that was taken back and given again is told of once a day; a match is news of its own. */
async function isNews(tx: Tx, liked: number, liker: number, match: boolean): Promise<boolean> {
  const { rows } = await sql`
    insert into like_notices as told (member_id, liker_id, match) values (${liked}, ${liker}, ${match})
    on conflict (member_id, liker_id, match) do update set told_at = excluded.told_at where told.told_at < app_now() - interval '1 day'
    returning 1`.execute(tx);
  return rows.length > 0;
}

/** What is older than a day no longer holds a notice back. */
export async function forgetLikeNotices(db: Db): Promise<void> {
  await sql`delete from like_notices where told_at < app_now() - interval '1 day'`.execute(db);
}

/** DELETE /api/like.php: takes a like back; a repeat changes nothing. A match ends with it. Whether there was one. */
export async function unlikeProfile(db: Db, liker: number, liked: number): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    await lockPair(tx, liker, liked);
    const { numDeletedRows } = await tx.deleteFrom('likes').where('liker_id', '=', liker).where('liked_id', '=', liked).executeTakeFirst();
    return numDeletedRows > 0n;
  });
}

/** Clears the new-like flag of a profile that was opened. Whether there was one. */
export async function markLikeSeen(db: Db, viewer: number, liker: number): Promise<boolean> {
  const result = await db
    .updateTable('likes')
    .set({ like_new: false })
    .where('liked_id', '=', viewer)
    .where('liker_id', '=', liker)
    .where('like_new', '=', true)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Deletes the likes of two members for each other: part of a block. */
export async function deleteLikesBetween(tx: Tx, one: number, other: number): Promise<void> {
  await sql`delete from likes where (liker_id = ${one} and liked_id = ${other}) or (liker_id = ${other} and liked_id = ${one})`.execute(tx);
}
