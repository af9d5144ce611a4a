import { sql } from 'kysely';
import type { ErrorCode } from '#contract/errors.ts';
import { one, retried, type Db } from '../platform/database/index.ts';
import { refuse } from '../platform/http/refusal.ts';
import { jobInSql } from '../platform/jobs.ts';
import { refusalOf, type Viewer } from '../visibility/index.ts';

export interface LikeOutcome {
  match: boolean;
  /** True if open browsers must be notified: the like is new, and its recipient may see the liker. */
  told: boolean;
  versions: { liker: string; liked: string };
}

export const LIKE_NOTIFICATION = 'like-notification';

interface Decided {
  seen: 'visible' | 'blocked_by' | 'hidden' | null;
  name: string;
  is_new: boolean;
  match: boolean;
  shown: boolean | null;
  liker_version: string;
  liked_version: string;
  unmet: Extract<ErrorCode, `contact_${string}` | 'age_check_required'> | null;
}

/**
 * POST /api/like.php: stores a like, and a match if it is mutual. A repeat returns the first result. It is
 * one query, which also queues the job that notifies the recipient (db/functions/020_likes.sql), so it can
 * run inside another transaction (the swipe game). Throws `not_found` or `blocked_by` if the visibility rule
 * hides the profile, `age_check_required`, and `contact_…` for a condition for contact that the liker does not meet.
 */
export async function likeProfile(
  db: Db,
  { id: liker, resell, ageCountries }: Viewer<number>,
  liked: number,
): Promise<LikeOutcome> {
  const notification = jobInSql(LIKE_NOTIFICATION, {
    payload: sql`json_build_object('liker', ${liker}::bigint, 'liked', ${liked}::bigint, 'match', match)`,
    key: sql`${`like ${liker} ${liked}`}::text`,
    runAt: sql`null`,
    maxAttempts: 5,
  });
  const { seen, name, is_new, match, shown, liker_version, liked_version, unmet } = await one(
    retried(db, () =>
      sql<Decided>`
      with decided as (select * from like_profile(${liker}::bigint, ${liked}::bigint, ${resell}::boolean, ${ageCountries}::text)),
      queued as (select ${notification} from decided where is_news)
      select decided.*, (select count(*)::int from queued) as queued from decided`.execute(db),
    ),
  );
  if (seen === null) throw refuse('not_found');
  if (seen !== 'visible') throw refusalOf(seen, name);
  if (unmet !== null) throw refuse(unmet, { name });
  return { match, told: is_new && shown === true, versions: { liker: liker_version, liked: liked_version } };
}
