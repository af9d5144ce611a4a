import { sql } from 'kysely';
import { retried, type Db, type Tx } from '../platform/database/index.ts';
import { refuse } from '../platform/http/refusal.ts';
import { jobInSql } from '../platform/jobs.ts';
import { refusalOf, type Viewer } from '../visibility/index.ts';

/** What a like led to. */
export interface LikeOutcome {
  /** Both like each other. */
  match: boolean;
  /** Open browsers are told: the like did not stand already, and the liked one may see whose it is. */
  told: boolean;
  /** Of both cards, for `hydrate`. */
  versions: { liker: string; liked: string };
}

/** The job that tells the liked one by mail and push: `{ liker, liked, match }`. */
export const LIKE_NOTIFICATION = 'like-notification';

interface Decided {
  seen: 'visible' | 'blocked_by' | 'hidden' | null;
  name: string;
  is_new: boolean;
  match: boolean;
  shown: boolean;
  liker_version: string;
  liked_version: string;
}

/**
 * POST /api/like.php: a like, and a match when it is mutual (docs/product.md 4). A repeat returns what the first did. One
 * statement, which also queues the job that tells the other (db/functions/020_likes.sql); also inside another's transaction (the
 * swipe game).
 *
 * Refuses `not_found` and `blocked_by` by the visibility rule.
 */
export async function likeProfile(db: Db, { id: liker, resell }: Viewer<number>, liked: number): Promise<LikeOutcome> {
  const notification = jobInSql(LIKE_NOTIFICATION, {
    payload: sql`json_build_object('liker', ${liker}::bigint, 'liked', ${liked}::bigint, 'match', match)`,
    key: sql`${`like ${liker} ${liked}`}::text`,
    runAt: sql`null`,
    maxAttempts: 5,
  });
  const { rows } = await retried(db, () =>
    sql<Decided>`
      with decided as (select * from like_profile(${liker}::bigint, ${liked}::bigint, ${resell}::boolean)),
      queued as (select ${notification} from decided where is_news)
      select decided.*, (select count(*)::int from queued) as queued from decided`.execute(db),
  );
  const { seen, name, is_new, match, shown, liker_version, liked_version } = rows[0]!;
  if (seen === null) throw refuse('not_found');
  if (seen !== 'visible') throw refusalOf(seen, name);
  return { match, told: is_new && shown, versions: { liker: liker_version, liked: liked_version } };
}

/** What is older than a day no longer holds a notice back. */
export async function forgetLikeNotices(db: Db): Promise<void> {
  await sql`delete from like_notices where told_at < app_now() - interval '1 day'`.execute(db);
}

/** What taking a like back led to. */
export interface UnlikeOutcome {
  /** There was one. */
  unliked: boolean;
  /** Open browsers are told: the other may see whose it was. */
  told: boolean;
}

/**
 * DELETE /api/like.php: takes a like back, or only one of `since` or later; a repeat changes nothing. A match ends with it. One
 * statement, also inside another's transaction.
 */
export async function unlikeProfile(db: Db, { id: liker, resell }: Viewer<number>, liked: number, since: Date | null = null): Promise<UnlikeOutcome> {
  const { rows } = await retried(db, () =>
    sql<{ unliked: boolean; shown: boolean }>`
      select unliked, shown from unlike_profile(${liker}::bigint, ${liked}::bigint, ${resell}::boolean, ${since}::timestamptz)`.execute(db),
  );
  return { unliked: rows[0]!.unliked, told: rows[0]!.shown };
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
